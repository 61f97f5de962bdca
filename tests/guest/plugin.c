// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* A plug-in that uses PDH on its own: its script is another one than the program's. */

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <stdio.h>

/* Prints whether the program's query is known here, and the value of the plug-in's own counter. */
int plugin_run(PDH_HQUERY of_program);

static const char script[] =
    "script:{\"objects\":[{\"name\":\"Widget\",\"index\":5000,\"instances\":\"none\",\"counters\":[{\"name\":"
    "\"Items\",\"index\":5002,"
    "\"type\":\"PERF_COUNTER_RAWCOUNT\"}]}],\"samples\":[{\"data\":{\"Widget\":[42]}}]}";

int plugin_run(PDH_HQUERY of_program) {
    PDH_HQUERY query = NULL;
    PDH_HCOUNTER counter = NULL;
    PDH_FMT_COUNTERVALUE value;
    printf("plug-in: the program's query is %s\n",
        PdhAddCounterA(of_program, "\\Processor(_Total)\\% User Time", 0, &counter) == ERROR_SUCCESS
            ? "known"
            : "unknown");
    if (pdh_shim_set_sources(script) != ERROR_SUCCESS || PdhOpenQueryA(NULL, 0, &query) != ERROR_SUCCESS ||
        PdhAddCounterA(query, "\\Widget\\Items", 0, &counter) != ERROR_SUCCESS ||
        PdhCollectQueryData(query) != ERROR_SUCCESS ||
        PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, NULL, &value) != ERROR_SUCCESS) {
        return 1;
    }
    printf("plug-in: %d\n", (int)value.longValue);
    /* Its thread runs while the program calls dlclose(), and ends. */
    return PdhCollectQueryDataEx(query, 3600, NULL) != ERROR_SUCCESS;
}
