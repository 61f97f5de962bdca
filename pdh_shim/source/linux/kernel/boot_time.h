// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/scanner.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace pdh_shim::source::linux {

/// First number of /proc/uptime, in units of 100 ns, or `unread`.
[[nodiscard]] std::int64_t parse_uptime(std::string_view text);

/// When the machine was started, on the clock of PerfTime100nSec.
class BootTime {
  public:
    /// Takes a reading of /proc/uptime. The first result is kept, unless the clocks diverge.
    void update(std::optional<std::string_view> uptime, std::int64_t time_100ns);

    /// `unread` before the first reading.
    [[nodiscard]] std::int64_t value() const noexcept { return value_; }

  private:
    std::int64_t value_ = unread;
};

} // namespace pdh_shim::source::linux
