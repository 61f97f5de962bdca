// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What a short-lived program pays: open, add, collect twice and format, in a process that has just started.
// Prints the time in microseconds from main() on; `--floor` does nothing in between, for the difference that
// the start of the process itself makes.
#include <pdh.h>

#include <chrono>
#include <cstdio>
#include <cstring>

namespace {

bool first_value() {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    PDH_FMT_COUNTERVALUE value{};
    return PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS &&
           PdhAddEnglishCounterA(query, "\\Processor(_Total)\\% Processor Time", 0, &counter) ==
               ERROR_SUCCESS &&
           PdhCollectQueryData(query) == ERROR_SUCCESS && PdhCollectQueryData(query) == ERROR_SUCCESS &&
           PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value) == ERROR_SUCCESS &&
           PdhCloseQuery(query) == ERROR_SUCCESS;
}

} // namespace

int main(int argc, char** argv) {
    const auto start = std::chrono::steady_clock::now();
    const bool floor = argc > 1 && std::strcmp(argv[1], "--floor") == 0;
    const bool done = floor || first_value();
    const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
    std::printf("%.1f\n", elapsed.count());
    return done ? 0 : 1;
}
