// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

#include <optional>
#include <powerbase.h>
#include <string>
#include <vector>

namespace pdh_shim::compat {

/// As programs declare PROCESSOR_POWER_INFORMATION.
struct ProcessorPower {
    ULONG number;
    ULONG max_mhz;
    ULONG current_mhz;
    ULONG mhz_limit;
    ULONG max_idle_state;
    ULONG current_idle_state;
};

/// Frequencies of the processors that are in use; nothing if the machine does not report them.
/// @param folder /sys/devices/system/cpu
/// @param cpuinfo text of /proc/cpuinfo
[[nodiscard]] std::optional<std::vector<ProcessorPower>> processor_power(
    const std::string& folder, const std::string& cpuinfo);

/// @param folder /sys/class/power_supply @returns nothing when there is no such folder
[[nodiscard]] std::optional<SYSTEM_BATTERY_STATE> battery_state(const std::string& folder);

} // namespace pdh_shim::compat
