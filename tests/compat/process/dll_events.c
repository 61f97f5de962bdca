// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A library that records the arguments of its DllMain. Built under several names.
#include <windows.h>

#include <stdio.h>

static void write_down(const char* event, LPVOID reserved) {
    FILE* const log = fopen(getenv("DLL_EVENTS"), "a");
    fprintf(log, "%s %s%s\n", DLL_NAME, event, reserved != NULL ? " at the end" : "");
    fclose(log);
}

__attribute__((visibility("default"))) HINSTANCE instance;

__attribute__((visibility("default"))) int answer(void) {
    return 42;
}

BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, LPVOID reserved) {
    switch (reason) {
    case DLL_PROCESS_ATTACH:
        instance = library;
        write_down("attach", reserved);
        break;
    case DLL_PROCESS_DETACH:
        write_down("detach", reserved);
        break;
    case DLL_THREAD_ATTACH:
        write_down("thread attach", reserved);
        break;
    case DLL_THREAD_DETACH:
        write_down("thread detach", reserved);
        break;
    }
    return TRUE;
}
