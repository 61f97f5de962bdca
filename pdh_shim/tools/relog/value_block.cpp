// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/value_block.h"

#include <algorithm>
#include <cmath>

namespace pdh_shim::tools::relog {

namespace {

constexpr std::size_t most_rows = 120;
constexpr std::size_t least_rows = 16;
constexpr std::size_t most_values = std::size_t{1} << 18U;

} // namespace

std::size_t ValueBlock::rows_for(std::size_t columns) noexcept {
    return std::clamp(most_values / std::max<std::size_t>(columns, 1), least_rows, most_rows);
}

void ValueBlock::show(
    const command::SampleBlock& samples, std::size_t columns, std::size_t skipped, std::uint64_t every) {
    rows_.clear();
    times_.clear();
    for (std::size_t i = skipped; i < samples.samples; ++i) {
        if ((i - skipped) % every == 0) {
            rows_.push_back(samples.values.data() + i * columns);
            times_.push_back({samples.local_times[i], samples.biases[i]});
        }
    }
}

ColumnValues ValueBlock::column(std::size_t column) {
    present_.resize(rows_.size());
    auto end = present_.begin();
    for (const auto* const row : rows_) {
        *end = row[column];
        end += std::isfinite(row[column]) ? 1 : 0;
    }
    present_.erase(end, present_.end());
    if (present_.size() == times_.size()) {
        return {present_, times_};
    }
    present_times_.clear();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (std::isfinite(rows_[i][column])) {
            present_times_.push_back(times_[i]);
        }
    }
    return {present_, present_times_};
}

} // namespace pdh_shim::tools::relog
