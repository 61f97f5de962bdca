// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* The load of the machine once, in the plain style of an administrator's tool: ANSI text, C, goto for the way out. */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <pdh.h>
#include <pdhmsg.h>

#pragma comment(lib, "pdh.lib")

int main(int argc, char *argv[])
{
    HQUERY hQuery = NULL;
    HCOUNTER hCpu = NULL, hMem = NULL;
    PDH_FMT_COUNTERVALUE value;
    PDH_STATUS status;
    DWORD dwType;
    int rc = 1;
    const char *path = (argc > 1) ? argv[1] : "\\Processor(_Total)\\% Processor Time";

    status = PdhOpenQueryA(NULL, 0, &hQuery);
    if (status != ERROR_SUCCESS) {
        fprintf(stderr, "PdhOpenQuery failed: 0x%08lX\n", status);
        goto cleanup;
    }
    status = PdhAddCounterA(hQuery, path, 0, &hCpu);
    if (status != ERROR_SUCCESS) {
        printf("PdhAddCounter(%s) failed: 0x%08lX\n", path, status);
        goto cleanup;
    }
    if (PdhAddCounterA(hQuery, "\\Memory\\Committed Bytes", 0, &hMem) != ERROR_SUCCESS)
        goto cleanup;
    if (PdhCollectQueryData(hQuery) != ERROR_SUCCESS)
        goto cleanup;
    Sleep(20);
    if (PdhCollectQueryData(hQuery) != ERROR_SUCCESS)
        goto cleanup;

    status = PdhGetFormattedCounterValue(hCpu, PDH_FMT_DOUBLE, &dwType, &value);
    if (status == ERROR_SUCCESS && value.CStatus == PDH_CSTATUS_VALID_DATA)
        printf("CPU: %.2f%% (type 0x%lx)\n", value.doubleValue, dwType);
    status = PdhGetFormattedCounterValue(hMem, PDH_FMT_LARGE, NULL, &value);
    if (status == ERROR_SUCCESS)
        printf("Committed: %I64d bytes, %I64u MB\n", value.largeValue,
            (unsigned __int64)value.largeValue / (1024 * 1024));
    rc = 0;

cleanup:
    if (hMem) PdhRemoveCounter(hMem);
    if (hCpu) PdhRemoveCounter(hCpu);
    if (hQuery) PdhCloseQuery(hQuery);
    return rc;
}
