// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// As many old samples do it: main returns nothing. GCC and Clang refuse that in C++; see -Dmain=wmain in PORTING.md.
#include <windows.h>
#include <stdio.h>
#include <pdh.h>

void main(int argc, char *argv[])
{
    HQUERY query;
    HCOUNTER counter;
    DWORD a = 10, b = 7;
    if (PdhOpenQuery(NULL, 0, &query) != ERROR_SUCCESS)
        exit(1);
    printf("%d argument, %s\n", argc, argv[argc] == NULL ? "and no more" : "and more");
    printf("%lu\n", (unsigned long)PdhAddCounter(query, TEXT("\\Processor(_Total)\\% Processor Time"), 0, &counter));
    printf("%lu %lu\n", min(a, b), max(a, b));
    PdhCloseQuery(query);
    exit(0);
}
