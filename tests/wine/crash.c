// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Crashes, and says so before.
#include <windows.h>

#include <stdio.h>

int main(void) {
    puts("here it crashes");
    fflush(stdout);
    RaiseException(EXCEPTION_ACCESS_VIOLATION, EXCEPTION_NONCONTINUABLE, 0, NULL);
    return 0;
}
