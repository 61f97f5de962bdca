// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#define _WIN32_WINNT 0x0600
#include "windows.h"
#include "conio.h"
#include "pdh.h"
#include "pdhmsg.h"
#include "stdio.h"
#pragma comment(lib, "pdh.lib")
CONST ULONG SAMPLE_INTERVAL_MS = 10;
CONST PWSTR BROWSE_DIALOG_CAPTION = (PWSTR)L"Select a counter to monitor.";
void DisplayValue(HCOUNTER c) {
    PDH_FMT_COUNTERVALUE DisplayValue; DWORD CounterType; SYSTEMTIME SampleTime; PDH_STATUS Status;
    Status = PdhGetFormattedCounterValue(c, PDH_FMT_DOUBLE, &CounterType, &DisplayValue);
    if (Status != ERROR_SUCCESS) { wprintf(L"\nfailed with status 0x%x.", Status); return; }
    GetLocalTime(&SampleTime);
    wprintf(L"\n\"%2.2d/%2.2d/%4.4d %2.2d:%2.2d:%2.2d.%3.3d\"", SampleTime.wMonth, SampleTime.wDay, SampleTime.wYear, SampleTime.wHour, SampleTime.wMinute, SampleTime.wSecond, SampleTime.wMilliseconds);
    wprintf(L",\"%.20g\"", DisplayValue.doubleValue);
}
void wmain(void) {
    PDH_STATUS Status; HQUERY Query = NULL; HCOUNTER Counter; PDH_BROWSE_DLG_CONFIG BrowseDlgData; WCHAR PathBuffer[PDH_MAX_COUNTER_PATH];
    Status = PdhOpenQuery(NULL, NULL, &Query);
    ZeroMemory(&PathBuffer, sizeof(PathBuffer)); ZeroMemory(&BrowseDlgData, sizeof(BrowseDlgData));
    BrowseDlgData.bIncludeInstanceIndex = FALSE; BrowseDlgData.cchReturnPathLength = PDH_MAX_COUNTER_PATH;
    Status = PdhAddCounterW(Query, L"\\Processor(_Total)\\% Processor Time", 0, &Counter);
    if (Status != ERROR_SUCCESS) goto Cleanup;
    Status = PdhCollectQueryData(Query);
    for (int i = 0; i < 2 && !_kbhit(); i++) { Sleep(SAMPLE_INTERVAL_MS); PdhCollectQueryData(Query); DisplayValue(Counter); }
Cleanup:
    if (Query) PdhCloseQuery(Query);
}
