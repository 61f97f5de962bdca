// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Handles of processes, and psapi.h's data about processes and the machine.
#include "base/sanitizer.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <windows.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <psapi.h>
#include <string>
#include <sys/wait.h>
#include <tchar.h>
#include <unistd.h>
#include <vector>

namespace {

/// A child that runs until this dies, or end() is called.
class Child : boost::noncopyable {
  public:
    Child() : id_(fork()) {
        if (id_ == 0) {
            pause();
            _exit(0);
        }
        REQUIRE(id_ > 0);
    }
    ~Child() { end(); }

    [[nodiscard]] DWORD id() const { return static_cast<DWORD>(id_); }
    void kill() const { ::kill(id_, SIGKILL); }
    void end() {
        if (id_ > 0) {
            kill();
            waitpid(id_, nullptr, 0);
            id_ = -1;
        }
    }

  private:
    pid_t id_;
};

std::string own_path() {
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    return {path, static_cast<size_t>(length)};
}

/// A `Name: number kB` line of a file, in bytes.
SIZE_T figure(const char* file, const std::string& name) {
    std::ifstream lines(file);
    std::string word;
    SIZE_T kibibytes = 0;
    while (lines >> word) {
        if (word == name + ":") {
            lines >> kibibytes;
            return kibibytes * 1024;
        }
    }
    return 0;
}

/// The figure of a process's memory.
SIZE_T figure(DWORD process, const std::string& name) {
    return figure(("/proc/" + std::to_string(process) + "/status").c_str(), name);
}

/// Whether what a function gives lies between two readings of the same by other means, at one of many tries:
/// what goes up and down may be outside of both at some of them.
template <class Value, class Reading>
bool lies_between(Value value, Reading reading) {
    for (int tries = 0; tries < 1000; ++tries) {
        const std::uint64_t before = reading();
        const std::uint64_t given = value();
        const std::uint64_t after = reading();
        if (std::min(before, after) <= given && given <= std::max(before, after)) {
            return true;
        }
    }
    return false;
}

/// How many processes /proc lists.
std::uint64_t listed_processes() {
    const std::filesystem::directory_iterator entries("/proc");
    return static_cast<std::uint64_t>(std::count_if(begin(entries), end(entries), [](const auto& entry) {
        const std::string name = entry.path().filename();
        return std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
    }));
}

/// The number that follows what is skipped at the start of a file.
std::uint64_t number_after(const char* file, char last_skipped) {
    std::ifstream text(file);
    text.ignore(std::numeric_limits<std::streamsize>::max(), last_skipped);
    std::uint64_t number = 0;
    text >> number;
    return number;
}

/// The first number of a file.
std::uint64_t first_number(const char* file) {
    std::ifstream text(file);
    std::uint64_t number = 0;
    text >> number;
    return number;
}

ULONGLONG ticks(const FILETIME& time) {
    return static_cast<ULONGLONG>(time.dwHighDateTime) << 32 | time.dwLowDateTime;
}

} // namespace

