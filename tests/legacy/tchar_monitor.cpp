// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// One source for ANSI and Unicode builds: TCHAR and the _t names all over.
#include <windows.h>
#include <tchar.h>
#include <stdio.h>
#include <stdlib.h>
#include <pdh.h>
#include <pdhmsg.h>

struct CounterEntry
{
    LPCTSTR pszPath;
    DWORD   dwFormat;
    HCOUNTER hCounter;
};

static CounterEntry g_Counters[] = {
    { _T("\\System\\Processor Queue Length"), PDH_FMT_LONG, NULL },
    { _T("\\System\\Context Switches/sec"), PDH_FMT_DOUBLE, NULL },
    { _T("\\Memory\\Available MBytes"), PDH_FMT_LARGE, NULL },
    { _T("\\No Such Object\\Nothing"), PDH_FMT_LONG, NULL },
};

static void PrintCounter(const CounterEntry &entry)
{
    PDH_FMT_COUNTERVALUE fmt;
    TCHAR szLine[256];
    if (entry.hCounter == NULL) {
        _tprintf(_T("%-40s n/a\n"), entry.pszPath);
        return;
    }
    PDH_STATUS st = PdhGetFormattedCounterValue(entry.hCounter, entry.dwFormat, NULL, &fmt);
    if (st != ERROR_SUCCESS)
        _stprintf_s(szLine, _countof(szLine), _T("%-40s error 0x%08lx"), entry.pszPath, st);
    else if (entry.dwFormat == PDH_FMT_LONG)
        _stprintf_s(szLine, _T("%-40s %ld"), entry.pszPath, fmt.longValue);
    else if (entry.dwFormat == PDH_FMT_LARGE)
        _sntprintf_s(szLine, _countof(szLine), _TRUNCATE, _T("%-40s %I64d"), entry.pszPath, fmt.largeValue);
    else
        _stprintf_s(szLine, _countof(szLine), _T("%-40s %.3lf"), entry.pszPath, fmt.doubleValue);
    _putts(szLine);
}

int _tmain(int argc, _TCHAR *argv[])
{
    HQUERY hQuery;
    int nRounds = argc > 1 ? _ttoi(argv[1]) : 2;

    if (PdhOpenQuery(NULL, 0, &hQuery) != ERROR_SUCCESS)
        return EXIT_FAILURE;
    for (size_t i = 0; i < _countof(g_Counters); i++) {
        if (PdhAddCounter(hQuery, g_Counters[i].pszPath, i, &g_Counters[i].hCounter) != ERROR_SUCCESS) {
            _ftprintf(stdout, _T("cannot add %s\n"), g_Counters[i].pszPath);
            g_Counters[i].hCounter = NULL;
        }
    }
    for (int round = 0; round < nRounds; round++) {
        PdhCollectQueryData(hQuery);
        _tprintf(_T("--- %d of %d, %Iu bytes a character: %s\n"), round + 1, nRounds, sizeof(TCHAR) == 1 ? sizeof(char) : sizeof(short),
            _tcsicmp(_T("ABC"), _T("abc")) == 0 ? _T("equal") : _T("different"));
        for (size_t i = 0; i < _countof(g_Counters); i++)
            PrintCounter(g_Counters[i]);
    }
    PdhCloseQuery(hQuery);
    return EXIT_SUCCESS;
}
