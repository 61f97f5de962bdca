// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/value_block.h"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

using namespace pdh_shim::tools;

using relog::RecordTime;
using relog::ValueBlock;

namespace {

std::vector<double> values_of(ValueBlock& block, std::size_t column) {
    const auto values = block.column(column).values;
    return {values.begin(), values.end()};
}

} // namespace

TEST_CASE("a column has its values, without the records that have none, and their times") {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const command::SampleBlock samples = {
        3, {1, 2, 3, none, infinite, 4}, {10, 20, 30}, {60, std::nullopt, 0}};
    ValueBlock block;
    block.show(samples, 2, 0, 1);
    CHECK(block.records() == 3);
    CHECK(values_of(block, 0) == std::vector<double>{1, 3});
    CHECK(values_of(block, 1) == std::vector<double>{2, 4});
    CHECK(block.column(0).times.front() == RecordTime{10, 60});
    CHECK(block.column(0).times.back() == RecordTime{20, std::nullopt});
    CHECK(block.column(1).times.back() == RecordTime{30, 0});
}

TEST_CASE("records can be left out") {
    command::SampleBlock samples = {5, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {0, 0, 0, 0, 0}};
    ValueBlock block;
    block.show(samples, 1, 1, 3);
    CHECK(block.records() == 2);
    CHECK(values_of(block, 0) == std::vector<double>{1, 4});
    samples = {2, {7, 8}, {5, 6}, {0, 0}};
    block.show(samples, 1, 2, 3);
    CHECK(block.records() == 0);
    CHECK(block.column(0).values.empty());
}

TEST_CASE("a block of many columns has few records") {
    for (const std::size_t columns : {1U, 500U, 30'000U, 1'000'000U}) {
        CAPTURE(columns);
        CHECK(ValueBlock::rows_for(columns) >= 16);
        CHECK(ValueBlock::rows_for(columns) <= 120);
    }
}
