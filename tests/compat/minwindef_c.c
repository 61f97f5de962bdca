// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* min and max in C, for minwindef_test.cpp. */
#include <windows.h>

DWORD smaller_in_c(DWORD a, DWORD b);

DWORD smaller_in_c(DWORD a, DWORD b) {
    return min(a, b) + __max(a, b);
}
