// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* No import of pdh.dll: each function is looked up, and what is missing is done without. */
#include <windows.h>
#include <stdio.h>
#include <pdh.h>

typedef PDH_STATUS (WINAPI *PFN_OPENQUERYW)(LPCWSTR, DWORD_PTR, PDH_HQUERY *);
typedef PDH_STATUS (WINAPI *PFN_ADDCOUNTERW)(PDH_HQUERY, LPCWSTR, DWORD_PTR, PDH_HCOUNTER *);
typedef PDH_STATUS (WINAPI *PFN_ADDENGLISHCOUNTERA)(PDH_HQUERY, LPCSTR, DWORD_PTR, PDH_HCOUNTER *);
typedef PDH_STATUS (WINAPI *PFN_COLLECT)(PDH_HQUERY);
typedef PDH_STATUS (WINAPI *PFN_FORMAT)(PDH_HCOUNTER, DWORD, LPDWORD, PPDH_FMT_COUNTERVALUE);
typedef PDH_STATUS (WINAPI *PFN_LOOKUPNAMEW)(LPCWSTR, DWORD, LPWSTR, LPDWORD);
typedef PDH_STATUS (WINAPI *PFN_CLOSE)(PDH_HQUERY);
typedef ULONGLONG (WINAPI *PFN_TICK64)(VOID);

static HMODULE g_hPdh;

static FARPROC Find(const char *name)
{
    FARPROC proc = GetProcAddress(g_hPdh, name);
    printf("%-28s %s\n", name, proc != NULL ? "found" : "not found");
    return proc;
}

int main(void)
{
    PFN_OPENQUERYW pOpen;
    PFN_ADDCOUNTERW pAdd;
    PFN_ADDENGLISHCOUNTERA pAddEnglish;
    PFN_COLLECT pCollect;
    PFN_FORMAT pFormat;
    PFN_LOOKUPNAMEW pLookup;
    PFN_CLOSE pClose;
    PFN_TICK64 pTick;
    PDH_HQUERY q = NULL;
    PDH_HCOUNTER c1, c2;
    PDH_FMT_COUNTERVALUE v;
    WCHAR name[128];
    DWORD cch = sizeof(name) / sizeof(name[0]);

    g_hPdh = LoadLibraryA("no_such_library.dll");
    printf("no_such_library.dll: %s, error %lu\n", g_hPdh ? "loaded" : "not loaded", GetLastError());
    g_hPdh = LoadLibraryW(L"PDH.DLL");
    if (g_hPdh == NULL) {
        printf("pdh.dll: error %lu\n", GetLastError());
        return 1;
    }
    printf("the same module: %d\n", GetModuleHandleA("pdh") == g_hPdh);

    pOpen = (PFN_OPENQUERYW)Find("PdhOpenQueryW");
    pAdd = (PFN_ADDCOUNTERW)Find("PdhAddCounterW");
    pAddEnglish = (PFN_ADDENGLISHCOUNTERA)Find("PdhAddEnglishCounterA");
    pCollect = (PFN_COLLECT)Find("PdhCollectQueryData");
    pFormat = (PFN_FORMAT)Find("PdhGetFormattedCounterValue");
    pLookup = (PFN_LOOKUPNAMEW)Find("PdhLookupPerfNameByIndexW");
    pClose = (PFN_CLOSE)Find("PdhCloseQuery");
    Find("PdhNeverThere");
    if (!pOpen || !pAdd || !pAddEnglish || !pCollect || !pFormat || !pLookup || !pClose)
        return 1;

    pTick = (PFN_TICK64)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "GetTickCount64");
    printf("GetTickCount64: %s\n", pTick != NULL && pTick() > 0 ? "runs" : "missing");

    if (pOpen(NULL, 0, &q) != ERROR_SUCCESS)
        return 1;
    printf("add wide: 0x%lx\n", pAdd(q, L"\\Processor(1)\\% Processor Time", 0, &c1));
    printf("add English: 0x%lx\n", pAddEnglish(q, "\\System\\Threads", 0, &c2));
    pCollect(q);
    pCollect(q);
    if (pFormat(c1, PDH_FMT_DOUBLE, NULL, &v) == ERROR_SUCCESS)
        printf("processor 1: %.1f\n", v.doubleValue);
    if (pFormat(c2, PDH_FMT_LONG, NULL, &v) == ERROR_SUCCESS)
        printf("threads: %ld\n", v.longValue);
    if (pLookup(NULL, 238, name, &cch) == ERROR_SUCCESS)
        printf("238 is %S, %lu characters\n", name, cch);
    pClose(q);
    printf("freed: %d\n", FreeLibrary(g_hPdh));
    return 0;
}
