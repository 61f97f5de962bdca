// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/sample.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pdh_shim::tools::relog {

/// When a record was taken.
struct RecordTime {
    std::int64_t local = 0;                 ///< as a FILETIME
    std::optional<int> bias = std::nullopt; ///< minutes: UTC = local time + bias; none = it is not known

    friend bool operator==(const RecordTime&, const RecordTime&) = default;
};

/// Values of one column, without the records in which it has none.
struct ColumnValues {
    std::span<const double> values;
    std::span<const RecordTime> times; ///< of the values
};

/// Some records of a log, to be read column by column: what is computed of a column stays in the processor's
/// cache.
class ValueBlock {
  public:
    explicit ValueBlock(std::size_t columns);

    /// Adds a record. Not if it is full.
    void add(const command::Sample& sample);

    [[nodiscard]] bool is_empty() const noexcept { return times_.empty(); }
    [[nodiscard]] bool is_full() const noexcept { return times_.size() == rows_; }
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }

    /// Until the next call. Values that are not finite are left out too.
    [[nodiscard]] ColumnValues column(std::size_t column);

    void clear() noexcept { times_.clear(); }

  private:
    std::size_t columns_;
    std::size_t rows_;
    std::vector<double> values_; // column by column; not a number where there is none
    std::vector<RecordTime> times_;
    std::vector<double> present_;
    std::vector<RecordTime> present_times_;
};

} // namespace pdh_shim::tools::relog
