// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Modules, messages, memory, time and the names of this computer.
#include "child_process.h"

#include <pdh.h>
#include <pdhmsg.h>
#include <windows.h>

#include <doctest/doctest.h>

#include <csignal>
#include <string>

namespace {

std::string message(DWORD flags, const void* source, DWORD id, va_list* arguments = nullptr) {
    char text[256] = "";
    FormatMessageA(flags, source, id, 0, text, sizeof text, arguments);
    return text;
}

std::string composed(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    std::string text = message(FORMAT_MESSAGE_FROM_STRING, format, 0, &arguments);
    va_end(arguments);
    return text;
}

template <class Function>
bool is_function(FARPROC found, Function* function) {
    return reinterpret_cast<void (*)()>(found) == reinterpret_cast<void (*)()>(function);
}

HANDLE console_event = nullptr;
sigset_t blocked_in_handler;

BOOL WINAPI take_event(DWORD) {
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked_in_handler);
    return SetEvent(console_event);
}

BOOL WINAPI leave_event(DWORD) {
    WaitForSingleObject(console_event, INFINITE);
    return FALSE;
}

} // namespace

TEST_CASE("pdh.dll is this library in any spelling, other libraries are not there") {
    const HMODULE pdh = LoadLibraryA("pdh.dll");
    REQUIRE(pdh != nullptr);
    for (const char* name : {"PDH.DLL", "pdh", "C:\\Windows\\System32\\Pdh.dll", "./pdh.dll"}) {
        CHECK(GetModuleHandleA(name) == pdh);
    }
    CHECK(GetModuleHandleW(L"Pdh.dll") == pdh);
    CHECK(LoadLibraryA("pdhx.dll") == nullptr);
    CHECK(GetLastError() == ERROR_MOD_NOT_FOUND);
    CHECK(GetModuleHandleA(nullptr) != nullptr);
    CHECK(FreeLibrary(pdh));
    CHECK_FALSE(FreeLibrary(pdh));
    CHECK_FALSE(FreeLibrary(reinterpret_cast<HMODULE>(&message)));
    char path[MAX_PATH];
    const DWORD length = GetModuleFileNameA(nullptr, path, MAX_PATH);
    CHECK(length == strlen(path));
    CHECK(GetModuleFileNameA(nullptr, path, 2) == 2);
    CHECK(GetLastError() == ERROR_INSUFFICIENT_BUFFER);
}

TEST_CASE("GetProcAddress gives the functions for this program's wchar_t") {
    const HMODULE pdh = GetModuleHandleA("pdh.dll");
    CHECK(is_function(GetProcAddress(pdh, "PdhAddCounterW"), &PdhAddCounterW));
    CHECK((GetProcAddress(pdh, "PdhVbOpenQuery") != nullptr));
    CHECK((GetProcAddress(pdh, "pdhaddcounterw") == nullptr)); // names have a case
    CHECK(GetLastError() == ERROR_PROC_NOT_FOUND);
    CHECK((GetProcAddress(pdh, reinterpret_cast<LPCSTR>(1)) == nullptr));
    CHECK((GetProcAddress(nullptr, "PdhAddCounterW") == nullptr));
    const HMODULE kernel = GetModuleHandleA("kernel32");
    CHECK(is_function(GetProcAddress(kernel, "LoadLibraryW"), &LoadLibraryW));
    CHECK((GetProcAddress(kernel, "PdhAddCounterW") == nullptr));
}

TEST_CASE("messages of pdh.dll, of the system, and of neither") {
    const HMODULE pdh = GetModuleHandleA("pdh.dll");
    CHECK(message(FORMAT_MESSAGE_FROM_HMODULE, pdh, PDH_INVALID_DATA) == "The data is not valid.\r\n");
    CHECK(message(FORMAT_MESSAGE_FROM_SYSTEM, nullptr, ERROR_ACCESS_DENIED) == "Access is denied.\r\n");
    CHECK(
        message(FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_FROM_SYSTEM, pdh, 5) == "Access is denied.\r\n");
    CHECK(message(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_MAX_WIDTH_MASK, nullptr, 5) ==
          "Access is denied. ");
    CHECK(message(FORMAT_MESSAGE_FROM_SYSTEM, nullptr, PDH_INVALID_DATA).empty());
    CHECK(GetLastError() == ERROR_MR_MID_NOT_FOUND);
    CHECK(message(0, nullptr, 5).empty());
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    char small[4];
    CHECK(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, nullptr, 5, 0, small, sizeof small, nullptr) == 0);
    CHECK(GetLastError() == ERROR_INSUFFICIENT_BUFFER);
    LPWSTR allocated = nullptr;
    CHECK(FormatMessageW(FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_SYSTEM, nullptr, 5, 0,
              reinterpret_cast<LPWSTR>(&allocated), 0, nullptr) == 19);
    CHECK(wcscmp(allocated, L"Access is denied.\r\n") == 0);
    LocalFree(allocated);
}

