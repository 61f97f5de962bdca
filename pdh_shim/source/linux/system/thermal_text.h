// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/scanner.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace pdh_shim::source::linux {

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
