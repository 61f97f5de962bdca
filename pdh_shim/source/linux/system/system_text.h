// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pdh_shim::source::linux {

/// The values of a battery: milliwatts, milliwatt hours and millivolts.
struct BatteryField {
    enum Index : std::uint8_t { charge_rate, discharge_rate, remaining, voltage, count };
};
using BatteryValues = std::array<std::int64_t, BatteryField::count>;

/// Reads the `uevent` of a battery: lines `POWER_SUPPLY_NAME=VALUE`. What it does not have is `unread`.
[[nodiscard]] BatteryValues parse_battery(std::string_view text);

/// Whether a folder of /sys/class/powercap is a zone whose energy the processors count (RAPL). Those of
/// `intel-rapl-mmio` are the same ones, read in another way.
[[nodiscard]] constexpr bool is_energy_zone(std::string_view folder) noexcept {
    return folder.starts_with("intel-rapl:");
}

/// A zone as Windows names it, given the kernel's names of it and, if it lies in another one, of that:
/// `package-0` is RAPL_Package0_PKG, and its `core`, `uncore` and `dram` are RAPL_Package0_PP0, _PP1 and
/// _DRAM.
[[nodiscard]] inline std::string energy_instance(std::string_view outer, std::string_view name) {
    constexpr auto parts = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"core", "PP0"}, {"uncore", "PP1"}, {"dram", "DRAM"}});
    constexpr std::string_view package = "package-";
    const std::string_view top = outer.empty() ? name : outer;
    std::string instance = "RAPL_";
    if (top.starts_with(package)) {
        std::string number(top.substr(package.size())); // perhaps `0-die-1`
        std::ranges::replace(number, '-', '_');
        instance += "Package" + number;
    } else {
        instance += top;
    }
    const auto* const part =
        std::ranges::find(parts, name, &std::pair<std::string_view, std::string_view>::first);
    if (outer.empty()) {
        return top.starts_with(package) ? instance + "_PKG" : instance;
    }
    return instance + "_" + std::string(part == parts.end() ? name : part->second);
}

/// The number of a thermal zone, given the name of its folder; none for the other folders beside it.
[[nodiscard]] constexpr std::optional<std::int64_t> thermal_zone_number(std::string_view folder) noexcept {
    constexpr std::string_view prefix = "thermal_zone";
    return folder.starts_with(prefix) ? whole_number(folder.substr(prefix.size())) : std::nullopt;
}

/// The temperature in a zone's `temp` file in tenths of a kelvin, or `unread`.
[[nodiscard]] constexpr std::int64_t parse_temperature(std::string_view text) noexcept {
    constexpr std::int64_t absolute_zero = -273'150; // in thousandths of a degree Celsius, as the kernel's
    constexpr std::int64_t tenth = 100;
    const std::optional<std::int64_t> shown = whole_number(text);
    // A zone that has not been measured yet shows less.
    return shown && *shown >= absolute_zero ? (*shown - absolute_zero) / tenth : unread;
}

} // namespace pdh_shim::source::linux
