// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/locks.h"
#include "model/catalogue.h"
#include "source/linux/all_objects.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/linux_object.h"

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

/// The catalogue of the Linux source: the objects and counters that this machine has, looked for when they
/// are first asked for, because under Wine each look at a file takes its time. Objects get their positions in
/// the order in which they are found. Positions and columns stay. Any thread may use it, and so may a forked
/// child: files are looked at under no lock.
class KnownObjects {
  public:
    /// @param given what the machine counts as having, whatever its files are
    explicit KnownObjects(KernelFiles& files, Needs given = 0);

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
    /// Which needs were searched for on the machine, once, and which were found.
    struct Sought {
        Needs looked_for = 0;
        Needs available = 0;

        void add(Needs wanted, Needs found) noexcept;
    };

    [[nodiscard]] std::shared_ptr<const model::Catalogue> look_for(const RowCounts& wanted);
    [[nodiscard]] ByObject<Needs> find(const ByObject<Needs>& wanted);
    [[nodiscard]] Needs find(const ObjectTable& object, Needs wanted);
    // Under mutex_:
    [[nodiscard]] ByObject<Needs> missing_needs(const RowCounts& wanted) const;
    void add(const ByObject<Needs>& wanted, const ByObject<Needs>& found);
    void publish(const RowCounts& wanted);
    void publish_object(
        std::optional<std::uint32_t>& position, LinuxObject&& made, model::Catalogue& catalogue);

    KernelFiles& files_;
    const Needs given_;
    ForkMutex mutex_;      // guards what follows
    Sought shared_;        // but for objects' own bits
    ByObject<Sought> own_; // objects' own bits
    RowCounts known_{};
    Positions positions_;
    std::shared_ptr<const model::Catalogue> catalogue_;
    std::vector<std::unique_ptr<const ObjectLayout>> all_layouts_; // those that took others' places, too
    ByObject<std::atomic<const ObjectLayout*>> layouts_{};         // by position; read without the mutex
};

} // namespace pdh_shim::source::linux