TEST_CASE("a process can be opened, asked, and waited for") {
    Child child;
    const HANDLE process = OpenProcess(SYNCHRONIZE | PROCESS_QUERY_INFORMATION, FALSE, child.id());
    REQUIRE(process != nullptr);
    CHECK(GetProcessId(process) == child.id());
    CHECK(WaitForSingleObject(process, 0) == WAIT_TIMEOUT);
    PROCESS_MEMORY_COUNTERS memory = {};
    CHECK(GetProcessMemoryInfo(process, &memory, sizeof memory));
    CHECK(lies_between(
        [&] { return GetProcessMemoryInfo(process, &memory, sizeof memory) ? memory.WorkingSetSize : 0; },
        [&] { return figure(child.id(), "VmRSS"); }));
    char name[MAX_PATH];
    const DWORD length = GetModuleBaseNameA(process, nullptr, name, sizeof name);
    CHECK(length == std::strlen(name));
    CHECK(own_path().ends_with(std::string("/") + name));

    child.kill();
    CHECK(WaitForSingleObject(process, INFINITE) == WAIT_OBJECT_0);
    CHECK(WaitForSingleObject(process, 0) == WAIT_OBJECT_0); // it stays signalled
    const DWORD id = child.id();
    child.end();
    CHECK_FALSE(GetProcessMemoryInfo(process, &memory, sizeof memory));
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    CHECK(GetModuleBaseNameA(process, nullptr, name, sizeof name) == 0);
    CHECK(GetProcessId(process) == id);
    CHECK(OpenProcess(PROCESS_QUERY_INFORMATION, FALSE, id) == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
    CHECK(CloseHandle(process));
    CHECK(GetProcessId(process) == 0);
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    CHECK(OpenProcess(PROCESS_QUERY_INFORMATION, FALSE, 0) == nullptr);
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
}

TEST_CASE("EnumProcesses lists this process and its children, as many as fit") {
    const Child child;
    std::vector<DWORD> ids(16);
    DWORD bytes = 0;
    for (;;) {
        REQUIRE(EnumProcesses(ids.data(), static_cast<DWORD>(ids.size() * sizeof(DWORD)), &bytes));
        if (bytes < ids.size() * sizeof(DWORD)) {
            break;
        }
        ids.resize(ids.size() * 2);
    }
    ids.resize(bytes / sizeof(DWORD));
    CHECK(std::count(ids.begin(), ids.end(), GetCurrentProcessId()) == 1);
    CHECK(std::count(ids.begin(), ids.end(), child.id()) == 1);
    DWORD one[2] = {0, 77};
    CHECK(EnumProcesses(one, sizeof one[0] + 1, &bytes));
    CHECK(bytes == sizeof one[0]);
    CHECK(one[1] == 77);
    CHECK_FALSE(EnumProcesses(nullptr, 4, &bytes));
    CHECK(GetLastError() == ERROR_INVALID_PARAMETER);
}

// The sanitizer itself needs memory for it.
TEST_CASE("GetProcessMemoryInfo follows what the process allocates" *
          doctest::skip(pdh_shim::under_thread_sanitizer)) {
    PROCESS_MEMORY_COUNTERS_EX before = {};
    REQUIRE(GetProcessMemoryInfo(
        GetCurrentProcess(), reinterpret_cast<PPROCESS_MEMORY_COUNTERS>(&before), sizeof before));
    CHECK(before.cb == sizeof before);
    CHECK(before.PagefileUsage == before.PrivateUsage);
    CHECK(before.PeakWorkingSetSize >= before.WorkingSetSize / 2);
    constexpr size_t size = 64 << 20;
    const std::vector<char> touched(size, 'x');
    PROCESS_MEMORY_COUNTERS_EX after = {};
    REQUIRE(GetProcessMemoryInfo(
        GetCurrentProcess(), reinterpret_cast<PPROCESS_MEMORY_COUNTERS>(&after), sizeof after));
    CHECK(touched[size / 2] == 'x');
    CHECK(after.PrivateUsage - before.PrivateUsage > size / 8 * 7);
    CHECK(after.PrivateUsage - before.PrivateUsage < size / 8 * 12); // a sanitizer needs an eighth for it
    CHECK(lies_between(
        [&] {
            CHECK(GetProcessMemoryInfo(
                GetCurrentProcess(), reinterpret_cast<PPROCESS_MEMORY_COUNTERS>(&after), sizeof after));
            return after.PrivateUsage;
        },
        [] { return figure(GetCurrentProcessId(), "RssAnon") + figure(GetCurrentProcessId(), "VmSwap"); }));
    CHECK(after.WorkingSetSize - before.WorkingSetSize > size / 8 * 7);
    CHECK(after.PeakWorkingSetSize >= after.WorkingSetSize / 8 * 7);
    CHECK(after.PageFaultCount > before.PageFaultCount);

    // The structures differ in size.
    PROCESS_MEMORY_COUNTERS_EX shorter = {};
    shorter.PrivateUsage = 77;
    auto* const memory = reinterpret_cast<PPROCESS_MEMORY_COUNTERS>(&shorter);
    CHECK(lies_between(
        [&] {
            CHECK(GetProcessMemoryInfo(GetCurrentProcess(), memory, sizeof(PROCESS_MEMORY_COUNTERS)));
            return shorter.WorkingSetSize;
        },
        [&] { return figure(GetCurrentProcessId(), "VmRSS"); }));
    CHECK(shorter.PrivateUsage == 77);
    CHECK_FALSE(GetProcessMemoryInfo(GetCurrentProcess(), memory, sizeof(PROCESS_MEMORY_COUNTERS) - 1));
    CHECK(GetLastError() == ERROR_INSUFFICIENT_BUFFER);
    CHECK_FALSE(GetProcessMemoryInfo(nullptr, memory, sizeof(PROCESS_MEMORY_COUNTERS)));
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
}

TEST_CASE("GetPerformanceInfo returns the machine's memory in pages") {
    PERFORMANCE_INFORMATION information = {};
    REQUIRE(GetPerformanceInfo(&information, sizeof information));
    CHECK(information.cb == sizeof information);
    CHECK(information.PageSize == static_cast<SIZE_T>(sysconf(_SC_PAGESIZE)));
    CHECK(information.PhysicalTotal * information.PageSize == figure("/proc/meminfo", "MemTotal"));
    CHECK(information.KernelTotal == information.KernelPaged + information.KernelNonpaged);
    CHECK_FALSE(GetPerformanceInfo(&information, sizeof information - 1));
    CHECK(GetLastError() == ERROR_BAD_LENGTH);
    MEMORYSTATUSEX status = {};
    status.dwLength = sizeof status;
    REQUIRE(GlobalMemoryStatusEx(&status));
    CHECK(status.ullTotalPhys == information.PhysicalTotal * information.PageSize);
}

TEST_CASE("the commit limit is one number, and what it has beyond the memory is the swap") {
    PERFORMANCE_INFORMATION information = {};
    REQUIRE(GetPerformanceInfo(&information, sizeof information));
    const auto limit = static_cast<std::uint64_t>(information.CommitLimit) * information.PageSize;
    MEMORYSTATUSEX status = {};
    status.dwLength = sizeof status;
    REQUIRE(GlobalMemoryStatusEx(&status));
    CHECK(status.ullTotalPageFile == limit);
    CHECK(status.ullAvailPageFile <= limit);
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    PDH_FMT_COUNTERVALUE value = {};
    REQUIRE(pdh_shim_set_sources("linux") == ERROR_SUCCESS);
    REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
    REQUIRE(PdhAddEnglishCounterA(query, R"(\Memory\Commit Limit)", 0, &counter) == ERROR_SUCCESS);
    REQUIRE(PdhCollectQueryData(query) == ERROR_SUCCESS);
    REQUIRE(PdhGetFormattedCounterValue(counter, PDH_FMT_LARGE, nullptr, &value) == ERROR_SUCCESS);
    CHECK(static_cast<std::uint64_t>(value.largeValue) == limit);
    CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
    CHECK(pdh_shim_set_sources("script:" LEGACY_SCRIPT) == ERROR_SUCCESS);
    std::ifstream policy("/proc/sys/vm/overcommit_memory");
    if (int number = 0; !(policy >> number) || number != 2) { // with 2 the limit can be below the memory
        const SIZE_T swap = information.CommitLimit - information.PhysicalTotal; // as OpenVINO computes it
        CHECK(swap * information.PageSize == figure("/proc/meminfo", "SwapTotal"));
    }
}

TEST_CASE("what GetPerformanceInfo returns lies between two readings of the kernel's files") {
    const auto asked = [](auto member) {
        return [member]() -> std::uint64_t {
            PERFORMANCE_INFORMATION information = {};
            CHECK(GetPerformanceInfo(&information, sizeof information));
            return information.*member;
        };
    };
    const auto pages_of = [](std::initializer_list<const char*> names) {
        return [names = std::vector<std::string>(names.begin(), names.end())] {
            std::uint64_t bytes = 0;
            for (const std::string& name : names) {
                bytes += figure("/proc/meminfo", name);
            }
            return bytes / static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
        };
    };
    using Information = PERFORMANCE_INFORMATION;
    CHECK(lies_between(asked(&Information::CommitTotal), pages_of({"Committed_AS"})));
    CHECK(lies_between(asked(&Information::PhysicalAvailable), pages_of({"MemAvailable"})));
    CHECK(lies_between(asked(&Information::KernelPaged), pages_of({"SReclaimable"})));
    CHECK(lies_between(
        asked(&Information::KernelNonpaged), pages_of({"SUnreclaim", "KernelStack", "PageTables"})));
    CHECK(lies_between(asked(&Information::SystemCache), [&] {
        return pages_of({"Cached", "Buffers", "SReclaimable"})() - pages_of({"Shmem"})();
    }));
    CHECK(lies_between(asked(&Information::ProcessCount), listed_processes));
    CHECK(
        lies_between(asked(&Information::HandleCount), [] { return first_number("/proc/sys/fs/file-nr"); }));
    CHECK(lies_between(asked(&Information::ThreadCount), [] { return number_after("/proc/loadavg", '/'); }));
}

TEST_CASE("EnumProcessModules gives the program, with its name and path") {
    HMODULE modules[4] = {};
    DWORD bytes = 0;
    REQUIRE(EnumProcessModules(GetCurrentProcess(), modules, sizeof modules, &bytes));
    CHECK(bytes == sizeof modules[0]);
    CHECK(modules[0] == GetModuleHandleA(nullptr));
    CHECK(EnumProcessModules(GetCurrentProcess(), nullptr, 0, &bytes));
    CHECK(bytes == sizeof modules[0]);
    CHECK_FALSE(EnumProcessModules(nullptr, modules, sizeof modules, &bytes));
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);

    const std::string path = own_path();
    const std::string base_name = path.substr(path.rfind('/') + 1);
    char text[4096];
    CHECK(GetModuleFileNameExA(GetCurrentProcess(), modules[0], text, sizeof text) == path.size());
    CHECK(std::string(text) == path);
    CHECK(GetModuleBaseNameA(GetCurrentProcess(), modules[0], text, sizeof text) == base_name.size());
    CHECK(std::string(text) == base_name);
    CHECK(GetModuleBaseNameA(GetCurrentProcess(), nullptr, text, 5) == 4); // what fits
    CHECK(std::string(text) == base_name.substr(0, 4));
    CHECK(GetModuleBaseNameA(GetCurrentProcess(), reinterpret_cast<HMODULE>(8), text, sizeof text) == 0);
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
    wchar_t wide[4096];
    const std::wstring wide_base_name(base_name.begin(), base_name.end());
    CHECK(GetModuleBaseNameW(GetCurrentProcess(), modules[0], wide, 4096) == base_name.size());
    CHECK(std::wstring(wide) == wide_base_name);
    CHECK(GetModuleFileNameExW(GetCurrentProcess(), modules[0], wide, 4096) == path.size());
    CHECK(std::wstring(wide) == std::wstring(path.begin(), path.end()));
}

