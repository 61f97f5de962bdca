// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A program that loads pdh.dll late, uses it from several threads, and unloads it while they live.
#include <pdh.h>
#include <windows.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <future>
#include <mutex>
#include <psapi.h>
#include <set>
#include <string>
#include <thread>
#include <tlhelp32.h>
#include <vector>

namespace {

template <class Function>
Function find(HMODULE module, const char* name) {
    return reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(module, name)));
}

/// Opens, collects (also in the thread that collects every second), reads and closes.
bool use(HMODULE pdh) {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    const HANDLE event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    const bool collected =
        find<decltype(&PdhOpenQueryW)>(pdh, "PdhOpenQueryW")(nullptr, 0, &query) == ERROR_SUCCESS &&
        find<decltype(&PdhAddCounterW)>(pdh, "PdhAddCounterW")(query, LR"(\System\Processes)", 0, &counter) ==
            ERROR_SUCCESS &&
        find<decltype(&PdhCollectQueryData)>(pdh, "PdhCollectQueryData")(query) == ERROR_SUCCESS &&
        find<decltype(&PdhCollectQueryDataEx)>(pdh, "PdhCollectQueryDataEx")(query, 1, event) ==
            ERROR_SUCCESS;
    const bool signalled = collected && WaitForSingleObject(event, 600'000) == WAIT_OBJECT_0;
    CloseHandle(event);
    return find<decltype(&PdhCloseQuery)>(pdh, "PdhCloseQuery")(query) == ERROR_SUCCESS && signalled;
}

/// What a program has that a DLL could leave behind.
struct Holdings {
    DWORD handles = 0;
    std::size_t memory = 0; ///< committed, in bytes
    DWORD threads = 0;
    std::set<std::wstring> modules;
};

template <class Entry, class First, class Next, class Take>
void for_each_entry(HANDLE snapshot, const First& first, const Next& next, const Take& take) {
    Entry entry{};
    entry.dwSize = sizeof entry;
    for (BOOL more = first(snapshot, &entry); more != 0; more = next(snapshot, &entry)) {
        take(entry);
    }
}

Holdings holdings() {
    Holdings found;
    const HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD | TH32CS_SNAPMODULE, 0);
    for_each_entry<THREADENTRY32>(snapshot, Thread32First, Thread32Next, [&](const THREADENTRY32& thread) {
        found.threads += thread.th32OwnerProcessID == GetCurrentProcessId() ? 1 : 0;
    });
    for_each_entry<MODULEENTRY32W>(snapshot, Module32FirstW, Module32NextW,
        [&](const MODULEENTRY32W& module) { found.modules.insert(module.szModule); });
    CloseHandle(snapshot);
    REQUIRE(GetProcessHandleCount(GetCurrentProcess(), &found.handles) != 0);
    PROCESS_MEMORY_COUNTERS memory{};
    REQUIRE(K32GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory) != 0);
    found.memory = memory.PagefileUsage;
    return found;
}

bool is_loaded() {
    return GetModuleHandleW(L"pdh.dll") != nullptr;
}

/// The DLLs of Windows that ours stands on, which then are no news.
void load_what_it_imports() {
    for (const wchar_t* const name : {L"kernel32.dll", L"msvcrt.dll"}) {
        REQUIRE(LoadLibraryW(name) != nullptr);
    }
}

bool exists(const std::wstring& file) {
    return GetFileAttributesW(file.c_str()) != INVALID_FILE_ATTRIBUTES;
}

} // namespace

TEST_CASE("loading the DLL opens no file, thread, handle or other DLL") {
    load_what_it_imports();
    std::array<wchar_t, MAX_PATH> folder{};
    REQUIRE(GetTempPathW(static_cast<DWORD>(folder.size()), folder.data()) != 0);
    const std::wstring log = folder.data() + std::wstring(L"pdh_unload_test.log");
    DeleteFileW(log.c_str());
    SetEnvironmentVariableW(L"PDH_SHIM_LOG", (L"calls:" + log).c_str());
    const Holdings before = holdings();
    const HMODULE pdh = LoadLibraryW(L"pdh.dll");
    REQUIRE(pdh != nullptr);
    const Holdings loaded = holdings();
    auto expected = before.modules;
    expected.insert(L"pdh.dll");
    CHECK(loaded.modules.size() == expected.size());
    CHECK(loaded.modules == expected);
    CHECK(loaded.threads == before.threads);
    CHECK(loaded.handles == before.handles);
    CHECK_FALSE(exists(log));
    CHECK(use(pdh));
    CHECK(exists(log)); // so that its absence says something
    SetEnvironmentVariableW(L"PDH_SHIM_LOG", nullptr);
    CHECK(FreeLibrary(pdh) != 0);
    CHECK(DeleteFileW(log.c_str()) != 0); // it is closed
}

