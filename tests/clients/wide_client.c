// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* A program with L"..." paths, as written for Windows. It must work with wchar_t of 32 bits and of 16. */

#include "measure.h"

static int same(const wchar_t* left, const wchar_t* right) {
    while (*left != 0 && *left == *right) {
        ++left;
        ++right;
    }
    return *left == *right;
}

/* The names come back as wchar_t too. */
static void check_names(PDH_HCOUNTER counter) {
    DWORD size = 0;
    if ((DWORD)PdhGetCounterInfoW(counter, FALSE, &size, NULL) != PDH_MORE_DATA) {
        check("PdhGetCounterInfoW", (PDH_STATUS)PDH_INVALID_DATA);
    }
    PDH_COUNTER_INFO_W* info = (PDH_COUNTER_INFO_W*)malloc(size);
    check("PdhGetCounterInfoW", PdhGetCounterInfoW(counter, FALSE, &size, info));
    if (!same(info->szCounterName, L"% Processor Time") || !same(info->szInstanceName, L"_Total")) {
        check("names of PdhGetCounterInfoW", (PDH_STATUS)PDH_INVALID_DATA);
    }
    free(info);

    wchar_t name[64];
    size = 64;
    check("PdhLookupPerfNameByIndexW", PdhLookupPerfNameByIndexW(NULL, 6, name, &size));
    if (!same(name, L"% Processor Time") || size != sizeof("% Processor Time")) {
        check("name of PdhLookupPerfNameByIndexW", (PDH_STATUS)PDH_INVALID_DATA);
    }
}

int main(void) {
    PDH_HQUERY query = NULL;
    PDH_HCOUNTER wide = NULL;
    PDH_HCOUNTER ansi = NULL;
    check("PdhOpenQueryW", PdhOpenQueryW(NULL, 0, &query));
    check("PdhAddCounterW", PdhAddCounterW(query, L"\\Processor(_Total)\\% Processor Time", 0, &wide));
    check("PdhAddCounterA", PdhAddCounterA(query, "\\Processor(_Total)\\% Processor Time", 0, &ansi));
    check_names(wide);
    const double value = measure(query, wide);
    if (value != value_of(ansi)) {
        printf("by PdhAddCounterA: %.6f\n", value_of(ansi));
        return EXIT_FAILURE;
    }
    check("PdhCloseQuery", PdhCloseQuery(query));
    return EXIT_SUCCESS;
}
