// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Creates and opens file mappings, which may have names.
#include "files/mapping.h"
#include "text/tchar_text.h"

namespace compat = pdh_shim::compat;

HANDLE WINAPI CreateFileMapping(HANDLE hFile, LPSECURITY_ATTRIBUTES, DWORD flProtect, DWORD dwMaximumSizeHigh,
    DWORD dwMaximumSizeLow, LPCTSTR lpName) {
    const ULONGLONG size = static_cast<ULONGLONG>(dwMaximumSizeHigh) << 32 | dwMaximumSizeLow;
    return compat::create_mapping(hFile, flProtect, size, compat::utf8_or_empty(lpName));
}

HANDLE WINAPI OpenFileMapping(DWORD dwDesiredAccess, BOOL, LPCTSTR lpName) {
    return compat::open_mapping(dwDesiredAccess, compat::utf8_or_empty(lpName));
}