namespace {

/// Loads the DLL, collects twice from several objects, and unloads it; closes the query first, or leaves it
/// open.
void look(bool closes) {
    const HMODULE pdh = LoadLibraryW(L"pdh.dll");
    REQUIRE(pdh != nullptr);
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    CHECK(find<decltype(&PdhOpenQueryW)>(pdh, "PdhOpenQueryW")(nullptr, 0, &query) == ERROR_SUCCESS);
    const auto add = find<decltype(&PdhAddCounterW)>(pdh, "PdhAddCounterW");
    for (const wchar_t* const path : {LR"(\Processor(_Total)\% Processor Time)", LR"(\Process(*)\ID Process)",
             LR"(\Memory\Available Bytes)", LR"(\PhysicalDisk(_Total)\Disk Reads/sec)"}) {
        CHECK(add(query, path, 0, &counter) == ERROR_SUCCESS);
    }
    const auto collect = find<decltype(&PdhCollectQueryData)>(pdh, "PdhCollectQueryData");
    CHECK(collect(query) == ERROR_SUCCESS);
    CHECK(collect(query) == ERROR_SUCCESS);
    if (closes) {
        CHECK(find<decltype(&PdhCloseQuery)>(pdh, "PdhCloseQuery")(query) == ERROR_SUCCESS);
    }
    CHECK(FreeLibrary(pdh) != 0);
}

/// Loads, looks and unloads many times, and checks that nothing stays behind.
void look_often(bool closes) {
    look(closes); // what Windows' own DLLs keep
    look(closes);
    // Windows' heap grows by 64 KiB and more at once, which a leak would make it do each time.
    constexpr std::size_t times = 15;
    std::size_t least_growth = SIZE_MAX;
    for (int batch = 0; batch < 3; ++batch) {
        const Holdings before = holdings();
        for (std::size_t i = 0; i < times; ++i) {
            look(closes);
        }
        Holdings after = holdings();
        const DWORD start = GetTickCount();
        while (after.threads > before.threads && GetTickCount() - start < 600'000) {
            Sleep(1); // the thread that asks a file system for its size ends soon after the answer
            after = holdings();
        }
        CHECK_FALSE(is_loaded());
        CHECK(after.handles == before.handles);
        CHECK(after.threads == before.threads);
        least_growth = std::min(least_growth, after.memory - std::min(after.memory, before.memory));
    }
    CHECK(least_growth < times * 4096);
}

} // namespace

TEST_CASE("a program may load and unload the DLL for each query, and nothing stays behind") {
    look_often(true);
}

TEST_CASE("a query that is left open goes with the DLL, and nothing stays behind") {
    look_often(false);
}

TEST_CASE("the DLL stays while a query collects, until the program ends that") {
    for (int round = 0; round < 3; ++round) {
        CAPTURE(round);
        const HMODULE pdh = LoadLibraryW(L"pdh.dll");
        REQUIRE(pdh != nullptr);
        PDH_HQUERY query = nullptr;
        PDH_HCOUNTER counter = nullptr;
        const HANDLE event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
        CHECK(find<decltype(&PdhOpenQueryW)>(pdh, "PdhOpenQueryW")(nullptr, 0, &query) == ERROR_SUCCESS);
        CHECK(find<decltype(&PdhAddCounterW)>(pdh, "PdhAddCounterW")(
                  query, LR"(\System\Processes)", 0, &counter) == ERROR_SUCCESS);
        CHECK(find<decltype(&PdhCollectQueryDataEx)>(pdh, "PdhCollectQueryDataEx")(query, 1, event) ==
              ERROR_SUCCESS);
        CHECK(WaitForSingleObject(event, 600'000) == WAIT_OBJECT_0);
        CHECK(FreeLibrary(pdh) != 0);
        CHECK(is_loaded());
        CHECK(WaitForSingleObject(event, 600'000) == WAIT_OBJECT_0); // it collects still
        CHECK(LoadLibraryW(L"pdh.dll") == pdh);                      // as it was: the handles are valid
        CHECK(find<decltype(&PdhCloseQuery)>(pdh, "PdhCloseQuery")(query) == ERROR_SUCCESS);
        CHECK(FreeLibrary(pdh) != 0);
        CHECK_FALSE(is_loaded());
        CloseHandle(event);
    }
}

TEST_CASE("the DLL can be unloaded while threads that used it still run") {
    for (int round = 0; round < 3; ++round) {
        CAPTURE(round);
        std::promise<HMODULE> loading;
        const std::shared_future<HMODULE> loaded = loading.get_future(); // by threads older than the DLL
        std::mutex mutex;
        std::condition_variable changed;
        int used = 0;
        int worked = 0;
        bool unloaded = false;
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                const bool works = use(loaded.get());
                std::unique_lock lock(mutex);
                ++used;
                worked += works ? 1 : 0;
                changed.notify_all();
                changed.wait(lock, [&] { return unloaded; });
            });
        }
        const HMODULE pdh = LoadLibraryW(L"pdh.dll");
        loading.set_value(pdh);
        {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return used == 4; });
        }
        const bool is_ours = GetProcAddress(pdh, "pdh_shim_status_name") != nullptr;
        CHECK(is_ours);
        CHECK(worked == 4);
        CHECK(FreeLibrary(pdh) != 0);
        CHECK_FALSE(is_loaded());
        {
            const std::scoped_lock lock(mutex);
            unloaded = true;
        }
        changed.notify_all();
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
}
