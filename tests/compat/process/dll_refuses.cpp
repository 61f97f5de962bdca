// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A library that refuses to be loaded, with a DllMain of C++.
#include <windows.h>

#include <stdio.h>

BOOL APIENTRY DllMain(HMODULE, DWORD reason, LPVOID) {
    FILE* const log = fopen(getenv("DLL_EVENTS"), "a");
    fprintf(log, "refuses %u\n", reason);
    fclose(log);
    return reason != DLL_PROCESS_ATTACH;
}