TEST_CASE("inserts of messages") {
    CHECK(composed("%2 %1!d! %% %!", 5, "two") == "two 5 % !");
    CHECK(composed("a%n%t%b.%0 not printed", 0) == "a\r\n\t .");
    CHECK(composed("%1!*.*s!|%4!x!", 5, 2, "abc", 255) == "   ab|ff");
    const HMODULE pdh = GetModuleHandleA("pdh.dll");
    DWORD_PTR values[] = {reinterpret_cast<DWORD_PTR>("logs")};
    CHECK(message(FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_ARGUMENT_ARRAY, pdh,
              PDH_PLA_COLLECTION_NOT_FOUND,
              reinterpret_cast<va_list*>(values)) == "Collection \"logs\" does not exist.\r\n");
    CHECK(message(FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_IGNORE_INSERTS, pdh,
              PDH_PLA_COLLECTION_NOT_FOUND) == "Collection \"%1!s!\" does not exist.\r\n");
    CHECK(
        message(FORMAT_MESSAGE_FROM_HMODULE, pdh, PDH_PLA_COLLECTION_NOT_FOUND).empty()); // nothing to insert
}

TEST_CASE("memory of the heap keeps its content and is zeroed where that is asked for") {
    const HANDLE heap = GetProcessHeap();
    auto* memory = static_cast<BYTE*>(HeapAlloc(heap, HEAP_ZERO_MEMORY, 10));
    CHECK(memory[9] == 0);
    memory[9] = 1;
    memory = static_cast<BYTE*>(HeapReAlloc(heap, HEAP_ZERO_MEMORY, memory, 1000));
    CHECK(memory[9] == 1);
    CHECK(memory[10] == 0);
    CHECK(memory[999] == 0);
    CHECK(HeapSize(heap, 0, memory) == 1000);
    CHECK_FALSE(HeapFree(nullptr, 0, memory));
    CHECK(HeapFree(heap, 0, memory));
    auto* const local = static_cast<BYTE*>(LocalAlloc(LPTR, 4));
    CHECK(local[3] == 0);
    CHECK(LocalFree(local) == nullptr);
    CHECK(LocalAlloc(0x0002, 4) == nullptr); // movable memory
}

