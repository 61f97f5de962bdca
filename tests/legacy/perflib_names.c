// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* The titles of counters as the registry has them, without PDH: pairs of index and name. */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static LPSTR ReadTitles(LPCSTR value)
{
    HKEY key;
    DWORD type = 0, size = 0;
    LPSTR list = NULL;
    if (RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib\\009", 0,
            KEY_READ, &key) != ERROR_SUCCESS)
        return NULL;
    if (RegQueryValueExA(key, value, NULL, &type, NULL, &size) == ERROR_SUCCESS && type == REG_MULTI_SZ) {
        list = (LPSTR)malloc(size);
        if (RegQueryValueExA(key, value, NULL, NULL, (LPBYTE)list, &size) != ERROR_SUCCESS) {
            free(list);
            list = NULL;
        }
    }
    RegCloseKey(key);
    return list;
}

static LPCSTR Find(LPCSTR list, int index)
{
    LPCSTR p = list;
    while (*p) {
        LPCSTR name = p + strlen(p) + 1;
        if (atoi(p) == index)
            return name;
        p = name + strlen(name) + 1;
    }
    return "?";
}

int main(void)
{
    static const int wanted[] = { 1, 2, 4, 6, 230, 238 };
    HKEY key;
    DWORD last = 0, size = sizeof(last), i;
    LPSTR titles = ReadTitles("Counter");
    if (titles == NULL) {
        printf("no titles\n");
        return 1;
    }
    for (i = 0; i < sizeof(wanted) / sizeof(wanted[0]); ++i)
        printf("%d = %s\n", wanted[i], Find(titles, wanted[i]));
    free(titles);

    if (RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib", 0,
            KEY_QUERY_VALUE, &key) == ERROR_SUCCESS) {
        if (RegQueryValueExA(key, "Last Counter", NULL, NULL, (LPBYTE)&last, &size) == ERROR_SUCCESS)
            printf("last counter: %s\n", last >= 784 ? "784 or more" : "less than 784");
        printf("closed: %ld\n", RegCloseKey(key));
    }
    printf("no such key: %ld\n", RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SOFTWARE\\No\\Such", 0, KEY_READ, &key));
    return 0;
}
