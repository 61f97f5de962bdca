// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/system/system_text.h"

#include "base/saturating.h"

#include <algorithm>
#include <cstddef>

namespace pdh_shim::source::linux {
namespace {

/// Microvolts, -watts, -amperes, -watt hours and -ampere hours.
struct SupplyNumber {
    enum Index : std::uint8_t { voltage, design_voltage, power, current, energy, charge, count };
};
using SupplyNumbers = std::array<std::int64_t, SupplyNumber::count>;

constexpr std::array<std::string_view, SupplyNumber::count> supply_names{
    "VOLTAGE_NOW", "VOLTAGE_MIN_DESIGN", "POWER_NOW", "CURRENT_NOW", "ENERGY_NOW", "CHARGE_NOW"};

/// Microvolts times microamperes, or ampere hours, as microwatts, or watt hours.
std::int64_t micro_product(std::int64_t volts, std::int64_t amperes) {
    constexpr std::int64_t thousand = 1000; // twice, so that the product of both is not too large
    return volts == unread || amperes == unread
               ? unread
               : bounded(saturated_multiply(volts / thousand, amperes) / thousand);
}

std::int64_t thousandth(std::int64_t value) {
    return value == unread ? unread : value / 1000;
}

/// Some drivers show what a battery gives as a negative number.
std::int64_t magnitude(std::int64_t value) {
    return value == unread ? unread : std::max(value, -value);
}

} // namespace

BatteryValues parse_battery(std::string_view text) {
    SupplyNumbers numbers{};
    numbers.fill(unread);
    std::string_view status;
    Scanner lines(text);
    while (!lines.at_end()) {
        Scanner line(lines.line());
        if (!line.skip("POWER_SUPPLY_")) {
            continue;
        }
        const std::string_view rest = line.rest();
        const std::size_t equals = std::min(rest.find('='), rest.size());
        const std::string_view name = rest.substr(0, equals);
        const std::string_view value = rest.substr(std::min(equals + 1, rest.size()));
        if (name == "STATUS") {
            status = value;
        }
        const auto* const known = std::ranges::find(supply_names, name);
        if (known != supply_names.end()) {
            numbers[static_cast<std::size_t>(known - supply_names.begin())] =
                whole_number(value).value_or(unread);
        }
    }
    const std::int64_t power =
        magnitude(numbers[SupplyNumber::power] != unread
                      ? numbers[SupplyNumber::power]
                      : micro_product(numbers[SupplyNumber::voltage], numbers[SupplyNumber::current]));
    const std::int64_t nominal = numbers[SupplyNumber::design_voltage] != unread
                                     ? numbers[SupplyNumber::design_voltage]
                                     : numbers[SupplyNumber::voltage];
    const std::int64_t energy = numbers[SupplyNumber::energy] != unread
                                    ? numbers[SupplyNumber::energy]
                                    : micro_product(nominal, numbers[SupplyNumber::charge]);
    const bool is_known =
        status == "Charging" || status == "Discharging" || status == "Full" || status == "Not charging";
    const std::int64_t rest_rate = is_known ? 0 : unread;
    return {status == "Charging" ? thousandth(power) : rest_rate,
        status == "Discharging" ? thousandth(power) : rest_rate, thousandth(energy),
        thousandth(numbers[SupplyNumber::voltage])};
}

} // namespace pdh_shim::source::linux
