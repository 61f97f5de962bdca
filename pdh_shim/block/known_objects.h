// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "block/block.h"
#include "block/definition.h"
#include "block/instance_table.h"
#include "block/schema.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace pdh_shim::block {

/// How the objects of a log are defined. A log has no checksums, but each record defines its objects anew:
/// what one record says alone is damage.
class KnownObjects {
  public:
    /// Takes in the objects of a record, and the ticks per second of its clock.
    /// @return whether all are whole, and were so in a record before
    [[nodiscard]] bool add(const BlockObjects& record, std::int64_t perf_freq);

    /// Has a schema learn the objects, in the order of the newest record. An object that only one record has
    /// is left out if another object has its counters: its title index is damaged.
    void teach(Schema& schema) const;

    /// Whether it teaches an object of this title index.
    [[nodiscard]] bool has(std::uint32_t title_index) const;
    /// Whether several records define the object so, or the only one that there is.
    [[nodiscard]] bool has(const Definition& definition) const;
    /// What the instances of an object keep to.
    [[nodiscard]] InstanceHabits habits(std::uint32_t title_index) const;

  private:
    // One definition of an object, and how many records have it.
    struct Variant {
        Definition definition;
        std::vector<std::byte> bytes; // of the definition
        std::endian order = std::endian::little;
        std::uint32_t records = 0;
        std::uint32_t records_that_fill_objects = 0;
        std::uint32_t records_that_fill_names = 0;
    };
    using Variants = std::vector<Variant>;

    [[nodiscard]] bool add(const ObjectBytes& object);
    [[nodiscard]] static const Variant& most_frequent(const Variants& variants) noexcept;
    [[nodiscard]] bool is_misnamed(const Variant& variant) const;

    std::map<std::uint32_t, Variants> variants_;  // by title index; each has one at least
    std::vector<std::uint32_t> order_;            // title indexes, of the newest record first
    std::map<std::int64_t, std::uint32_t> freqs_; // and how many records have them
};

} // namespace pdh_shim::block