TEST_CASE("GetProcessImageFileName and QueryFullProcessImageName need room for the path") {
    const std::string path = own_path();
    const auto length = static_cast<DWORD>(path.size());
    char text[4096];
    wchar_t wide[4096];
    CHECK(GetProcessImageFileNameA(GetCurrentProcess(), text, length) == 0);
    CHECK(GetLastError() == ERROR_INSUFFICIENT_BUFFER);
    CHECK(GetProcessImageFileNameA(GetCurrentProcess(), text, length + 1) == length);
    CHECK(std::string(text) == path);
    CHECK(GetProcessImageFileNameW(GetCurrentProcess(), wide, length) == 0);
    CHECK(GetLastError() == ERROR_INSUFFICIENT_BUFFER);
    CHECK(GetProcessImageFileNameW(GetCurrentProcess(), wide, length + 1) == length);
    CHECK(std::wstring(wide) == std::wstring(path.begin(), path.end()));
    DWORD size = length;
    CHECK_FALSE(QueryFullProcessImageNameA(GetCurrentProcess(), 0, text, &size));
    CHECK(GetLastError() == ERROR_INSUFFICIENT_BUFFER);
    size = sizeof text;
    CHECK(QueryFullProcessImageNameA(GetCurrentProcess(), 0, text, &size));
    CHECK(size == length);
    size = 4096;
    CHECK(QueryFullProcessImageNameW(GetCurrentProcess(), 0, wide, &size));
    CHECK(size == length);
    CHECK_FALSE(QueryFullProcessImageNameW(nullptr, 0, wide, &size));
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
}

