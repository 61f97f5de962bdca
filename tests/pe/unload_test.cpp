// A program that loads pdh.dll late, uses it from several threads, and unloads it while they live.
#include <pdh.h>
#include <windows.h>

#include <doctest/doctest.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
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
    const bool signalled = collected && WaitForSingleObject(event, 30'000) == WAIT_OBJECT_0;
    CloseHandle(event);
    return find<decltype(&PdhCloseQuery)>(pdh, "PdhCloseQuery")(query) == ERROR_SUCCESS && signalled;
}

} // namespace

TEST_CASE("the DLL can be unloaded, with threads alive that used it") {
    for (int round = 0; round < 3; ++round) {
        CAPTURE(round);
        const HMODULE pdh = LoadLibraryW(L"pdh.dll");
        REQUIRE(pdh != nullptr);
        const bool is_ours = GetProcAddress(pdh, "pdh_shim_status_name") != nullptr;
        REQUIRE(is_ours);
        std::mutex mutex;
        std::condition_variable changed;
        int used = 0;
        int worked = 0;
        bool unloaded = false;
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                const bool works = use(pdh);
                std::unique_lock lock(mutex);
                ++used;
                worked += works ? 1 : 0;
                changed.notify_all();
                changed.wait(lock, [&] { return unloaded; });
            });
        }
        {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return used == 4; });
        }
        CHECK(worked == 4);
        CHECK(FreeLibrary(pdh) != 0);
        const bool is_gone = GetModuleHandleW(L"pdh.dll") == nullptr;
        CHECK(is_gone);
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
