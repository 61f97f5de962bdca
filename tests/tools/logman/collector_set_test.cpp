// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/collector_set.h"

#include <doctest/doctest.h>

#include <vector>

using pdh_shim::tools::logman::Crossing;

namespace {

std::vector<bool> crossings(bool is_upper, double limit, const std::vector<double>& values) {
    Crossing crossing({"\\a\\b", is_upper, limit});
    std::vector<bool> crossed;
    for (const double value : values) {
        crossed.push_back(crossing.is_crossed(value));
    }
    return crossed;
}

} // namespace

TEST_CASE("a value beyond the threshold is a crossing, also the first one") {
    CHECK(crossings(true, 100, {101, 102}) == std::vector<bool>{true, false});
    CHECK(crossings(true, 100, {100, 99, 101}) == std::vector<bool>{false, false, true});
    CHECK(crossings(false, 100, {100, 101, 99}) == std::vector<bool>{false, false, true});
}

TEST_CASE("there is not another crossing until a value is back by a twentieth of the limit") {
    CHECK(
        crossings(true, 100, {101, 99, 101, 95, 101}) == std::vector<bool>{true, false, false, false, true});
    CHECK(
        crossings(false, 100, {99, 101, 99, 105, 99}) == std::vector<bool>{true, false, false, false, true});
    CHECK(crossings(false, -100, {-101, -99, -101, -95, -101}) ==
          std::vector<bool>{true, false, false, false, true});
    CHECK(crossings(true, 0, {1, 0, 1}) == std::vector<bool>{true, false, true});
}
