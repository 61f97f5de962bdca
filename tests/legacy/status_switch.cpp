// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// As Visual Studio's projects begin, then: statuses as cases and in tables, and times in int64_t.
static unsigned __int64 g_reads;            // no header yet
static __declspec(thread) int t_failures;   // nor here
static __forceinline int __cdecl twice(int n) { return 2 * n; }
#include <WinSDKVer.h>
#define _WIN32_WINNT _WIN32_WINNT_WIN7
#include <SDKDDKVer.h>
#include <Windows.h>
#include <WinPerf.h>
#include <WINPERF.H>
#include <PDH.H>
#include <PDHMsg.h>
#include <PDHMSG.H>
#include <StrSafe.h>
#include <STRSAFE.H>
#include <Winbase.h>
#include <stdint.h>
#include <stdio.h>

struct StatusName { PDH_STATUS status; const char* name; };
static const StatusName names[] = { { PDH_NO_DATA, "PDH_NO_DATA" }, { PDH_INVALID_HANDLE, "PDH_INVALID_HANDLE" }, { ERROR_SUCCESS, "OK" } };

static const char* kind(PDH_STATUS status)
{
    switch (status) {
    case ERROR_SUCCESS: return "fine";
    case PDH_NO_DATA: return "nothing yet";
    case PDH_INVALID_HANDLE: case PDH_INVALID_ARGUMENT: return "the program's fault";
    default: ++t_failures; return "something else";
    }
}

static void show(const char* what, PDH_STATUS status)
{
    for (size_t i = 0; i < ARRAYSIZE(names); ++i)
        if (names[i].status == status)
            printf("%s: %s, %s\n", what, names[i].name, kind(status));
}

int main(void)
{
    PDH_HQUERY query;
    PDH_HCOUNTER switches;
    PDH_FMT_COUNTERVALUE value;
    int64_t base = 0, when = 0;
    PDH_RAW_COUNTER newer = { PDH_CSTATUS_VALID_DATA, { 0, 0 }, 50, 20000000, 1 }, older = { PDH_CSTATUS_VALID_DATA, { 0, 0 }, 10, 0, 1 };

    PdhOpenQuery(NULL, 0, &query);
    PdhAddCounter(query, TEXT("\\System\\Context Switches/sec"), 0, &switches);
    show("value", PdhGetFormattedCounterValue(switches, PDH_FMT_DOUBLE, NULL, &value));
    show("collect", PdhCollectQueryDataWithTime(query, &when));
    show("time base", PdhGetCounterTimeBase(switches, &base));
    printf("%d, %I64d ticks\n", when > 0, base);
    show("format", PdhFormatFromRawValue(PERF_COUNTER_COUNTER, PDH_FMT_DOUBLE, &base, &newer, &older, &value));
    printf("%.1f, still %I64d ticks\n", value.doubleValue, base);
    printf("NULL: %s\n", kind(PdhCollectQueryDataWithTime(query, NULL)));
    PdhCloseQuery(query);
    show("closed", PdhGetCounterTimeBase(switches, &base));
    printf("%I64u reads, %d failures, %d\n", g_reads, t_failures, twice(21));
    return 0;
}
