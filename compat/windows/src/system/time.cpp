// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Time of the machine.
#include "system/system.h"

#include <array>
#include <cerrno>
#include <ctime>

namespace {

constexpr LONGLONG ticks_per_second = 10'000'000;
constexpr LONGLONG ticks_per_day = 86'400 * ticks_per_second;
constexpr LONGLONG unix_epoch = 116'444'736'000'000'000; // 1970 as a FILETIME
constexpr LONGLONG days_of_400_years = 146'097;

LONGLONG ticks_of(const FILETIME& time) {
    return static_cast<LONGLONG>(static_cast<ULONGLONG>(time.dwHighDateTime) << 32 | time.dwLowDateTime);
}

FILETIME file_time(LONGLONG ticks) {
    return {.dwLowDateTime = static_cast<DWORD>(ticks), .dwHighDateTime = static_cast<DWORD>(ticks >> 32)};
}

LONGLONG clock_ticks(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<LONGLONG>(now.tv_sec) * ticks_per_second + now.tv_nsec / 100;
}

LONGLONG system_ticks() {
    return unix_epoch + clock_ticks(CLOCK_REALTIME);
}

/// What the local time is ahead of UTC today, in ticks.
LONGLONG local_offset() {
    const time_t now = time(nullptr);
    tm local{};
    localtime_r(&now, &local);
    return static_cast<LONGLONG>(local.tm_gmtoff) * ticks_per_second;
}

bool is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_of_month(int year, int month) {
    constexpr std::array<int, 12> days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days.at(static_cast<std::size_t>(month - 1)) + (month == 2 && is_leap(year) ? 1 : 0);
}

/// Days from 1601-01-01 to the first of a year.
LONGLONG days_before_year(int year) {
    const LONGLONG past = year - 1601;
    return past * 365 + past / 4 - past / 100 + past / 400;
}

SYSTEMTIME system_time(LONGLONG ticks) {
    LONGLONG days = ticks / ticks_per_day;
    const LONGLONG of_day = ticks % ticks_per_day / 10'000;
    SYSTEMTIME time{};
    time.wDayOfWeek = static_cast<WORD>((days + 1) % 7); // 1601 began on a Monday
    int year = 1601 + static_cast<int>(days * 400 / days_of_400_years);
    while (days_before_year(year) > days) {
        --year;
    }
    while (days_before_year(year + 1) <= days) {
        ++year;
    }
    days -= days_before_year(year);
    int month = 1;
    for (; days >= days_of_month(year, month); ++month) {
        days -= days_of_month(year, month);
    }
    time.wYear = static_cast<WORD>(year);
    time.wMonth = static_cast<WORD>(month);
    time.wDay = static_cast<WORD>(days + 1);
    time.wHour = static_cast<WORD>(of_day / 3'600'000);
    time.wMinute = static_cast<WORD>(of_day / 60'000 % 60);
    time.wSecond = static_cast<WORD>(of_day / 1000 % 60);
    time.wMilliseconds = static_cast<WORD>(of_day % 1000);
    return time;
}

bool is_valid(const SYSTEMTIME& time) {
    return time.wYear >= 1601 && time.wYear <= 30827 && time.wMonth >= 1 && time.wMonth <= 12 &&
           time.wDay >= 1 && time.wDay <= days_of_month(time.wYear, time.wMonth) && time.wHour < 24 &&
           time.wMinute < 60 && time.wSecond < 60 && time.wMilliseconds < 1000;
}

BOOL shifted(const FILETIME* from, LPFILETIME to, LONGLONG by) {
    if (from == nullptr || to == nullptr || ticks_of(*from) < 0) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    *to = file_time(ticks_of(*from) + by);
    return TRUE;
}

} // namespace

FILETIME pdh_shim::compat::file_time_of(LONGLONG seconds, unsigned nanoseconds) {
    return ::file_time(unix_epoch + seconds * ticks_per_second + nanoseconds / 100);
}

VOID WINAPI Sleep(DWORD dwMilliseconds) {
    if (dwMilliseconds == INFINITE) {
        for (;;) {
            Sleep(INFINITE - 1);
        }
    }
    timespec left = {.tv_sec = static_cast<time_t>(dwMilliseconds / 1000),
        .tv_nsec = static_cast<long>(dwMilliseconds % 1000) * 1'000'000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

DWORD WINAPI SleepEx(DWORD dwMilliseconds, BOOL) {
    Sleep(dwMilliseconds);
    return 0;
}

ULONGLONG WINAPI GetTickCount64(void) {
    return static_cast<ULONGLONG>(clock_ticks(CLOCK_BOOTTIME) / 10'000);
}

DWORD WINAPI GetTickCount(void) {
    return static_cast<DWORD>(GetTickCount64());
}

BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER* lpPerformanceCount) {
    lpPerformanceCount->QuadPart = clock_ticks(CLOCK_BOOTTIME);
    return TRUE;
}

BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER* lpFrequency) {
    lpFrequency->QuadPart = ticks_per_second;
    return TRUE;
}

VOID WINAPI GetSystemTime(LPSYSTEMTIME time) {
    *time = system_time(system_ticks());
}

VOID WINAPI GetLocalTime(LPSYSTEMTIME time) {
    *time = system_time(system_ticks() + local_offset());
}

VOID WINAPI GetSystemTimeAsFileTime(LPFILETIME time) {
    *time = file_time(system_ticks());
}

VOID WINAPI GetSystemTimePreciseAsFileTime(LPFILETIME time) {
    *time = file_time(system_ticks());
}

BOOL WINAPI FileTimeToSystemTime(const FILETIME* from, LPSYSTEMTIME to) {
    if (from == nullptr || to == nullptr || ticks_of(*from) < 0) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    *to = system_time(ticks_of(*from));
    return TRUE;
}

BOOL WINAPI SystemTimeToFileTime(const SYSTEMTIME* from, LPFILETIME to) {
    if (from == nullptr || to == nullptr || !is_valid(*from)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    LONGLONG days = days_before_year(from->wYear) + from->wDay - 1;
    for (int month = 1; month < from->wMonth; ++month) {
        days += days_of_month(from->wYear, month);
    }
    const LONGLONG seconds = (from->wHour * 60LL + from->wMinute) * 60 + from->wSecond;
    *to = file_time(days * ticks_per_day + seconds * ticks_per_second + from->wMilliseconds * 10'000LL);
    return TRUE;
}

BOOL WINAPI FileTimeToLocalFileTime(const FILETIME* from, LPFILETIME to) {
    return shifted(from, to, local_offset());
}

BOOL WINAPI LocalFileTimeToFileTime(const FILETIME* from, LPFILETIME to) {
    return shifted(from, to, -local_offset());
}

LONG WINAPI CompareFileTime(const FILETIME* first, const FILETIME* second) {
    const auto a = static_cast<ULONGLONG>(ticks_of(*first));
    const auto b = static_cast<ULONGLONG>(ticks_of(*second));
    return a < b ? -1 : (a > b ? 1 : 0);
}