TEST_CASE("GetProcessTimes returns times of any process") {
    FILETIME creation = {};
    FILETIME exit = {};
    FILETIME kernel = {};
    FILETIME user = {};
    REQUIRE(GetProcessTimes(GetCurrentProcess(), &creation, &exit, &kernel, &user));
    const Child child;
    const HANDLE process = OpenProcess(PROCESS_QUERY_INFORMATION, FALSE, child.id());
    FILETIME child_creation = {};
    REQUIRE(GetProcessTimes(process, &child_creation, &exit, &kernel, &user));
    constexpr ULONGLONG clock_error = 200'000; // 20 ms
    CHECK(ticks(child_creation) + clock_error >= ticks(creation));
    FILETIME now = {};
    GetSystemTimeAsFileTime(&now);
    CHECK(ticks(child_creation) <= ticks(now) + clock_error);
    CHECK(ticks(exit) == 0);
    CHECK(ticks(user) + ticks(kernel) < 10'000'000); // it only waits
    CHECK(CloseHandle(process));
    CHECK_FALSE(GetProcessTimes(process, &creation, &exit, &kernel, &user));
    CHECK(GetLastError() == ERROR_INVALID_HANDLE);
}

TEST_CASE("psapi's functions are found in psapi.dll, and as K32... in kernel32.dll") {
    const auto address = [](const char* library, const char* name) {
        return reinterpret_cast<const void*>(GetProcAddress(LoadLibraryA(library), name));
    };
    CHECK(address("psapi.dll", "EnumProcesses") == reinterpret_cast<const void*>(&EnumProcesses));
    CHECK(address("psapi.dll", "GetModuleBaseNameW") == reinterpret_cast<const void*>(&GetModuleBaseNameW));
    CHECK(address("kernel32.dll", "K32EnumProcessModules") ==
          reinterpret_cast<const void*>(&K32EnumProcessModules));
    CHECK(address("kernel32.dll", "OpenProcess") == reinterpret_cast<const void*>(&OpenProcess));
    CHECK(address("kernel32.dll", "EnumProcesses") == nullptr);
    CHECK(address("psapi.dll", "OpenProcess") == nullptr);
    char file[MAX_PATH];
    CHECK(GetModuleFileNameA(LoadLibraryA("psapi"), file, sizeof file) == std::strlen("psapi.dll"));
    CHECK(std::string(file) == "psapi.dll");
}
