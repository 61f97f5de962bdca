// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The version, the languages, and what <windows.h> alone brings.
#define _WIN32 1 // as programs do that ask for it; the headers go by the compiler's target
#define _WIN64 1
#include <pdh.h>
#include <windows.h>

#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <tchar.h>
#include <unistd.h>

// Repeated by programs, which is allowed only in the same words.
#define PERF_NO_INSTANCES -1
#define PERF_NO_UNIQUE_ID -1

namespace {

int fallen_through(int from) {
    int sum = 0;
    switch (from) {
    case 1:
        sum += 1;
        __fallthrough;
    case 2:
        sum += 2;
        break;
    default:
        break;
    }
    return sum;
}

} // namespace

TEST_CASE("windows.h includes malloc and the structures of performance data") {
    void* const memory =
        malloc(sizeof(PERF_DATA_BLOCK)); // NOLINT(cppcoreguidelines-no-malloc): what is tested
    CHECK(memory != nullptr);
    free(memory); // NOLINT(cppcoreguidelines-no-malloc)
    const DOUBLE value = 2.5;
    CHECK(value == 2.5);
    CHECK(fallen_through(1) == 3);
    CHECK(ERROR_BAD_ARGUMENTS == 160);
    CHECK(sizeof(__TEXT("ab")) == 3);
}

TEST_CASE("_tsystem, _wsystem and _pclose return the exit code of the command") {
    CHECK(_tsystem(_T("exit 3")) == 3);
    CHECK(_tsystem(__T("exit 0")) == 0);
    CHECK(_wsystem(L"exit 255") == 255);
    CHECK(_wsystem(L"kill -9 $$") == 128 + SIGKILL);
    CHECK(_wsystem(nullptr) == 1); // there is a shell
    CHECK(_pclose(_popen("exit 4", "r")) == 4);
    CHECK(WEXITSTATUS(system("exit 3")) == 3); // as every POSIX program knows it
}

TEST_CASE("_stscanf reads into the arguments of its format") {
    int number = 0;
    CHECK(_stscanf(_T("41"), _T("%d"), &number) == 1);
    CHECK(number == 41);
}

TEST_CASE("a program that defines _WIN32 gets the functions of its own wchar_t") {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    REQUIRE(PdhOpenQueryW(nullptr, 0, &query) == ERROR_SUCCESS);
    CHECK(
        PdhAddEnglishCounterW(query, L"\\Processor(_Total)\\% Processor Time", 0, &counter) == ERROR_SUCCESS);
    PdhCloseQuery(query);
    CHECK(lstrlenW(L"abc") == 3);
}

TEST_CASE("GetVersionEx returns 6.2, as Windows does to programs without a manifest") {
    OSVERSIONINFO version = {};
    CHECK_FALSE(GetVersionEx(&version)); // its size is not set
    CHECK(GetLastError() == ERROR_INSUFFICIENT_BUFFER);
    version.dwOSVersionInfoSize = sizeof version;
    CHECK(GetVersionEx(&version));
    CHECK(version.dwMajorVersion == 6);
    CHECK(version.dwMinorVersion == 2);
    CHECK(version.dwPlatformId == VER_PLATFORM_WIN32_NT);
    OSVERSIONINFOEXW extended = {};
    extended.dwOSVersionInfoSize = sizeof extended;
    CHECK(GetVersionExW(reinterpret_cast<LPOSVERSIONINFOW>(&extended)));
    CHECK(extended.dwBuildNumber == 9200);
    CHECK(extended.wProductType == VER_NT_WORKSTATION);
    CHECK(extended.szCSDVersion[0] == 0);
    CHECK(LOBYTE(LOWORD(GetVersion())) == 6);
    CHECK(HIBYTE(LOWORD(GetVersion())) == 2);
}

TEST_CASE("the language is that of the counters' names, and has a key below Perflib") {
    const LANGID language = GetUserDefaultUILanguage();
    CHECK(language == MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US));
    CHECK(GetSystemDefaultUILanguage() == language);
    CHECK(GetUserDefaultLangID() == language);
    CHECK(LANGIDFROMLCID(GetUserDefaultLCID()) == language);
    char name[96];
    wsprintfA(
        name, "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib\\%03x", PRIMARYLANGID(language));
    HKEY key = nullptr;
    CHECK(RegOpenKeyExA(HKEY_LOCAL_MACHINE, name, 0, KEY_READ, &key) == ERROR_SUCCESS);
    RegCloseKey(key);
    CHECK(MAKELANGID(LANG_GERMAN, SUBLANG_GERMAN) == 0x0407);
    CHECK(MAKELANGID(LANG_CHINESE, SUBLANG_CHINESE_SIMPLIFIED) == 0x0804);
}

TEST_CASE("memory that cannot be used is found without a signal") {
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    auto* const pages = static_cast<char*>(
        mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(pages != MAP_FAILED);
    mprotect(pages + page, page, PROT_NONE);
    char* const end = pages + page;
    memcpy(end - 4, "abc", 4);
    CHECK_FALSE(IsBadStringPtrA(end - 4, 100));
    CHECK_FALSE(IsBadReadPtr(end - 4, 4));
    CHECK(IsBadReadPtr(end - 4, 5));
    CHECK(IsBadReadPtr(pages, 2 * page));
    CHECK(IsBadReadPtr(nullptr, 1));
    CHECK_FALSE(IsBadReadPtr(nullptr, 0));
    end[-1] = 'd';
    CHECK(IsBadStringPtrA(end - 4, 100));
    CHECK_FALSE(IsBadStringPtrA(end - 4, 4)); // no more is looked at
    CHECK(IsBadStringPtrW(reinterpret_cast<LPCWSTR>(end - sizeof(wchar_t)), 2));
    CHECK(IsBadStringPtrA(nullptr, 5));
    CHECK_FALSE(IsBadWritePtr(pages, page));
    mprotect(pages, page, PROT_READ);
    CHECK(IsBadWritePtr(pages, 1));
    CHECK_FALSE(IsBadReadPtr(pages, 1));
    CHECK(std::string(end - 4, 3) == "abc");
    munmap(pages, 2 * page);
}
