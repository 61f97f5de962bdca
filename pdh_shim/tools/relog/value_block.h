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
    /// How many records are read at once.
    [[nodiscard]] static std::size_t rows_for(std::size_t columns) noexcept;

    /// Shows samples, which have to stay until the next call: of those after the first `skipped`, the first
    /// and each that is `every` further.
    void show(
        const command::SampleBlock& samples, std::size_t columns, std::size_t skipped, std::uint64_t every);

    [[nodiscard]] std::size_t records() const noexcept { return times_.size(); }

    /// Until the next call. Values that are not finite are left out too.
    [[nodiscard]] ColumnValues column(std::size_t column);

  private:
    std::vector<const double*> rows_;
    std::vector<RecordTime> times_;
    std::vector<double> present_;
    std::vector<RecordTime> present_times_;
};

} // namespace pdh_shim::tools::relog
