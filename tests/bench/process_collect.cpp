// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Prints the median time of a collect of all processes in microseconds: run natively and under Wine by
// tests/wine/processes.sh, which lets processes come and go meanwhile.
#include <pdh.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <thread>

int main() {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    if (PdhOpenQueryA(nullptr, 0, &query) != ERROR_SUCCESS ||
        PdhAddEnglishCounterA(query, "\\Process(*)\\% Processor Time", 0, &counter) != ERROR_SUCCESS ||
        PdhCollectQueryData(query) != ERROR_SUCCESS) {
        return 1;
    }
    std::array<double, 101> times{};
    for (double& time : times) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const auto start = std::chrono::steady_clock::now();
        PdhCollectQueryData(query);
        time = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
    }
    std::ranges::sort(times);
    std::printf("%.0f\n", times[times.size() / 2]);
    PdhCloseQuery(query);
    return 0;
}
