// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* Raw values, and the formula of the counter type by hand beside PDH's own. */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <pdh.h>
#include <pdhmsg.h>

static PPDH_RAW_COUNTER_ITEM_W ReadRaw(PDH_HCOUNTER counter, DWORD *count)
{
    DWORD bytes = 0;
    PPDH_RAW_COUNTER_ITEM_W items = NULL;
    *count = 0;
    if (PdhGetRawCounterArrayW(counter, &bytes, count, NULL) != (PDH_STATUS)PDH_MORE_DATA)
        return NULL;
    items = (PPDH_RAW_COUNTER_ITEM_W)LocalAlloc(LPTR, bytes);
    if (PdhGetRawCounterArrayW(counter, &bytes, count, items) != ERROR_SUCCESS) {
        LocalFree(items);
        return NULL;
    }
    return items;
}

int main(void)
{
    PDH_HQUERY query;
    PDH_HCOUNTER counter;
    PPDH_RAW_COUNTER_ITEM_W before, after;
    DWORD nBefore, nAfter, i, type = 0;
    PDH_RAW_COUNTER unused;

    PdhOpenQueryW(NULL, 0, &query);
    if (PdhAddCounterW(query, L"\\Processor(*)\\% Processor Time", 0, &counter) != ERROR_SUCCESS)
        return 1;
    PdhCollectQueryData(query);
    before = ReadRaw(counter, &nBefore);
    PdhCollectQueryData(query);
    after = ReadRaw(counter, &nAfter);
    if (before == NULL || after == NULL || nBefore != nAfter)
        return 1;
    PdhGetRawCounterValue(counter, &type, &unused);
    for (i = 0; i < nAfter; ++i) {
        LONGLONG value = after[i].RawValue.FirstValue - before[i].RawValue.FirstValue;
        LONGLONG time = after[i].RawValue.SecondValue - before[i].RawValue.SecondValue;
        double byHand = 100.0 * (1.0 - (double)value / (double)time);
        PDH_FMT_COUNTERVALUE pdh;
        PDH_STATUS status = PdhCalculateCounterFromRawValue(
            counter, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, &after[i].RawValue, &before[i].RawValue, &pdh);
        printf("%-6ls %8I64d / %8I64d = %5.1f, PDH says %5.1f%s\n", after[i].szName, value, time, byHand,
            status == ERROR_SUCCESS ? pdh.doubleValue : -1.0,
            byHand - pdh.doubleValue < 0.001 && pdh.doubleValue - byHand < 0.001 ? "" : " !");
    }
    LocalFree(before);
    LocalFree(after);
    PdhCloseQuery(query);
    return 0;
}
