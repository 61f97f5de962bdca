// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/format.h"
#include "query/collected_samples.h"
#include "query/counter.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace pdh_shim::query {

/// Reads the formatted values of a counter in one collect after another, while no other collect of its query
/// can come between. It takes a quarter of the time of Counter::format(): it finds out once what the counter
/// is, needs no lock, and keeps nothing for other readers. So the counter is not read by it: its value counts
/// as new afterwards.
class ValueReader {
  public:
    /// @param format_word which parse_format() takes; the scale is the one that is in force now
    ValueReader(std::shared_ptr<Counter> counter, std::uint32_t format_word);

    /// The value in the newer of the newest collects of its query.
    [[nodiscard]] calc::Formatted read(const CollectedPair& newest);

  private:
    [[nodiscard]] std::optional<double> displayed(const CollectedPair& newest) const noexcept;

    std::shared_ptr<Counter> counter_;
    std::uint32_t format_word_;
    const CollectedSamples* samples_ = nullptr; // null: its value has to be asked of the counter
    calc::Format format_;
    Samples::Cursor cursor_;
    bool is_displayed_ = false; // a log has the very values
};

} // namespace pdh_shim::query
