// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Prints which pdh.dll a program gets.
#include <windows.h>

#include <stdio.h>

int main(void) {
    const HMODULE pdh = LoadLibraryW(L"pdh.dll");
    if (pdh == NULL) {
        puts("none");
        return 1;
    }
    puts(GetProcAddress(pdh, "pdh_shim_status_name") == NULL ? "the system's" : "pdh-shim");
    return 0;
}
