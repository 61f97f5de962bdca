// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* Prints the free memory of this machine. */
#include <pdh.h>

#include <stdio.h>

int main(void) {
    PDH_HQUERY query;
    PDH_HCOUNTER counter;
    PDH_FMT_COUNTERVALUE value;
    PDH_STATUS status = PdhOpenQueryA(NULL, 0, &query);
    if (status == ERROR_SUCCESS) {
        status = PdhAddEnglishCounterA(query, "\\Memory\\Available MBytes", 0, &counter);
    }
    if (status == ERROR_SUCCESS) {
        status = PdhCollectQueryData(query);
    }
    if (status == ERROR_SUCCESS) {
        status = PdhGetFormattedCounterValue(counter, PDH_FMT_LARGE, NULL, &value);
    }
    if (status != ERROR_SUCCESS) {
        fprintf(stderr, "error 0x%08lX\n", (unsigned long)status);
        return 1;
    }
    printf("%lld MB\n", (long long)value.largeValue);
    return PdhCloseQuery(query) == ERROR_SUCCESS ? 0 : 1;
}
