// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/boot_time.h"

#include "base/clock.h"
#include "base/saturating.h"
#include "source/linux/system/system_text.h"

namespace pdh_shim::source::linux {

void BootTime::update(std::optional<std::string_view> uptime, std::int64_t time_100ns) {
    const std::int64_t since = uptime ? parse_uptime(*uptime) : unread;
    if (since == unread) {
        return;
    }
    const std::int64_t boot = saturated_subtract(time_100ns, since);
    // The kernel tells hundredths of a second: the start must not waver by them.
    if (value_ == unread || saturated_distance(boot, value_) > ticks_per_second / 2) {
        value_ = boot;
    }
}

} // namespace pdh_shim::source::linux
