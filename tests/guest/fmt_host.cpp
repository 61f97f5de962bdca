// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "use_pdh.h"

#include <chrono>
#include <cstdio>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <stdexcept>
#include <string>

namespace {

void print_all() {
    std::puts(fmt::format("[{}] [{:.2f}] [{:e}] [{:a}]", 3.75, 2.5, 1e300, 0.1).c_str());
    std::puts(fmt::format("[{}] [{:g}] [{:08.3f}]", 1.5F, 0.1L, -2.25).c_str());
    std::puts(fmt::format("[{:L}] [{:#x}] [{:>10}] [{}]", 1234567, 255, "text", true).c_str());
    std::puts(fmt::format("{:%H:%M:%S}", std::chrono::seconds(3661)).c_str());
    try {
        std::puts(fmt::format(fmt::runtime("{:d}"), "not a number").c_str());
    } catch (const fmt::format_error& error) {
        std::puts(error.what());
    }
}

} // namespace

int main() {
    print_all();
    use_pdh();
    print_all();
}
