// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* The dialog, with a callback that adds each chosen path to a query. Ends well when nothing is chosen. */
#include <windows.h>
#include <stdio.h>
#include <string.h>
#include <pdh.h>
#include <pdhmsg.h>

static HQUERY g_query;
static CHAR g_paths[1000];
static int g_added;

static PDH_STATUS CALLBACK OnCounters(DWORD_PTR arg)
{
    PPDH_BROWSE_DLG_CONFIG_A config = (PPDH_BROWSE_DLG_CONFIG_A)arg;
    LPSTR path;
    HCOUNTER counter;

    if (config->CallBackStatus == (PDH_STATUS)PDH_MORE_DATA)
        return PDH_MEMORY_ALLOCATION_FAILURE;
    for (path = config->szReturnPathBuffer; *path != '\0'; path += strlen(path) + 1) {
        if (PdhAddCounterA(g_query, path, 0, &counter) == ERROR_SUCCESS)
            ++g_added;
    }
    return ERROR_SUCCESS;
}

int main(void)
{
    PDH_BROWSE_DLG_CONFIG_A config;
    PDH_STATUS status;

    PdhOpenQueryA(NULL, 0, &g_query);
    ZeroMemory(&config, sizeof(config));
    config.bIncludeInstanceIndex = FALSE;
    config.bSingleCounterPerAdd = FALSE;
    config.bSingleCounterPerDialog = FALSE;
    config.bLocalCountersOnly = TRUE;
    config.bWildCardInstances = TRUE;
    config.bHideDetailBox = TRUE;
    config.hWndOwner = NULL;
    config.szReturnPathBuffer = g_paths;
    config.cchReturnPathLength = sizeof(g_paths);
    config.pCallBack = OnCounters;
    config.dwCallBackArg = (DWORD_PTR)&config;
    config.CallBackStatus = ERROR_SUCCESS;
    config.dwDefaultDetailLevel = PERF_DETAIL_WIZARD;
    config.szDialogBoxCaption = "Counters";

    status = PdhBrowseCountersA(&config);
    if (status == (PDH_STATUS)PDH_DIALOG_CANCELLED || g_added == 0)
        printf("nothing chosen\n");
    else
        printf("status %lx\n", status);
    if (PdhCollectQueryData(g_query) == (PDH_STATUS)PDH_NO_DATA)
        printf("no counters in the query\n");
    PdhCloseQuery(g_query);
    return 0;
}
