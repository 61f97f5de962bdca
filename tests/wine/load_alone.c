// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Times LoadLibrary of pdh.dll, the one beside the program and Wine's own in turn, in a program that has no
// DLL but kernel32: what either brings along is loaded and unloaded with it. Ours took 13 to 38 % of the time
// of Wine 8's (WINE.md says a third), and may take half of it.
// It has no C library, which would be such a DLL. Run by wine.sh.
#include <windows.h>

enum { loads = 101, most_percent = 50 };

static wchar_t ours[1024];
static wchar_t builtin[1024];
static LONGLONG our_times[loads];
static LONGLONG builtin_times[loads];

static void end_with(const char* text, UINT status) {
    DWORD written = 0;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, (DWORD)lstrlenA(text), &written, NULL);
    ExitProcess(status);
}

static LONGLONG ticks(void) {
    LARGE_INTEGER count;
    QueryPerformanceCounter(&count);
    return count.QuadPart;
}

static LONGLONG time_of(const wchar_t* file, int is_ours) {
    const LONGLONG start = ticks();
    const HMODULE module = LoadLibraryW(file);
    const LONGLONG time = ticks() - start;
    if (module == NULL || (GetProcAddress(module, "pdh_shim_status_name") != NULL) != is_ours) {
        end_with("the wrong DLL was loaded\r\n", 1);
    }
    FreeLibrary(module);
    return time;
}

static LONGLONG median(LONGLONG* times) {
    for (int i = 1; i < loads; ++i) {
        for (int j = i; j > 0 && times[j] < times[j - 1]; --j) {
            const LONGLONG greater = times[j - 1];
            times[j - 1] = times[j];
            times[j] = greater;
        }
    }
    return times[loads / 2];
}

static void append(char* text, const char* label, DWORD number) {
    char digits[12];
    int at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    lstrcatA(text, label);
    lstrcatA(text, digits + at);
}

void start(void) {
    static char text[200];
    LARGE_INTEGER frequency;
    int end = (int)GetModuleFileNameW(NULL, ours, 1000);
    while (end > 0 && ours[end - 1] != L'\\') {
        --end;
    }
    ours[end] = L'\0';
    lstrcatW(ours, L"pdh.dll");
    GetSystemDirectoryW(builtin, 1000);
    lstrcatW(builtin, L"\\pdh.dll");
    for (int i = 0; i < loads; ++i) { // in turn, as the machine may be slow for a while
        our_times[i] = time_of(ours, 1);
        builtin_times[i] = time_of(builtin, 0);
    }
    QueryPerformanceFrequency(&frequency);
    const DWORD per_ms = (DWORD)(frequency.QuadPart / 1000);
    const DWORD our_us = (DWORD)((DWORD)median(our_times) / (per_ms / 1000.0));
    const DWORD builtin_us = (DWORD)((DWORD)median(builtin_times) / (per_ms / 1000.0));
    const DWORD percent = our_us * 100 / builtin_us;
    append(text, "LoadLibrary with kernel32 alone: pdh-shim ", our_us);
    append(text, " us, builtin ", builtin_us);
    append(text, " us; ", percent);
    lstrcatA(text, " % of its time\r\n");
    end_with(text, percent <= most_percent ? 0 : 1);
}
