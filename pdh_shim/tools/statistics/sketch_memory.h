// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

namespace pdh_shim::tools::statistics {

/// The memory that the counts of many sketches may take together. Two thirds are divided among them; whoever
/// needs more takes it of the last third, while it lasts, up to a limit: most counters of a large log hardly
/// change, and leave more to the others.
class SketchMemory {
  public:
    /// What a sketch may always have: enough for the coarsest buckets.
    static constexpr std::size_t least = 64;

    SketchMemory(std::size_t bytes, std::size_t sketches) noexcept
        : share_(std::max(bytes / 3 * 2 / std::max<std::size_t>(sketches, 1), least)), rest_(bytes / 3) {}

    /// Whether a sketch may have `after` bytes in place of those that it has; it then has them.
    [[nodiscard]] bool replace(std::size_t before, std::size_t after) noexcept {
        const std::size_t rest = rest_ + beyond_share(before);
        if (after > most_shares * share_ || beyond_share(after) > rest) {
            return false;
        }
        rest_ = rest - beyond_share(after);
        return true;
    }

  private:
    static constexpr std::size_t most_shares = 6;

    [[nodiscard]] std::size_t beyond_share(std::size_t bytes) const noexcept {
        return bytes > share_ ? bytes - share_ : 0;
    }

    std::size_t share_;
    std::size_t rest_;
};

} // namespace pdh_shim::tools::statistics
