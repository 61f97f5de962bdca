// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/moments.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

using pdh_shim::tools::statistics::ExactSum;

TEST_CASE("what a large number hides is not lost") {
    ExactSum sum(1e16);
    for (int i = 0; i < 1000; ++i) {
        sum.add(0.5);
    }
    CHECK(sum.value() == 1e16 + 500);
    sum.add(-1e16);
    CHECK(sum.value() == 500);
    CHECK(sum.distance_to(501, 0.25) == 1.25);
}

TEST_CASE("numbers may come in any order") {
    ExactSum sum;
    for (const double number : {1.0, 1e100, 1.0, -1e100}) {
        sum.add(number);
    }
    CHECK(sum.value() == 2);
}

using pdh_shim::tools::statistics::Moments;

namespace {

Moments moments_of(const std::vector<double>& values, std::size_t at_once) {
    Moments moments;
    for (std::size_t i = 0; i < values.size(); i += at_once) {
        moments.add(std::span(values).subspan(i, std::min(at_once, values.size() - i)));
    }
    return moments;
}

bool is_near(double value, double expected) {
    return std::fabs(value - expected) <= 1e-14 * std::fabs(expected);
}

} // namespace

TEST_CASE("without values there is nothing but a count") {
    const Moments moments;
    CHECK(moments.count() == 0);
    CHECK(std::isnan(moments.lowest()));
    CHECK(std::isnan(moments.highest()));
    CHECK(std::isnan(moments.mean()));
    CHECK(std::isnan(moments.deviation()));
}

TEST_CASE("one value has no deviation") {
    const auto moments = moments_of({-3}, 1);
    CHECK(moments.count() == 1);
    CHECK(moments.lowest() == -3);
    CHECK(moments.highest() == -3);
    CHECK(moments.mean() == -3);
    CHECK(std::isnan(moments.deviation()));
}

TEST_CASE("blocks of any size have the same moments") {
    std::vector<double> values;
    for (int i = 1; i <= 1000; ++i) {
        values.push_back(i);
    }
    for (const std::size_t size : {1U, 2U, 3U, 4U, 7U, 120U, 1000U}) {
        CAPTURE(size);
        const auto moments = moments_of(values, size);
        CHECK(moments.count() == 1000);
        CHECK(moments.lowest() == 1);
        CHECK(moments.highest() == 1000);
        CHECK(is_near(moments.mean(), 500.5));
        CHECK(is_near(moments.deviation(), std::sqrt(1000.0 * 1001 / 12))); // n(n+1)/12 of 1..n
    }
}

TEST_CASE("equal values have that mean, and do not deviate") {
    const auto moments = moments_of(std::vector<double>(999, 0.1), 10);
    CHECK(moments.mean() == 0.1);
    CHECK(moments.deviation() == 0);
}

TEST_CASE("a small deviation of large values is exact") {
    std::vector<double> values;
    for (int i = 0; i < 100'000; ++i) {
        values.push_back(1e12 + i % 3); // the deviation of 0, 1, 2
    }
    values.resize(99'999);
    const auto moments = moments_of(values, 100);
    CHECK(is_near(moments.mean(), 1e12 + 1));
    CHECK(is_near(moments.deviation(), std::sqrt(2.0 / 3 * 99'999 / 99'998)));
}

TEST_CASE("a first value far from the others takes no digit from their sum") {
    std::vector<double> values(10'001, 0.1);
    values.front() = -1e9;
    const auto moments = moments_of(values, 7);
    CHECK(is_near(moments.mean(), (-1e9 + 1000) / 10'001));
    CHECK(is_near(moments.deviation(), 1'000'000'000.1 / std::sqrt(10'001.0)));
}

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

TEST_CASE("a regression line is the same whatever the size of the blocks") {
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
