// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* PdhCollectQueryDataEx sets an auto-reset event after each sample; the main loop waits for it or for the end. */
#include <windows.h>
#include <stdio.h>
#include <process.h>
#include <pdh.h>

static HANDLE g_hStop;

static unsigned __stdcall StopAfterASecondSample(void *arg)
{
    HANDLE hSecond = (HANDLE)arg;
    WaitForSingleObject(hSecond, INFINITE);
    SetEvent(g_hStop);
    return 42;
}

int main(void)
{
    HANDLE hEvent = CreateEvent(NULL, FALSE, FALSE, NULL);
    HANDLE hSecond = CreateEvent(NULL, TRUE, FALSE, NULL);
    HANDLE handles[2], hThread;
    HQUERY query;
    HCOUNTER counter;
    PDH_RAW_COUNTER raw;
    DWORD which, code = 0;
    unsigned threadId;
    int samples = 0;

    g_hStop = CreateEventW(NULL, TRUE, FALSE, NULL);
    hThread = (HANDLE)_beginthreadex(NULL, 0, StopAfterASecondSample, hSecond, 0, &threadId);
    PdhOpenQuery(NULL, 0, &query);
    PdhAddCounter(query, TEXT("\\System\\Threads"), 0, &counter);
    if (PdhCollectQueryDataEx(query, 1, hEvent) != ERROR_SUCCESS)
        return 1;
    handles[0] = g_hStop;
    handles[1] = hEvent;
    for (;;) {
        which = WaitForMultipleObjects(2, handles, FALSE, 10000);
        if (which == WAIT_OBJECT_0)
            break;
        if (which != WAIT_OBJECT_0 + 1) {
            printf("wait: %lu\n", which);
            return 1;
        }
        PdhGetRawCounterValue(counter, NULL, &raw);
        samples++;
        /* 400, 410 and so on; the next one is there already where this loop waits for a processor for a second */
        printf("sample %d: %s\n", samples, raw.FirstValue >= 390 + 10 * samples ? "has come" : "is an old one");
        if (samples == 2) {
            SetEvent(hSecond);
            WaitForSingleObject(g_hStop, INFINITE);
        }
    }
    PdhCloseQuery(query);
    WaitForSingleObject(hThread, INFINITE);
    GetExitCodeThread(hThread, &code);
    printf("stopped after %d samples, thread returned %lu\n", samples, code);
    CloseHandle(hThread);
    CloseHandle(hSecond);
    CloseHandle(g_hStop);
    printf("event closed: %d\n", CloseHandle(hEvent));
    return 0;
}
