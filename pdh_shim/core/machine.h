#pragma once

#include "names/title_database.h"
#include "source/source.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pdh_shim::core {

/// An active source and what it offered when the machine was put together.
struct ActiveSource {
    std::shared_ptr<source::Source> source;
    std::shared_ptr<const source::Catalogue> catalogue;
};

/// One object of one active source.
struct ObjectRef {
    std::uint32_t source = 0; ///< position in Machine::sources()
    std::uint32_t object = 0; ///< position in that source's catalogue

    friend bool operator==(const ObjectRef&, const ObjectRef&) = default;
};

/// The objects and counters of this computer: what all active sources offer together, at one time. Immutable.
/// Where two sources have an object of the same name, the source named first wins.
class Machine {
  public:
    Machine(std::u16string name, std::vector<ActiveSource> sources);

    [[nodiscard]] const std::u16string& name() const noexcept { return name_; }
    [[nodiscard]] const std::vector<ActiveSource>& sources() const noexcept { return sources_; }
    [[nodiscard]] const std::vector<ObjectRef>& objects() const noexcept { return objects_; }

    [[nodiscard]] std::optional<ObjectRef> find_object(std::u16string_view name) const;
    [[nodiscard]] const source::ObjectDef& definition(ObjectRef object) const;
    /// Column of a counter of the object. Of a counter and a base of the same name it is the counter.
    [[nodiscard]] std::optional<std::uint32_t> find_counter(ObjectRef object, std::u16string_view name) const;

    /// True for a machine name (with or without leading backslashes) that means this computer: its own name,
    /// with or without a domain, `localhost`, or nothing at all.
    [[nodiscard]] bool is_local(std::u16string_view machine) const;

    /// The English names of Windows, and those of the sources that have none there.
    [[nodiscard]] std::optional<std::u16string> title(std::uint32_t index) const;
    [[nodiscard]] std::optional<std::uint32_t> title_index(std::u16string_view name) const;

    /// True while each source still offers what it offered when this was put together.
    [[nodiscard]] bool is_current() const;

  private:
    using CounterIndex = std::unordered_map<std::u16string_view, std::uint32_t, FoldedHash, FoldedEqual>;

    [[nodiscard]] const CounterIndex& counter_index(ObjectRef object) const;
    [[nodiscard]] const names::TitleDatabase& titles() const;

    std::u16string name_;
    std::vector<ActiveSource> sources_;
    std::vector<ObjectRef> objects_;
    std::unordered_map<std::u16string_view, ObjectRef, FoldedHash, FoldedEqual> object_index_;

    // Filled when first asked for: most programs need neither.
    mutable std::mutex lazy_mutex_;
    mutable std::unordered_map<const source::ObjectDef*, CounterIndex> counter_indexes_;
    mutable std::optional<names::TitleDatabase> titles_;
};

} // namespace pdh_shim::core
