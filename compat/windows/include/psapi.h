// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The functions of Windows' psapi.dll for processes and the machine. Process handles come from OpenProcess
// and GetCurrentProcess. The figures come from Linux; those that it does not have are 0, as noted here.

#include <windows.h>

#include <pdh_shim_need_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _PROCESS_MEMORY_COUNTERS {
    DWORD cb;
    DWORD PageFaultCount;
    SIZE_T PeakWorkingSetSize;
    SIZE_T WorkingSetSize;
    SIZE_T QuotaPeakPagedPoolUsage;    ///< 0: the kernel's memory is not charged to processes
    SIZE_T QuotaPagedPoolUsage;        ///< 0
    SIZE_T QuotaPeakNonPagedPoolUsage; ///< 0
    SIZE_T QuotaNonPagedPoolUsage;     ///< 0
    SIZE_T PagefileUsage;              ///< private memory, resident or swapped out
    SIZE_T PeakPagefileUsage;          ///< 0: no peak is kept
} PROCESS_MEMORY_COUNTERS, *PPROCESS_MEMORY_COUNTERS;

typedef struct _PROCESS_MEMORY_COUNTERS_EX {
    DWORD cb;
    DWORD PageFaultCount;
    SIZE_T PeakWorkingSetSize;
    SIZE_T WorkingSetSize;
    SIZE_T QuotaPeakPagedPoolUsage;
    SIZE_T QuotaPagedPoolUsage;
    SIZE_T QuotaPeakNonPagedPoolUsage;
    SIZE_T QuotaNonPagedPoolUsage;
    SIZE_T PagefileUsage;
    SIZE_T PeakPagefileUsage;
    SIZE_T PrivateUsage; ///< as PagefileUsage
} PROCESS_MEMORY_COUNTERS_EX, *PPROCESS_MEMORY_COUNTERS_EX;

/// Sizes of memory are in pages of PageSize bytes.
typedef struct _PERFORMANCE_INFORMATION {
    DWORD cb;
    SIZE_T CommitTotal;
    SIZE_T CommitLimit; ///< memory and swap; less than CommitTotal where the kernel overcommits
    SIZE_T CommitPeak;  ///< 0: no peak is kept
    SIZE_T PhysicalTotal;
    SIZE_T PhysicalAvailable;
    SIZE_T SystemCache;
    SIZE_T KernelTotal;
    SIZE_T KernelPaged;    ///< what the kernel can give back
    SIZE_T KernelNonpaged; ///< what it cannot: slabs, stacks and page tables
    SIZE_T PageSize;
    DWORD HandleCount; ///< open files
    DWORD ProcessCount;
    DWORD ThreadCount;
} PERFORMANCE_INFORMATION, *PPERFORMANCE_INFORMATION, PERFORMACE_INFORMATION, *PPERFORMACE_INFORMATION;

/// Ids of the processes, as many as fit into `cb` bytes; a full buffer means that there may be more.
/// @param needed the bytes that were written
BOOL WINAPI EnumProcesses(DWORD* ids, DWORD cb, DWORD* needed);
/// @retval FALSE ERROR_BAD_LENGTH: `cb` is less than the structure's size
BOOL WINAPI GetPerformanceInfo(PPERFORMANCE_INFORMATION information, DWORD cb);
/// @param counters PROCESS_MEMORY_COUNTERS, or _EX by its size
/// @retval FALSE ERROR_INSUFFICIENT_BUFFER: `cb` is less than PROCESS_MEMORY_COUNTERS has;
///     ERROR_INVALID_HANDLE: no process, or one that has ended
BOOL WINAPI GetProcessMemoryInfo(HANDLE process, PPROCESS_MEMORY_COUNTERS counters, DWORD cb);

/// The modules of a process: the executable only, which is the first on Windows too.
/// @param needed the size in bytes of all modules: more than `cb` when they do not fit
/// @retval FALSE ERROR_INVALID_HANDLE: no process, or one that has ended; ERROR_INVALID_PARAMETER
BOOL WINAPI EnumProcessModules(HANDLE process, HMODULE* modules, DWORD cb, LPDWORD needed);
/// The executable's path, cut off where the buffer ends.
/// @param module NULL, or what EnumProcessModules gave
/// @retval 0 ERROR_INVALID_HANDLE; ERROR_ACCESS_DENIED: it is another user's; ERROR_GEN_FAILURE: a thread of
///     the kernel; ERROR_INSUFFICIENT_BUFFER: there is no buffer
DWORD WINAPI GetModuleFileNameExA(HANDLE process, HMODULE module, LPSTR name, DWORD size);
DWORD WINAPI GetModuleFileNameExW(HANDLE process, HMODULE module, LPWSTR name, DWORD size)
    PDH_SHIM_TEXT_OF_WCHAR(GetModuleFileNameExW);
/// As GetModuleFileNameEx, without the folder; of another user's process, too, whose name can be cut after 15
/// characters then.
DWORD WINAPI GetModuleBaseNameA(HANDLE process, HMODULE module, LPSTR name, DWORD size);
DWORD WINAPI GetModuleBaseNameW(HANDLE process, HMODULE module, LPWSTR name, DWORD size)
    PDH_SHIM_TEXT_OF_WCHAR(GetModuleBaseNameW);
/// The executable's path. @retval 0 ERROR_INSUFFICIENT_BUFFER; ERROR_INVALID_PARAMETER: there is no buffer;
///     else as GetModuleFileNameEx
DWORD WINAPI GetProcessImageFileNameA(HANDLE process, LPSTR name, DWORD size);
DWORD WINAPI GetProcessImageFileNameW(HANDLE process, LPWSTR name, DWORD size)
    PDH_SHIM_TEXT_OF_WCHAR(GetProcessImageFileNameW);

#ifdef __cplusplus
}
#endif

// The names that kernel32 has them by.
#define K32EnumProcesses EnumProcesses
#define K32EnumProcessModules EnumProcessModules
#define K32GetPerformanceInfo GetPerformanceInfo
#define K32GetProcessMemoryInfo GetProcessMemoryInfo
#define K32GetModuleFileNameExA GetModuleFileNameExA
#define K32GetModuleFileNameExW GetModuleFileNameExW
#define K32GetModuleBaseNameA GetModuleBaseNameA
#define K32GetModuleBaseNameW GetModuleBaseNameW
#define K32GetProcessImageFileNameA GetProcessImageFileNameA
#define K32GetProcessImageFileNameW GetProcessImageFileNameW

#define GetModuleFileNameEx PDH_SHIM_AW(GetModuleFileNameEx)
#define GetModuleBaseName PDH_SHIM_AW(GetModuleBaseName)
#define GetProcessImageFileName PDH_SHIM_AW(GetProcessImageFileName)
