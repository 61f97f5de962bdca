// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Times calls of pdh.dll, whichever one Wine loads: run by compare.sh with ours and with Wine's own.
#include <pdh.h>
#include <windows.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

double microseconds() {
    LARGE_INTEGER count{};
    LARGE_INTEGER frequency{};
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return static_cast<double>(count.QuadPart) * 1e6 / static_cast<double>(frequency.QuadPart);
}

/// Times one batch of calls after the other, per call.
template <class Call>
class Stopwatch {
  public:
    Stopwatch(int calls, Call call) : calls_(calls), call_(call) {}

    void run() {
        const double start = microseconds();
        for (int i = 0; i < calls_; ++i) {
            call_();
        }
        batches_.push_back((microseconds() - start) / calls_);
    }

    [[nodiscard]] double median() {
        const auto middle = batches_.begin() + static_cast<std::ptrdiff_t>(batches_.size() / 2);
        std::nth_element(batches_.begin(), middle, batches_.end());
        return *middle;
    }

  private:
    int calls_;
    Call call_;
    std::vector<double> batches_;
};

} // namespace

// With `--first`, how long the first open, add and collect of the process take.
int main(int argc, char** argv) {
    const bool is_ours = GetProcAddress(GetModuleHandleW(L"pdh.dll"), "pdh_shim_status_name") != nullptr;
    const char* const dll = is_ours ? "pdh-shim" : "builtin";
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    const double start = microseconds();
    PdhOpenQueryW(nullptr, 0, &query);
    if (PdhAddEnglishCounterW(query, LR"(\Processor(_Total)\% Processor Time)", 0, &counter) !=
        ERROR_SUCCESS) {
        return 1;
    }
    PdhCollectQueryData(query);
    if (argc > 1 && std::strcmp(argv[1], "--first") == 0) {
        std::printf("%s first %.1f us\n", dll, microseconds() - start);
        return 0;
    }
    Sleep(50);
    PdhCollectQueryData(query);
    PDH_FMT_COUNTERVALUE value{};
    Stopwatch format(20'000, [&] { PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value); });
    Stopwatch collect(200, [&] { PdhCollectQueryData(query); });
    const HANDLE file = CreateFileW(LR"(\\?\unix\proc\stat)", GENERIC_READ,
        FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING, 0, nullptr);
    static std::array<char, 65536> buffer;
    Stopwatch read(200, [&] {
        DWORD got = 0;
        SetFilePointerEx(file, {}, nullptr, FILE_BEGIN);
        ReadFile(file, buffer.data(), static_cast<DWORD>(buffer.size()), &got, nullptr);
    });
    // In turn, so that a machine that others slow down for a while does so to none of them alone.
    for (int batch = 0; batch < 1000; ++batch) {
        format.run();
        collect.run();
        read.run();
    }
    CloseHandle(file);
    std::printf("%s format %.4f us, collect %.2f us, ReadFile %.2f us\n", dll, format.median(),
        collect.median(), read.median());
    PdhCloseQuery(query);
    return 0;
}
