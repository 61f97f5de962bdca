// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/saturating.h"

#include <algorithm>
#include <cstdint>

namespace pdh_shim {

/// When to try again what failed: after the shortest time, and after each further failure twice as long, up
/// to the longest. Times are of the performance clock.
class BackOff {
  public:
    static constexpr std::int64_t shortest = ticks_per_second;
    static constexpr std::int64_t longest = 60 * ticks_per_second;

    explicit BackOff(std::int64_t first = shortest, std::int64_t last = longest) noexcept
        : first_(first), last_(last) {}

    [[nodiscard]] bool is_over(std::int64_t now) const noexcept { return now >= next_try_; }

    /// @return the time until the next try
    std::int64_t fail(std::int64_t now) noexcept {
        wait_ = std::clamp(2 * wait_, first_, last_);
        next_try_ = saturated_add(now, wait_);
        return wait_;
    }

    /// The next failure counts as the first one.
    void succeed() noexcept { wait_ = 0; }

  private:
    std::int64_t first_;
    std::int64_t last_;
    std::int64_t wait_ = 0;
    std::int64_t next_try_ = 0;
};

} // namespace pdh_shim
