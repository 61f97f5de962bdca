// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "answers.h"
#include "source/windows/system_api.h"

#include <doctest/doctest.h>

#include <array>

using namespace pdh_shim::source::windows;
using answers::answer_of;
using answers::Bytes;
using pdh_shim::PointerWidth;
using pdh_shim::ProcessEntry;

namespace {

constexpr std::array<PointerWidth, 2> widths{PointerWidth::bits64, PointerWidth::bits32};

} // namespace

TEST_CASE("class 8: the processors are counted by the length of the answer") {
    const Bytes bytes = answers::processors({{10, 30, 20}, {1, 2, 3}});
    const auto processors = parse_processors(answer_of(bytes));
    REQUIRE(processors.size() == 2);
    CHECK(processors[0].idle == 10);
    CHECK(processors[0].kernel == 30);
    CHECK(processors[1].user == 3);
    CHECK(parse_processors({}).empty());
}

TEST_CASE("power: the highest frequency and the limit of each processor") {
    const Bytes bytes = answers::power({{3000, 2400}});
    const auto processors = parse_power(answer_of(bytes));
    REQUIRE(processors.size() == 1);
    CHECK(processors[0].highest_mhz == 3000);
    CHECK(processors[0].limit_mhz == 2400);
}

TEST_CASE("classes 0 and 2: the pages of memory, and nothing of an answer that is too short") {
    for (const PointerWidth width : widths) {
        const Bytes bytes = answers::basic({4096, 1000}, width);
        const auto basic = parse_basic(answer_of(bytes));
        REQUIRE(basic.has_value());
        CHECK(basic->page_size == 4096);
        CHECK(basic->physical == 1000);
    }
    const Bytes bytes = answers::performance({600, 500, 1200});
    const auto pages = parse_performance(answer_of(bytes));
    REQUIRE(pages.has_value());
    CHECK(pages->available == 600);
    CHECK(pages->committed == 500);
    CHECK(pages->commit_limit == 1200);
    CHECK_FALSE(parse_basic({}).has_value());
    CHECK_FALSE(parse_performance({std::span(bytes).first(0x37), 0}).has_value());
}
