// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/cpu_list.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string_view>
#include <vector>

using namespace pdh_shim::source::linux;

TEST_CASE("lists of CPUs may have ranges and single numbers, and end where they are not understood") {
    const auto read = [](std::string_view text) {
        std::vector<std::uint32_t> cpus;
        parse_cpu_list(text, [&](std::uint32_t cpu) { cpus.push_back(cpu); });
        return cpus;
    };
    CHECK(read("0-3,8,10-11\n") == std::vector<std::uint32_t>{0, 1, 2, 3, 8, 10, 11});
    CHECK(read("\n").empty());
    CHECK(read("5-").empty());
    CHECK(read("2,x") == std::vector<std::uint32_t>{2});
    CHECK(read("0-99999999999999").size() == most_cpus);
    CHECK(read("-5").empty());
}
