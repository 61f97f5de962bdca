// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* Paths of a wildcard, into a buffer that is doubled until they fit, and walked as a multi-string. */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <tchar.h>
#include <pdh.h>
#include <pdhmsg.h>

static PZZWSTR ExpandAll(LPCWSTR pattern)
{
    DWORD size = 16;
    PZZWSTR list = NULL;
    PDH_STATUS status;
    do {
        DWORD used;
        PZZWSTR bigger;
        size *= 2;
        used = size;
        bigger = (PZZWSTR)realloc(list, size * sizeof(WCHAR));
        if (bigger == NULL) {
            free(list);
            return NULL;
        }
        list = bigger;
        status = PdhExpandWildCardPathW(NULL, pattern, list, &used, 0);
    } while (status == PDH_MORE_DATA);
    if (status != ERROR_SUCCESS) {
        wprintf(L"%ls: 0x%08X\n", pattern, status);
        free(list);
        return NULL;
    }
    return list;
}

int wmain(void)
{
    static const WCHAR *patterns[] = { L"\\Processor(*)\\% Processor Time", L"\\Process(java*)\\ID Process", L"\\System\\*" };
    size_t i;
    for (i = 0; i < _countof(patterns); ++i) {
        PZZWSTR list = ExpandAll(patterns[i]);
        LPCWSTR path;
        int n = 0;
        if (list == NULL)
            continue;
        wprintf(L"%s\n", patterns[i]);
        for (path = list; *path != L'\0'; path += wcslen(path) + 1) {
            LPCWSTR shown = wcschr(path + 2, L'\\'); /* without the computer */
            wprintf(L"  %2d %s\n", ++n, shown);
        }
        free(list);
    }
    return 0;
}
