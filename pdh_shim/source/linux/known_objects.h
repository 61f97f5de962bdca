#pragma once

#include "base/fork_mutex.h"
#include "model/catalogue.h"
#include "source/linux/kernel_files.h"
#include "source/linux/object_table.h"

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

inline constexpr std::size_t object_count = 10;

/// The objects of this machine and their counters, looked for when they are first asked for: with Wine a look
/// at a file takes its time. Objects get their positions in the order in which they are found. Positions and
/// columns stay. Any thread may use it, and so may a forked child: files are looked at under no lock.
class KnownObjects {
  public:
    explicit KnownObjects(KernelFiles& files);

    /// All objects and counters that the machine has.
    [[nodiscard]] std::shared_ptr<const model::Catalogue> catalogue();
    /// What is known so far, and the counter of these names if the machine has it.
    [[nodiscard]] std::shared_ptr<const model::Catalogue> catalogue_for(
        std::u16string_view object, std::u16string_view counter);
    /// Of the object at a position of these catalogues. It stays valid; there may be a longer one later.
    [[nodiscard]] const ObjectLayout& layout(std::uint32_t position) const noexcept {
        return *layouts_[position].load(std::memory_order_acquire);
    }

  private:
    /// How many of the rows of each table, in the order of the list of tables.
    using Rows = std::array<std::size_t, object_count>;
    using Positions = std::array<std::optional<std::uint32_t>, object_count>; // by table

    [[nodiscard]] std::shared_ptr<const model::Catalogue> look_for(const Rows& wanted);
    // Under mutex_:
    [[nodiscard]] Needs missing_needs(const Rows& wanted) const;
    void publish(const Rows& wanted);
    void publish_object(
        std::optional<std::uint32_t>& position, LinuxObject&& made, model::Catalogue& catalogue);

    KernelFiles& files_;
    ForkMutex mutex_; // what follows
    Needs looked_for_ = 0;
    Needs available_ = 0; // of these
    Rows known_{};
    Positions positions_;
    std::shared_ptr<const model::Catalogue> catalogue_;
    std::vector<std::unique_ptr<const ObjectLayout>> all_layouts_; // those that took others' places, too
    std::array<std::atomic<const ObjectLayout*>, object_count>
        layouts_{}; // by position; read without the mutex
};

} // namespace pdh_shim::source::linux
