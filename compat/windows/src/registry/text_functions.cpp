// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Opens registry keys and reads their values.
#include "registry/registry.h"
#include "text/tchar_text.h"

namespace compat = pdh_shim::compat;
using compat::utf8_or_empty;

namespace {

compat::Text to_program(std::u16string_view text) {
    return compat::to_tchar(compat::to_utf8(text));
}

} // namespace

LSTATUS WINAPI RegOpenKeyEx(HKEY hKey, LPCTSTR lpSubKey, DWORD, REGSAM, PHKEY phkResult) {
    return compat::open_key(hKey, utf8_or_empty(lpSubKey), phkResult);
}

LSTATUS WINAPI RegOpenKey(HKEY hKey, LPCTSTR lpSubKey, PHKEY phkResult) {
    return RegOpenKeyEx(hKey, lpSubKey, 0, KEY_READ, phkResult);
}

LSTATUS WINAPI RegQueryInfoKey(HKEY hKey, LPTSTR lpClass, LPDWORD lpcchClass, LPDWORD, LPDWORD lpcSubKeys,
    LPDWORD lpcbMaxSubKeyLen, LPDWORD lpcbMaxClassLen, LPDWORD lpcValues, LPDWORD lpcbMaxValueNameLen,
    LPDWORD lpcbMaxValueLen, LPDWORD lpcbSecurityDescriptor, PFILETIME lpftLastWriteTime) {
    compat::write_nothing(
        compat::units(lpClass), lpcchClass, {lpcbMaxClassLen, lpcbSecurityDescriptor}, lpftLastWriteTime);
    return compat::query_info(
        hKey, {lpcSubKeys, lpcbMaxSubKeyLen, lpcValues, lpcbMaxValueNameLen, lpcbMaxValueLen}, to_program);
}

LSTATUS WINAPI RegConnectRegistry(LPCTSTR lpMachineName, HKEY hKey, PHKEY phkResult) {
    return compat::connect(utf8_or_empty(lpMachineName), hKey, phkResult);
}

// A block of performance data has wide names whichever function asks for it, so both have a symbol for each
// width.
#ifdef UNICODE
LSTATUS WINAPI RegQueryValueExW(
    HKEY hKey, LPCWSTR lpValueName, LPDWORD, LPDWORD lpType, LPBYTE lpData, LPDWORD lpcbData) {
    return compat::query_value(
        hKey, utf8_or_empty(lpValueName), lpType, lpData, lpcbData, sizeof(wchar_t), to_program);
}

LSTATUS WINAPI RegQueryValueExA(
    HKEY hKey, LPCSTR lpValueName, LPDWORD, LPDWORD lpType, LPBYTE lpData, LPDWORD lpcbData) {
    return compat::query_value(hKey, lpValueName == nullptr ? std::string() : lpValueName, lpType, lpData,
        lpcbData, sizeof(wchar_t), [](std::u16string_view text) { return compat::to_utf8(text); });
}
#endif
