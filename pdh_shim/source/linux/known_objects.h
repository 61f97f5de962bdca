// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/locks.h"
#include "model/catalogue.h"
#include "source/linux/kernel/performance_object.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// Where a session finds the cells of an object of this machine's catalogue, and what they need.
struct ObjectLayout {
    std::size_t object = 0;            ///< its place in `all_objects`
    Inputs inputs = 0;                 ///< to list the instances
    Inputs instances_only = 0;         ///< see ObjectTable::instances_only
    std::vector<std::uint8_t> fields;  ///< of each column
    std::vector<Inputs> column_inputs; ///< the same
};

/// An object as programs see it, and where its cells come from.
struct LinuxObject {
    model::ObjectDef definition;
    ObjectLayout layout;
};

/// An object with all its counters, whether or not this machine has them.
[[nodiscard]] model::ObjectDef describe(const ObjectTable& table);

/// Lets the system-wide files of an object be read.
void add_files(KernelFiles& files, const ObjectTable& table);

/// The counters of an object before the first one with a costly input: the later ones do not change
/// their columns.
[[nodiscard]] std::span<const CounterRow> cheap_rows(const ObjectTable& table) noexcept;

/// The bits of an input.
[[nodiscard]] Inputs inputs_of(const InputOf& input, const KernelFiles& files) noexcept;

/// All that an object and these counters need.
[[nodiscard]] Inputs all_inputs(
    const ObjectTable& table, std::span<const CounterRow> rows, const KernelFiles& files) noexcept;

/// The object at this place of `all_objects`, with those of these counters whose inputs are `available`; none
/// if there is no such counter.
[[nodiscard]] std::optional<LinuxObject> make_object(
    std::size_t place, std::span<const CounterRow> rows, Inputs available, const KernelFiles& files);

/// The catalogue of the Linux source: the objects and counters that this machine has, looked for when they
/// are first asked for, because under Wine each look at a file takes its time. Objects get their positions in
/// the order in which they are found. Positions and columns stay. Any thread may use it, and so may a forked
/// child: files are looked at under no lock.
class KnownObjects {
  public:
    /// @param given what the machine counts as having, whatever its files are
    explicit KnownObjects(KernelFiles& files, Inputs given = 0);

    /// All objects and counters that the machine has.
    [[nodiscard]] std::shared_ptr<const model::Catalogue> catalogue();
    /// The known objects, and the counter of these names if the machine has it.
    [[nodiscard]] std::shared_ptr<const model::Catalogue> catalogue_for(
        std::u16string_view object, std::u16string_view counter);
    /// Of the object at a position of these catalogues. It stays valid; there may be a longer one later.
    [[nodiscard]] const ObjectLayout& layout(std::uint32_t position) const noexcept {
        return *layouts_[position].load(std::memory_order_acquire);
    }

  private:
    template <class Value>
    using ByObject = std::array<Value, all_objects.size()>;
    using RowCounts = ByObject<std::size_t>; // how many of each table
    using Positions = ByObject<std::optional<std::uint32_t>>;
    /// Which inputs were searched for on the machine, once, and which were found.
    struct Sought {
        Inputs looked_for = 0;
        Inputs available = 0;

        void add(Inputs wanted, Inputs found) noexcept;
    };

    [[nodiscard]] std::shared_ptr<const model::Catalogue> look_for(const RowCounts& wanted);
    [[nodiscard]] ByObject<Inputs> find(const ByObject<Inputs>& wanted);
    [[nodiscard]] Inputs find(const ObjectTable& object, Inputs wanted);
    // Under mutex_:
    [[nodiscard]] ByObject<Inputs> missing_inputs(const RowCounts& wanted) const;
    void add(const ByObject<Inputs>& wanted, const ByObject<Inputs>& found);
    void publish(const RowCounts& wanted);
    void publish_object(
        std::optional<std::uint32_t>& position, LinuxObject&& made, model::Catalogue& catalogue);

    KernelFiles& files_;
    const Inputs given_;
    ForkMutex mutex_;      // guards what follows
    Sought shared_;        // but for objects' own bits
    ByObject<Sought> own_; // objects' own bits
    RowCounts known_{};
    Positions positions_;
    std::shared_ptr<const model::Catalogue> catalogue_;
    std::vector<std::unique_ptr<const ObjectLayout>> all_layouts_; // those that took others' places, too
    ByObject<std::atomic<const ObjectLayout*>> layouts_{};         // by position; read without the mutex
};

/// The definition of a counter that Windows has in an object and that this machine cannot measure, for
/// model::Source::unmeasured(). None for any other name, and for counters in place of which programs use
/// better ones if they cannot be added.
[[nodiscard]] std::optional<model::CounterDef> unmeasured_counter(
    std::u16string_view object, std::u16string_view counter);

} // namespace pdh_shim::source::linux
