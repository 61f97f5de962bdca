// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/regression.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

using doctest::Approx;
using pdh_shim::tools::statistics::Regression;

namespace {

Regression regression_of(const std::vector<double>& x, const std::vector<double>& y, std::size_t at_once) {
    Regression regression;
    for (std::size_t i = 0; i < x.size(); i += at_once) {
        const std::size_t count = std::min(at_once, x.size() - i);
        regression.add(std::span(x).subspan(i, count), std::span(y).subspan(i, count));
    }
    return regression;
}

} // namespace

TEST_CASE("a line of any number of blocks") {
    std::vector<double> x;
    std::vector<double> y;
    for (int i = 0; i < 1000; ++i) {
        x.push_back(i / 10.0);
        y.push_back(1e9 + 3.0 * i + (i % 2 == 0 ? 1 : -1));
    }
    for (const std::size_t size : {1U, 7U, 120U, 1000U}) {
        CAPTURE(size);
        const auto regression = regression_of(x, y, size);
        CHECK(regression.count() == 1000);
        // By fractions: the slope of the zigzag is -6/(n*n-1) for each step.
        CHECK(regression.slope() == Approx(10 * (3 - 6.0 / 999'999)).epsilon(1e-12));
        CHECK(regression.standard_error() == Approx(0.001096541).epsilon(1e-6));
        CHECK(regression.confidence() == Approx(1.96234 * regression.standard_error()).epsilon(1e-5));
    }
}

// Anscombe's first set ("Graphs in Statistical Analysis", 1973), with the quantile of Student's t for 9
// degrees.
TEST_CASE("a slope and its confidence as published") {
    const std::vector<double> x = {10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5};
    const std::vector<double> y = {8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68};
    const auto regression = regression_of(x, y, 4);
    CHECK(regression.slope() == Approx(0.500091).epsilon(1e-6));
    CHECK(regression.standard_error() == Approx(0.117906).epsilon(1e-5));
    CHECK(regression.confidence() == Approx(2.262157 * 0.117906).epsilon(1e-5));
}

TEST_CASE("few degrees of freedom make a wide interval") {
    const auto regression = regression_of({0, 1, 2}, {0, 1, 0}, 3);
    CHECK(regression.slope() == 0);
    CHECK(regression.confidence() == Approx(12.7062 * regression.standard_error()).epsilon(1e-5));
}

TEST_CASE("a straight line has no error") {
    const auto regression = regression_of({1, 2, 3, 4}, {5, 7, 9, 11}, 2);
    CHECK(regression.slope() == 2);
    CHECK(regression.standard_error() == 0);
    CHECK(regression.confidence() == 0);
}

TEST_CASE("what has no slope, or no error") {
    CHECK(std::isnan(Regression().slope()));
    CHECK(std::isnan(Regression().confidence()));
    CHECK(std::isnan(regression_of({1}, {1}, 1).slope()));
    CHECK(std::isnan(regression_of({0.1, 0.1, 0.1}, {1, 2, 3}, 2).slope()));
    const auto two = regression_of({1, 2}, {1, 3}, 1);
    CHECK(two.slope() == 2);
    CHECK(std::isnan(two.confidence()));
}
