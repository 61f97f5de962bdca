// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The part of the registry that performance monitors read, made from pdh-shim's own counters: the
// performance keys, the title databases below Perflib, and the Performance keys of registered providers.
// All keys are read-only.

#include <minwindef.h>
#include <pdh_shim_need_compat.h>
#include <winerror.h>

#define HKEY_CLASSES_ROOT ((HKEY)(ULONG_PTR)(LONG)0x80000000)
#define HKEY_CURRENT_USER ((HKEY)(ULONG_PTR)(LONG)0x80000001)
#define HKEY_LOCAL_MACHINE ((HKEY)(ULONG_PTR)(LONG)0x80000002)
#define HKEY_USERS ((HKEY)(ULONG_PTR)(LONG)0x80000003)
#define HKEY_PERFORMANCE_DATA ((HKEY)(ULONG_PTR)(LONG)0x80000004)
#define HKEY_PERFORMANCE_TEXT ((HKEY)(ULONG_PTR)(LONG)0x80000050)
#define HKEY_PERFORMANCE_NLSTEXT ((HKEY)(ULONG_PTR)(LONG)0x80000060)

typedef DWORD ACCESS_MASK;
typedef ACCESS_MASK REGSAM;
typedef LONG LSTATUS;

#ifdef __cplusplus
extern "C" {
#endif

/// @retval ERROR_FILE_NOT_FOUND there is no such key here
LSTATUS WINAPI RegOpenKeyExA(HKEY hKey, LPCSTR lpSubKey, DWORD ulOptions, REGSAM samDesired, PHKEY phkResult);
LSTATUS WINAPI RegOpenKeyExW(HKEY hKey, LPCWSTR lpSubKey, DWORD ulOptions, REGSAM samDesired, PHKEY phkResult)
    PDH_SHIM_TEXT_OF_WCHAR(RegOpenKeyExW);
LSTATUS WINAPI RegOpenKeyA(HKEY hKey, LPCSTR lpSubKey, PHKEY phkResult);
LSTATUS WINAPI RegOpenKeyW(HKEY hKey, LPCWSTR lpSubKey, PHKEY phkResult) PDH_SHIM_TEXT_OF_WCHAR(RegOpenKeyW);
LSTATUS WINAPI RegCloseKey(HKEY hKey);
/// Gets the number of values and the size of the longest one, for a buffer. There is no class, no security
/// descriptor and no time of the last change; performance data is not listed among the values.
LSTATUS WINAPI RegQueryInfoKeyA(HKEY hKey, LPSTR lpClass, LPDWORD lpcchClass, LPDWORD lpReserved,
    LPDWORD lpcSubKeys, LPDWORD lpcbMaxSubKeyLen, LPDWORD lpcbMaxClassLen, LPDWORD lpcValues,
    LPDWORD lpcbMaxValueNameLen, LPDWORD lpcbMaxValueLen, LPDWORD lpcbSecurityDescriptor,
    PFILETIME lpftLastWriteTime);
LSTATUS WINAPI RegQueryInfoKeyW(HKEY hKey, LPWSTR lpClass, LPDWORD lpcchClass, LPDWORD lpReserved,
    LPDWORD lpcSubKeys, LPDWORD lpcbMaxSubKeyLen, LPDWORD lpcbMaxClassLen, LPDWORD lpcValues,
    LPDWORD lpcbMaxValueNameLen, LPDWORD lpcbMaxValueLen, LPDWORD lpcbSecurityDescriptor,
    PFILETIME lpftLastWriteTime) PDH_SHIM_TEXT_OF_WCHAR(RegQueryInfoKeyW);

/// Sizes are in bytes. The value of HKEY_PERFORMANCE_DATA is a PERF_DATA_BLOCK of the objects that
/// `lpValueName` asks for: `Global`, `Costly` or a list of title indexes. It is collected by the call,
/// so ERROR_MORE_DATA does not return the needed size: double the buffer and try again. The names
/// of the computer and of instances in it are of WCHAR, in both functions, and all lengths and offsets are
/// those of this block; Signature is UTF-16 always.
LSTATUS WINAPI RegQueryValueExA(HKEY hKey, LPCSTR lpValueName, LPDWORD lpReserved, LPDWORD lpType,
    LPBYTE lpData, LPDWORD lpcbData) PDH_SHIM_TEXT_OF_WCHAR(RegQueryValueExA);
LSTATUS WINAPI RegQueryValueExW(HKEY hKey, LPCWSTR lpValueName, LPDWORD lpReserved, LPDWORD lpType,
    LPBYTE lpData, LPDWORD lpcbData) PDH_SHIM_TEXT_OF_WCHAR(RegQueryValueExW);

/// A key of this computer (NULL or a name of its), or HKEY_PERFORMANCE_DATA of another one that the sources
/// ask: then also `Counter 009` and `Explain 009` are the other's. All other keys of it give
/// ERROR_ACCESS_DENIED. While it does not answer, RegQueryValueEx gives RPC_S_SERVER_UNAVAILABLE.
/// @retval ERROR_BAD_NETPATH the computer does not answer, or the sources do not ask it
LSTATUS WINAPI RegConnectRegistryA(LPCSTR lpMachineName, HKEY hKey, PHKEY phkResult);
LSTATUS WINAPI RegConnectRegistryW(LPCWSTR lpMachineName, HKEY hKey, PHKEY phkResult)
    PDH_SHIM_TEXT_OF_WCHAR(RegConnectRegistryW);

#ifdef __cplusplus
}
#endif

#define RegOpenKey PDH_SHIM_AW(RegOpenKey)
#define RegOpenKeyEx PDH_SHIM_AW(RegOpenKeyEx)
#define RegQueryInfoKey PDH_SHIM_AW(RegQueryInfoKey)
#define RegQueryValueEx PDH_SHIM_AW(RegQueryValueEx)
#define RegConnectRegistry PDH_SHIM_AW(RegConnectRegistry)
