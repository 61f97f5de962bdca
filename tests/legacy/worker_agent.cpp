// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// An agent: a worker thread samples, the main thread reads under a critical section, an event stops it.
#include <windows.h>
#include <process.h>
#include <pdh.h>
#include <stdio.h>
#include <string>
#include <vector>

#ifndef ARRAY_LEN
#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
#endif

struct AutoLock
{
    explicit AutoLock(CRITICAL_SECTION &cs) : m_cs(cs) { ::EnterCriticalSection(&m_cs); }
    ~AutoLock() { ::LeaveCriticalSection(&m_cs); }
    CRITICAL_SECTION &m_cs;
};

class Agent
{
public:
    Agent() : m_thread(NULL), m_samples(0)
    {
        ::InitializeCriticalSectionAndSpinCount(&m_cs, 4000);
        m_stop = ::CreateEventA(NULL, TRUE, FALSE, NULL);
        m_ready = ::CreateSemaphoreA(NULL, 0, 100, NULL);
    }
    ~Agent()
    {
        ::CloseHandle(m_ready);
        ::CloseHandle(m_stop);
        ::DeleteCriticalSection(&m_cs);
    }
    bool Start()
    {
        m_thread = reinterpret_cast<HANDLE>(_beginthreadex(NULL, 0, &Agent::Run, this, CREATE_SUSPENDED, NULL));
        return m_thread != NULL && ::ResumeThread(m_thread) != (DWORD)-1;
    }
    DWORD WaitForSample() { return ::WaitForSingleObject(m_ready, 60000); }
    std::vector<double> Values()
    {
        AutoLock lock(m_cs);
        return m_values;
    }
    void Stop()
    {
        ::SetEvent(m_stop);
        ::WaitForSingleObject(m_thread, INFINITE);
        ::CloseHandle(m_thread);
    }
    LONG Samples() const { return m_samples; }

private:
    static unsigned __stdcall Run(void *self)
    {
        static_cast<Agent *>(self)->Work();
        return 0;
    }
    void Work()
    {
        PDH_HQUERY query;
        PDH_HCOUNTER counter;
        if (::PdhOpenQueryA(NULL, 0, &query) != ERROR_SUCCESS)
            return;
        ::PdhAddEnglishCounterA(query, "\\System\\Context Switches/sec", 0, &counter);
        ::PdhCollectQueryData(query);
        while (::WaitForSingleObject(m_stop, 10) == WAIT_TIMEOUT && m_samples < 2) {
            PDH_FMT_COUNTERVALUE value;
            ::PdhCollectQueryData(query);
            if (::PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, NULL, &value) == ERROR_SUCCESS) {
                AutoLock lock(m_cs);
                m_values.push_back(value.doubleValue);
            }
            ::InterlockedIncrement(&m_samples);
            ::ReleaseSemaphore(m_ready, 1, NULL);
        }
        ::PdhCloseQuery(query);
    }
    CRITICAL_SECTION m_cs;
    HANDLE m_stop, m_ready, m_thread;
    volatile LONG m_samples;
    std::vector<double> m_values;
};

int main()
{
    Agent agent;
    SYSTEMTIME st;
    FILETIME ft, back;
    char szStamp[64];

    if (!agent.Start())
        return 1;
    for (int i = 0; i < 2; ++i)
        if (agent.WaitForSample() != WAIT_OBJECT_0)
            return 2;
    const std::vector<double> values = agent.Values();
    agent.Stop();
    for (size_t i = 0; i < values.size(); ++i)
        printf("%u: %.1f\n", (unsigned)i, values[i]);
    printf("samples: %ld\n", agent.Samples());

    st.wYear = 2026; st.wMonth = 2; st.wDay = 28; st.wDayOfWeek = 0;
    st.wHour = 23; st.wMinute = 59; st.wSecond = 58; st.wMilliseconds = 7;
    ::SystemTimeToFileTime(&st, &ft);
    ::FileTimeToSystemTime(&ft, &st);
    ::SystemTimeToFileTime(&st, &back);
    sprintf_s(szStamp, ARRAY_LEN(szStamp), "%04d-%02d-%02d %02d:%02d:%02d.%03d day %d", st.wYear, st.wMonth, st.wDay,
        st.wHour, st.wMinute, st.wSecond, st.wMilliseconds, st.wDayOfWeek);
    printf("%s, %s, 0x%08lX%08lX\n", szStamp, ::CompareFileTime(&ft, &back) == 0 ? "same" : "other",
        ft.dwHighDateTime, ft.dwLowDateTime);
    const DWORD t0 = ::GetTickCount();
    ::Sleep(30);
    printf("slept: %s\n", ::GetTickCount() - t0 >= 15 ? "yes" : "no");
    return 0;
}
