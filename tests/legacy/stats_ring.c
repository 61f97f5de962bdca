// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* Raw values in a ring; the statistics start at the oldest. */
#include <windows.h>
#include <stdio.h>
#include <pdh.h>

#define RING_SIZE 4

static PDH_RAW_COUNTER g_ring[RING_SIZE];

int main(void)
{
    PDH_HQUERY query;
    PDH_HCOUNTER counter;
    PDH_STATISTICS stats;
    DWORD first = 0, next = 0, used = 0, i;
    LARGE_INTEGER start, stop, freq;

    QueryPerformanceFrequency(&freq);
    QueryPerformanceCounter(&start);
    PdhOpenQuery(NULL, 0, &query);
    PdhAddCounter(query, TEXT("\\Memory\\Available MBytes"), 0, &counter);
    for (i = 0; i < 6; ++i) {
        PdhCollectQueryData(query);
        PdhGetRawCounterValue(counter, NULL, &g_ring[next]);
        next = (next + 1) % RING_SIZE;
        if (used < RING_SIZE)
            ++used;
        else
            first = next;
        if (PdhComputeCounterStatistics(counter, PDH_FMT_DOUBLE, first, used, g_ring, &stats) == ERROR_SUCCESS)
            printf("%lu: count %lu min %.1f max %.1f mean %.2f\n", i, stats.count, stats.min.doubleValue,
                stats.max.doubleValue, stats.mean.doubleValue);
    }
    QueryPerformanceCounter(&stop);
    printf("took a while: %s\n",
        (double)(stop.QuadPart - start.QuadPart) / (double)freq.QuadPart >= 0.0 ? "yes" : "no");
    PdhCloseQuery(query);
    return 0;
}
