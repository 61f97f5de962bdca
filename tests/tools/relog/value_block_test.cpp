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
    ValueBlock block(2);
    CHECK(block.is_empty());
    block.add({.local_time = 10, .values = {1.0, 2.0}, .bias_minutes = 60});
    block.add({.local_time = 20, .values = {3.0, std::nullopt}});
    block.add({.local_time = 30, .values = {std::numeric_limits<double>::infinity(), 4.0}});
    CHECK(values_of(block, 0) == std::vector<double>{1, 3});
    CHECK(values_of(block, 1) == std::vector<double>{2, 4});
    CHECK(block.column(0).times.front() == RecordTime{10, 60});
    CHECK(block.column(0).times.back() == RecordTime{20, std::nullopt});
    CHECK(block.column(1).times.back() == RecordTime{30, std::nullopt});
    block.clear();
    CHECK(block.is_empty());
    CHECK(values_of(block, 0).empty());
}

TEST_CASE("a block of many columns has few records") {
    for (const std::size_t columns : {1U, 500U, 30'000U, 1'000'000U}) {
        CAPTURE(columns);
        ValueBlock block(columns);
        command::Sample sample;
        sample.values.resize(columns);
        std::size_t records = 0;
        for (; !block.is_full(); ++records) {
            block.add(sample);
        }
        CHECK(records >= 4);
        CHECK(records <= 120);
    }
}
