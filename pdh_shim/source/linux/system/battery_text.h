// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/scanner.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace pdh_shim::source::linux {

/// The values of a battery: milliwatts, milliwatt hours and millivolts.
struct BatteryField {
    enum Index : std::uint8_t { charge_rate, discharge_rate, remaining, voltage, count };
};
using BatteryValues = std::array<std::int64_t, BatteryField::count>;

/// Reads the `uevent` of a battery: lines `POWER_SUPPLY_NAME=VALUE`. What it does not tell is `unread`.
[[nodiscard]] BatteryValues parse_battery(std::string_view text);

} // namespace pdh_shim::source::linux
