// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* Wide text only, from wmain on: the samples of a counter, one line a collect. */
#define UNICODE
#define _UNICODE
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <pdh.h>
#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int wmain(int argc, wchar_t **argv)
{
    PDH_HQUERY query;
    PDH_HCOUNTER counter;
    PDH_FMT_COUNTERVALUE value;
    PDH_STATUS status;
    WCHAR path[PDH_MAX_COUNTER_PATH];
    int i, count = 3;

    if (argc > 1)
        count = _wtoi(argv[1]);
    wcscpy_s(path, _countof(path), L"\\Processor(");
    wcscat_s(path, ARRAYSIZE(path), L"_Total");
    wcscat_s(path, ARRAYSIZE(path), L")\\% Processor Time");

    PdhOpenQuery(NULL, 0, &query);
    status = PdhAddEnglishCounter(query, path, 0, &counter);
    if (status != ERROR_SUCCESS) {
        fwprintf(stderr, L"%s: 0x%x\n", path, status);
        return 1;
    }
    wprintf(L"%s, %d collects\n", path, count);
    for (i = 0; i < count; i++) {
        PdhCollectQueryData(query);
        status = PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, NULL, &value);
        if (status == PDH_INVALID_DATA)
            wprintf(L"%3d: no value yet\n", i);
        else
            wprintf(L"%3d: %-10.3f|%10.1f|%hs\n", i, value.doubleValue, value.doubleValue, "ok");
    }
    PdhCloseQuery(query);
    return 0;
}
