// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

/* What the C clients do with their counter, however they named it. */

#include <pdh.h>
#include <pdhmsg.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void check(const char* function, PDH_STATUS status) {
    if (status != ERROR_SUCCESS) {
        printf("%s: 0x%08x\n", function, (unsigned)status);
        exit(EXIT_FAILURE);
    }
}

static void keep_busy(double seconds) {
    const clock_t start = clock();
    while ((double)(clock() - start) / CLOCKS_PER_SEC < seconds) {
    }
}

static double value_of(PDH_HCOUNTER counter) {
    PDH_FMT_COUNTERVALUE value;
    check("PdhGetFormattedCounterValue", PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, NULL, &value));
    return value.doubleValue;
}

/* Two samples a while apart; prints the value. */
static double measure(PDH_HQUERY query, PDH_HCOUNTER counter) {
    check("PdhCollectQueryData", PdhCollectQueryData(query));
    keep_busy(0.2);
    check("PdhCollectQueryData", PdhCollectQueryData(query));
    const double value = value_of(counter);
    printf("%.6f\n", value);
    return value;
}
