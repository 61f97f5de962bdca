// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/amounts.h"

#include <cstdint>

namespace pdh_shim::calc {

/// Continues a count that the kernel keeps in 32 bits, or a sum of such counts.
class Counter32 {
  public:
    /// The continued count, given what the kernel shows now. A fall is a wrap if what came since is less than
    /// half the range; else a value was taken back, and the count does not change.
    [[nodiscard]] std::int64_t advance(std::int64_t shown) noexcept {
        if (!started_) {
            started_ = true;
            total_ = shown;
        } else {
            total_ = sum_of({total_, growth(shown)});
        }
        last_ = shown;
        return total_;
    }

  private:
    static constexpr std::uint32_t half_range = 0x8000'0000U;

    [[nodiscard]] std::int64_t growth(std::int64_t shown) const noexcept {
        if (shown >= last_) {
            return shown - last_;
        }
        const auto around = static_cast<std::uint32_t>(shown - last_);
        return around < half_range ? around : 0;
    }

    std::int64_t total_ = 0;
    std::int64_t last_ = 0;
    bool started_ = false;
};

} // namespace pdh_shim::calc
