// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Reads frequencies of processors and the state of batteries from /sys, for CallNtPowerInformation.

#include <windows.h>

#include <optional>
#include <powerbase.h>
#include <string>
#include <vector>

namespace pdh_shim::compat {

/// PROCESSOR_POWER_INFORMATION, which programs declare themselves.
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

/// The sum of all batteries; empty if the folder does not exist.
/// @param folder /sys/class/power_supply
[[nodiscard]] std::optional<SYSTEM_BATTERY_STATE> battery_state(const std::string& folder);

} // namespace pdh_shim::compat