TEST_CASE("times are converted and compared") {
    struct Row {
        SYSTEMTIME time;
        ULONGLONG ticks;
    };
    const Row rows[] = {
        {{1601, 1, 1, 1, 0, 0, 0, 0}, 0},
        {{1970, 1, 4, 1, 0, 0, 0, 0}, 116'444'736'000'000'000},
        {{2000, 2, 2, 29, 23, 59, 59, 999}, 125'963'423'999'990'000},
        {{2026, 11, 6, 21, 10, 0, 0, 1}, 134'397'288'000'010'000},
    };
    for (const Row& row : rows) {
        FILETIME file = {};
        CHECK(SystemTimeToFileTime(&row.time, &file));
        CHECK((static_cast<ULONGLONG>(file.dwHighDateTime) << 32 | file.dwLowDateTime) == row.ticks);
        SYSTEMTIME back = {};
        CHECK(FileTimeToSystemTime(&file, &back));
        CHECK(memcmp(&back, &row.time, sizeof back) == 0);
    }
    FILETIME file = {};
    const SYSTEMTIME none = {2026, 2, 0, 29, 0, 0, 0, 0};
    CHECK_FALSE(SystemTimeToFileTime(&none, &file));
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    const FILETIME later = {5, 1};
    const FILETIME earlier = {6, 0};
    CHECK(CompareFileTime(&later, &earlier) == 1);
    CHECK(CompareFileTime(&earlier, &later) == -1);
    FILETIME local = {};
    FILETIME again = {};
    CHECK(FileTimeToLocalFileTime(&later, &local));
    CHECK(LocalFileTimeToFileTime(&local, &again));
    CHECK(CompareFileTime(&later, &again) == 0);
    LARGE_INTEGER frequency = {};
    LARGE_INTEGER first = {};
    LARGE_INTEGER second = {};
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&first);
    const ULONGLONG ticks = GetTickCount64();
    Sleep(2);
    QueryPerformanceCounter(&second);
    CHECK(second.QuadPart - first.QuadPart >= frequency.QuadPart / 1000);
    CHECK(GetTickCount64() >= ticks + 1);
}

TEST_CASE("names of the computer and the environment follow the rules of their buffers") {
    DWORD size = 0;
    CHECK_FALSE(GetComputerNameW(nullptr, &size));
    CHECK(GetLastError() == ERROR_BUFFER_OVERFLOW);
    std::wstring name(size, L'x');
    CHECK(GetComputerNameW(&name[0], &size));
    CHECK(size == name.size() - 1);
    CHECK(name.back() == L'\0');
    CHECK(SetEnvironmentVariableW(L"PDH_SHIM_TEST_VARIABLE", L"value"));
    char value[16];
    CHECK(GetEnvironmentVariableA("PDH_SHIM_TEST_VARIABLE", value, 3) == 6);
    CHECK(GetEnvironmentVariableA("PDH_SHIM_TEST_VARIABLE", value, sizeof value) == 5);
    CHECK(std::string(value) == "value");
    CHECK(SetEnvironmentVariableA("PDH_SHIM_TEST_VARIABLE", nullptr));
    CHECK(GetEnvironmentVariableA("PDH_SHIM_TEST_VARIABLE", value, sizeof value) == 0);
    CHECK(GetLastError() == ERROR_ENVVAR_NOT_FOUND);
    SYSTEM_INFO info = {};
    GetSystemInfo(&info);
    CHECK(info.dwNumberOfProcessors >= 1);
    MEMORYSTATUSEX memory = {};
    CHECK_FALSE(GlobalMemoryStatusEx(&memory));
    memory.dwLength = sizeof memory;
    CHECK(GlobalMemoryStatusEx(&memory));
    CHECK(memory.ullTotalPhys >= memory.ullAvailPhys);
    MEMORYSTATUS as_before = {};
    GlobalMemoryStatus(&as_before);
    CHECK(as_before.dwLength == sizeof as_before);
    CHECK(as_before.dwMemoryLoad <= 100);
    constexpr SIZE_T most = ~static_cast<SIZE_T>(0);
    CHECK((as_before.dwTotalPhys == memory.ullTotalPhys || as_before.dwTotalPhys == most));
    CHECK((as_before.dwTotalPageFile == memory.ullTotalPageFile || as_before.dwTotalPageFile == most));
    CHECK((as_before.dwTotalVirtual == memory.ullTotalVirtual || as_before.dwTotalVirtual == most));
    CHECK(as_before.dwAvailPhys <= as_before.dwTotalPhys);
    CHECK(as_before.dwAvailPageFile <= as_before.dwTotalPageFile);
    CHECK(as_before.dwAvailVirtual <= as_before.dwTotalVirtual);
}

TEST_CASE("no signal of the program's is handled in the thread of console handlers") {
    CHECK(pdh_shim::test::status_of_child([] {
        console_event = CreateEventA(nullptr, FALSE, FALSE, nullptr);
        SetConsoleCtrlHandler(take_event, TRUE);
        raise(SIGTERM);
        WaitForSingleObject(console_event, INFINITE);
        return sigismember(&blocked_in_handler, SIGTERM) == 1 &&
               sigismember(&blocked_in_handler, SIGUSR1) == 1 &&
               sigismember(&blocked_in_handler, SIGSEGV) == 0; // it causes that itself
    }) == 0);
}

TEST_CASE("an unhandled console event ends the program, even if its threads block signals") {
    const int status = pdh_shim::test::status_of_child([] {
        console_event = CreateEventA(nullptr, FALSE, FALSE, nullptr);
        SetConsoleCtrlHandler(leave_event, TRUE);
        raise(SIGTERM);
        sigset_t signals{};
        sigemptyset(&signals);
        sigaddset(&signals, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &signals, nullptr);
        SetEvent(console_event);
        return pause() == 0; // status_of_child() has set an alarm
    });
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGTERM);
}
