// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* What an object has: two calls, the first for the sizes, the second for the lists. */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pdh.h>
#include <pdhmsg.h>

static void DumpList(const char *title, const char *list)
{
    printf("%s:", title);
    for (; *list != '\0'; list += lstrlenA(list) + 1)
        printf(" [%s]", list);
    printf("\n");
}

static int DumpObject(const char *object)
{
    DWORD cchCounters = 0, cchInstances = 0;
    char *counters = NULL, *instances = NULL;
    PDH_STATUS status = PdhEnumObjectItemsA(
        NULL, NULL, object, NULL, &cchCounters, NULL, &cchInstances, PERF_DETAIL_WIZARD, 0);
    if (status != (PDH_STATUS)PDH_MORE_DATA) {
        printf("%s: 0x%lx\n", object, status);
        return 1;
    }
    counters = (char *)HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, cchCounters);
    instances = (char *)HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, cchInstances ? cchInstances : 1);
    status = PdhEnumObjectItemsA(
        NULL, NULL, object, counters, &cchCounters, instances, &cchInstances, PERF_DETAIL_WIZARD, 0);
    printf("%s: 0x%lx\n", object, status);
    if (status == ERROR_SUCCESS) {
        DumpList("  counters", counters);
        if (cchInstances > 0)
            DumpList("  instances", instances);
    }
    HeapFree(GetProcessHeap(), 0, counters);
    HeapFree(GetProcessHeap(), 0, instances);
    return status != ERROR_SUCCESS;
}

int __cdecl main(int argc, char **argv)
{
    char objects[4096], copy[64];
    DWORD size = sizeof(objects);
    const char *name;
    int failed = 0;
    UNREFERENCED_PARAMETER(argc);
    UNREFERENCED_PARAMETER(argv);

    PdhEnumObjectsA(NULL, NULL, objects, &size, PERF_DETAIL_WIZARD, TRUE);
    DumpList("objects", objects);
    for (name = objects; *name; name += strlen(name) + 1) {
        strcpy_s(copy, sizeof(copy), name);
        failed += DumpObject(_strupr(copy));
    }
    failed += DumpObject("Nothing") == 1 ? 0 : 1;
    return failed;
}
