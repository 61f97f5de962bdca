// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* A logging agent of 1998: a line of counters for each sample, in a log that others may read but not write,
   and that is renamed when it is long enough. ANSI text. */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pdh.h>
#include <pdhmsg.h>

#define LOG_NAME "logs\\perf.log"
#define MAX_LOG 60
#define KEEP 2

static HANDLE hLog = INVALID_HANDLE_VALUE;

static BOOL OpenLog(void)
{
    hLog = CreateFile(LOG_NAME, GENERIC_WRITE, FILE_SHARE_READ, NULL, OPEN_ALWAYS,
        FILE_ATTRIBUTE_NORMAL | FILE_FLAG_SEQUENTIAL_SCAN, NULL);
    if (hLog == INVALID_HANDLE_VALUE)
        return FALSE;
    if (GetLastError() == ERROR_ALREADY_EXISTS) {
        printf("going on with the log\n");
        SetFilePointer(hLog, 0, NULL, FILE_END);
    }
    return TRUE;
}

static void RotateLog(void)
{
    char szOld[MAX_PATH], szNew[MAX_PATH];
    int i;

    CloseHandle(hLog);
    for (i = KEEP; i > 0; i--) {
        wsprintf(szNew, "logs\\perf.%03d", i);
        if (i == 1)
            lstrcpy(szOld, LOG_NAME);
        else
            wsprintf(szOld, "logs\\perf.%03d", i - 1);
        if (!MoveFileEx(szOld, szNew, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
            printf("%s: error %lu\n", szOld, GetLastError());
    }
    if (!OpenLog())
        printf("log: error %lu\n", GetLastError());
}

static void WriteLine(const char *text)
{
    DWORD written;

    if (!WriteFile(hLog, text, lstrlen(text), &written, NULL) || written != (DWORD)lstrlen(text))
        printf("write: error %lu\n", GetLastError());
    FlushFileBuffers(hLog);
    if (GetFileSize(hLog, NULL) >= MAX_LOG)
        RotateLog();
}

static int CompareNames(const void *a, const void *b)
{
    return strcmp(((const WIN32_FIND_DATA *)a)->cFileName, ((const WIN32_FIND_DATA *)b)->cFileName);
}

static void ListLogs(void)
{
    WIN32_FIND_DATA found[10];
    HANDLE hFind;
    int count = 0, i;

    hFind = FindFirstFile("logs\\PERF.*", &found[0]);
    if (hFind == INVALID_HANDLE_VALUE) {
        printf("no logs: error %lu\n", GetLastError());
        return;
    }
    do {
        count++;
    } while (count < 10 && FindNextFile(hFind, &found[count]));
    if (GetLastError() != ERROR_NO_MORE_FILES)
        printf("FindNextFile: error %lu\n", GetLastError());
    FindClose(hFind);
    qsort(found, count, sizeof found[0], CompareNames);
    for (i = 0; i < count; i++)
        printf("%s: %lu bytes%s\n", found[i].cFileName, found[i].nFileSizeLow,
            (found[i].dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) ? ", a folder" : "");
}

static void ShowLog(const char *name)
{
    char buffer[256];
    DWORD read = 0;
    HANDLE hFile = CreateFile(
        name, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);

    if (hFile == INVALID_HANDLE_VALUE) {
        printf("%s: error %lu\n", name, GetLastError());
        return;
    }
    if (ReadFile(hFile, buffer, sizeof buffer - 1, &read, NULL)) {
        buffer[read] = '\0';
        printf("%s", buffer);
    }
    CloseHandle(hFile);
}

static void Sample(void)
{
    HQUERY hQuery;
    HCOUNTER hQueue, hThreads;
    PDH_FMT_COUNTERVALUE queue, threads;
    SYSTEMTIME st;
    char line[128];
    int i;

    memset(&st, 0, sizeof st);
    if (PdhOpenQuery(NULL, 0, &hQuery) != ERROR_SUCCESS)
        return;
    PdhAddCounter(hQuery, "\\System\\Processor Queue Length", 0, &hQueue);
    PdhAddCounter(hQuery, "\\System\\Threads", 0, &hThreads);
    for (i = 0; i < 9; i++) {
        PdhCollectQueryData(hQuery);
        PdhGetFormattedCounterValue(hQueue, PDH_FMT_LONG, NULL, &queue);
        PdhGetFormattedCounterValue(hThreads, PDH_FMT_LONG, NULL, &threads);
        wsprintf(line, "sample %d: %ld,%ld\n", i + 1, queue.longValue, threads.longValue);
        WriteLine(line);
    }
    PdhCloseQuery(hQuery);
}

int main(void)
{
    char szTemp[MAX_PATH], szFolder[MAX_PATH], szFull[MAX_PATH];
    char *szPart = NULL;
    HANDLE hSecond;
    DWORD dwAttributes;

    if (!GetTempPath(sizeof szTemp, szTemp) || !GetTempFileName(szTemp, "pdh", 0, szFolder))
        return 1;
    DeleteFile(szFolder);
    if (!CreateDirectory(szFolder, NULL) || !SetCurrentDirectory(szFolder))
        return 2;
    if (!OpenLog())
        printf("no folder yet: error %lu\n", GetLastError());
    CreateDirectory("logs", NULL);
    if (!CreateDirectory("logs", NULL))
        printf("logs is there: error %lu\n", GetLastError());
    if (!OpenLog())
        return 3;
    Sample();
    CloseHandle(hLog);
    OpenLog();
    hSecond = CreateFile(LOG_NAME, GENERIC_WRITE, FILE_SHARE_READ, NULL, OPEN_ALWAYS, 0, NULL);
    if (hSecond == INVALID_HANDLE_VALUE)
        printf("a second agent: error %lu\n", GetLastError());
    WriteLine("end\n");
    ListLogs();
    ShowLog("logs\\perf.001");
    ShowLog(LOG_NAME);
    ShowLog("logs\\perf.009");
    GetFullPathName(".\\logs\\..\\logs\\perf.log", sizeof szFull, szFull, &szPart);
    printf("full path ends with %s\n", szPart);
    CloseHandle(hLog);
    printf("closed twice: %d\n", CloseHandle(hLog));

    CopyFile(LOG_NAME, "logs\\copy.txt", TRUE);
    if (!CopyFile(LOG_NAME, "logs\\copy.txt", TRUE))
        printf("copy: error %lu\n", GetLastError());
    SetFileAttributes("logs\\copy.txt", FILE_ATTRIBUTE_READONLY);
    dwAttributes = GetFileAttributes("logs\\copy.txt");
    printf("read-only: %d\n", (dwAttributes & FILE_ATTRIBUTE_READONLY) != 0);
    if (!DeleteFile("logs\\copy.txt"))
        printf("delete: error %lu\n", GetLastError());
    SetFileAttributes("logs\\copy.txt", FILE_ATTRIBUTE_NORMAL);
    if (!RemoveDirectory("logs"))
        printf("remove: error %lu\n", GetLastError());
    DeleteFile("logs\\copy.txt");
    DeleteFile("logs\\perf.log");
    DeleteFile("logs\\perf.001");
    DeleteFile("logs\\perf.002");
    printf("removed: %d\n", RemoveDirectory("logs"));
    SetCurrentDirectory(szTemp);
    printf("all gone: %d\n", RemoveDirectory(szFolder));
    return 0;
}
