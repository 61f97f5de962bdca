// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A library without DllMain, which uses the compat library.
#include <windows.h>

__attribute__((visibility("default"))) DWORD ticks(void) {
    return GetTickCount();
}
