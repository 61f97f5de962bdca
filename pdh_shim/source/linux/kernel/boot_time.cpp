// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/boot_time.h"

#include "base/clock.h"
#include "base/saturating.h"

namespace pdh_shim::source::linux {

std::int64_t parse_uptime(std::string_view text) {
    Scanner scanner(text);
    const std::optional<std::int64_t> seconds = scanner.number();
    if (!seconds || *seconds < 0) {
        return unread;
    }
    std::int64_t time = scaled(*seconds, ticks_per_second);
    scanner.skip(".");
    const std::string_view digits = scanner.word();
    std::int64_t unit = ticks_per_second / 10;
    for (std::size_t i = 0; i < digits.size() && digits[i] >= '0' && digits[i] <= '9'; ++i) {
        time += unit * (digits[i] - '0');
        unit /= 10;
    }
    return time;
}

void BootTime::update(std::optional<std::string_view> uptime, std::int64_t time_100ns) {
    const std::int64_t since = uptime ? parse_uptime(*uptime) : unread;
    if (since == unread) {
        return;
    }
    const std::int64_t boot = saturated_subtract(time_100ns, since);
    // The kernel counts hundredths of a second: the start must not waver by them.
    if (value_ == unread || saturated_distance(boot, value_) > ticks_per_second / 2) {
        value_ = boot;
    }
}

} // namespace pdh_shim::source::linux
