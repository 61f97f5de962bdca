// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* The application: publishes its values, says so, and lives until its input ends. */
#include "shared_values.h"

#include <windows.h>

#include <stdio.h>

int main(void) {
    struct shared_values* values;
    HANDLE mapping = CreateFileMappingW(
        INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, sizeof(struct shared_values), SHARED_NAME);
    if (mapping == NULL || GetLastError() == ERROR_ALREADY_EXISTS) {
        return 1;
    }
    values = (struct shared_values*)MapViewOfFile(mapping, FILE_MAP_WRITE, 0, 0, 0);
    if (values == NULL) {
        return 1;
    }
    values->jobs_waiting = 7;
    values->jobs_done = 5000000000ULL;
    printf("ready\n");
    fflush(stdout);
    while (getchar() != EOF) {
        ++values->jobs_waiting;
        printf("done\n");
        fflush(stdout);
    }
    UnmapViewOfFile(values);
    CloseHandle(mapping);
    return 0;
}
