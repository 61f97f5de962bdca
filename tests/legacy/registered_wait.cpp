// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The thread pool calls back for each sample that the collecting thread has taken.
#include <windows.h>
#include <pdh.h>
#include <stdio.h>

class CMonitor
{
public:
    CMonitor() : m_hEvent(NULL), m_hWait(NULL), m_hDone(NULL), m_query(NULL), m_counter(NULL), m_count(0)
    {
        InitializeCriticalSection(&m_lock);
    }
    ~CMonitor()
    {
        Stop();
        DeleteCriticalSection(&m_lock);
    }

    bool Start(LPCWSTR path)
    {
        m_hEvent = CreateEventW(NULL, FALSE, FALSE, NULL);
        m_hDone = CreateEventW(NULL, TRUE, FALSE, NULL);
        if (PdhOpenQueryW(NULL, 0, &m_query) != ERROR_SUCCESS)
            return false;
        if (PdhAddCounterW(m_query, path, 0, &m_counter) != ERROR_SUCCESS)
            return false;
        if (!RegisterWaitForSingleObject(&m_hWait, m_hEvent, OnSample, this, INFINITE, WT_EXECUTEDEFAULT))
            return false;
        return PdhCollectQueryDataEx(m_query, 1, m_hEvent) == ERROR_SUCCESS;
    }

    DWORD WaitUntilDone(DWORD ms) { return WaitForSingleObject(m_hDone, ms); }

    void Stop()
    {
        if (m_hWait != NULL) {
            BOOL done = UnregisterWaitEx(m_hWait, INVALID_HANDLE_VALUE);
            wprintf(L"unregistered: %d\n", done);
            m_hWait = NULL;
        }
        if (m_query != NULL) {
            PdhCloseQuery(m_query);
            m_query = NULL;
        }
        if (m_hEvent != NULL) {
            CloseHandle(m_hEvent);
            CloseHandle(m_hDone);
            m_hEvent = NULL;
        }
    }

private:
    static VOID CALLBACK OnSample(PVOID context, BOOLEAN timedOut)
    {
        static_cast<CMonitor *>(context)->Sample(timedOut != FALSE);
    }

    void Sample(bool timedOut)
    {
        PDH_FMT_COUNTERVALUE value;
        EnterCriticalSection(&m_lock);
        if (m_count < 2 && PdhGetFormattedCounterValue(m_counter, PDH_FMT_LONG, NULL, &value) == ERROR_SUCCESS) {
            wprintf(L"%d: %ld%s\n", ++m_count, value.longValue, timedOut ? L" (timed out)" : L"");
            if (m_count == 2)
                SetEvent(m_hDone);
        }
        LeaveCriticalSection(&m_lock);
    }

    CRITICAL_SECTION m_lock;
    HANDLE m_hEvent, m_hWait, m_hDone;
    PDH_HQUERY m_query;
    PDH_HCOUNTER m_counter;
    int m_count;
};

int main()
{
    CMonitor monitor;
    if (!monitor.Start(L"\\System\\Processor Queue Length"))
        return 1;
    printf("done: %s\n", monitor.WaitUntilDone(15000) == WAIT_OBJECT_0 ? "yes" : "no");
    monitor.Stop();
    return 0;
}
