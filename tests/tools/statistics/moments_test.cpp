// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/moments.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

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
