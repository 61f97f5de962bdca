// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// CallNtPowerInformation, for the frequencies of processors and for batteries. The figures are Linux's.

#include <windows.h>

#include <pdh_shim_need_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef LONG NTSTATUS;

/// The supported levels; Windows has more.
typedef enum {
    SystemBatteryState = 5,
    ProcessorInformation = 11,
} POWER_INFORMATION_LEVEL;

/// All batteries of the machine together, without the batteries of mice and other devices. Figures that the
/// machine does not report are 0.
typedef struct {
    BOOLEAN AcOnLine; ///< also when there is no battery
    BOOLEAN BatteryPresent;
    BOOLEAN Charging;
    BOOLEAN Discharging;
    BOOLEAN Spare1[3];
    BYTE Tag;                ///< 0
    DWORD MaxCapacity;       ///< mWh when it is full
    DWORD RemainingCapacity; ///< mWh
    DWORD Rate;              ///< mW, as a LONG: less than 0 while it discharges
    DWORD EstimatedTime;     ///< seconds until it is empty; (DWORD)-1 while it does not discharge
    DWORD DefaultAlert1;     ///< mWh at which the system warns
    DWORD DefaultAlert2;     ///< 0
} SYSTEM_BATTERY_STATE, *PSYSTEM_BATTERY_STATE;

/// SystemBatteryState gives a SYSTEM_BATTERY_STATE. ProcessorInformation gives, for each processor that
/// GetSystemInfo counts, a PROCESSOR_POWER_INFORMATION, which programs declare themselves, as Windows'
/// headers do not: six ULONG, which are the number, MHz at most, now and allowed, the number of the deepest
/// idle state, and that of the current one, which is 0. Where the frequency does not change (most virtual
/// machines) all three are the frequency in /proc/cpuinfo.
/// @param input NULL, and `inputSize` 0
/// @retval 0 success
/// @retval 0xC000000D (STATUS_INVALID_PARAMETER) another level, or input, or no output
/// @retval 0xC0000023 (STATUS_BUFFER_TOO_SMALL)
/// @retval 0xC00000BB (STATUS_NOT_SUPPORTED) the machine does not report it
NTSTATUS WINAPI CallNtPowerInformation(
    POWER_INFORMATION_LEVEL level, PVOID input, ULONG inputSize, PVOID output, ULONG outputSize);

#ifdef __cplusplus
}
#endif
