// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "block/definition.h"
#include "model/catalogue.h"
#include "model/snapshot.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pdh_shim::block {

/// Maps the values of a counter block to the columns of an object.
class ValuePlan {
  public:
    ValuePlan() = default;
    /// For the needed columns of an object, where this definition has them.
    ValuePlan(const Definition& definition, const model::ObjectDef& object, const std::vector<bool>& wanted);

    /// True if fill() sets every cell of a row.
    [[nodiscard]] bool sets_all() const noexcept { return sets_all_; }

    /// Fills the rows of a snapshot from the counter blocks, which begin at these places in the object's
    /// bytes and are long enough. Needed columns without a value become invalid.
    void fill(const ObjectBytes& object, std::span<const std::size_t> blocks,
        model::ObjectSnapshot& snapshot) const;

  private:
    // Consecutive values of one size, in the block and in the row.
    struct ValueRun {
        std::uint32_t offset;
        std::uint32_t column;
        std::uint32_t size;
        std::uint32_t count;
    };
    struct MultiCountMove {
        std::uint32_t offset;
        std::uint32_t column;
    };
    struct Validity {
        std::uint32_t counter;
        std::uint32_t column;
    };

    void add_value(const CounterField& field, std::uint32_t column);
    void add_multi_count(const CounterField& field, std::uint32_t column, const std::vector<bool>& wanted);
    void find_missing(const std::vector<bool>& wanted, const std::vector<bool>& is_there);

    template <bool Swapped>
    void fill_rows(const std::byte* bytes, std::span<const std::size_t> blocks,
        model::ObjectSnapshot& snapshot) const noexcept;
    void fill_multi_counts(
        std::span<const std::byte> block, std::endian order, std::int64_t* cells) const noexcept;
    void fill_validity(
        std::span<const std::byte> block, std::size_t row, model::ObjectSnapshot& snapshot) const;

    std::uint32_t columns_ = 0;
    std::vector<ValueRun> runs_;
    std::vector<MultiCountMove> multi_counts_; // those that follow their value
    std::vector<Validity> validity_;
    std::size_t validity_bytes_ = 0;
    bool sets_all_ = false;
    std::vector<std::uint32_t> missing_; // needed columns that the definition does not have
};

} // namespace pdh_shim::block
