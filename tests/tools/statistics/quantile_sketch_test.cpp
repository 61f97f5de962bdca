// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/quantile_sketch.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

using pdh_shim::tools::statistics::QuantileSketch;

namespace {

// Whether each rank is answered as exactly as the header says.
bool are_all_near(std::vector<double> values) {
    QuantileSketch sketch;
    sketch.add(values);
    std::sort(values.begin(), values.end());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double error = std::fabs(sketch.at_rank(i) - values[i]);
        if (!(error <= QuantileSketch::largest_error * std::fabs(values[i]) * (1 + 1e-12))) {
            return false;
        }
    }
    return true;
}

} // namespace

TEST_CASE("each rank is answered within the error that is promised") {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-30, 30);
    std::vector<double> values;
    for (int i = 0; i < 5000; ++i) {
        values.push_back((i % 3 == 0 ? -1 : 1) * std::pow(10, exponent(random)));
    }
    CHECK(are_all_near(values));
}

TEST_CASE("the bounds of buckets and the ends of what a double holds are in the right buckets") {
    std::vector<double> values;
    for (int i = 0; i <= 128; ++i) {
        values.push_back(1 + i / 64.0);
        values.push_back(std::nextafter(1 + i / 64.0, 0));
    }
    CHECK(are_all_near(values));
    using Limits = std::numeric_limits<double>;
    CHECK(are_all_near({0.0, -0.0, Limits::min(), -Limits::min(), Limits::max(), Limits::lowest(), 1, -1}));
}

TEST_CASE("a bucket counts more numbers than a byte holds") {
    std::vector<double> values(255, 1.0);
    values.resize(1000, 2.0);
    values.resize(71'000, -3.0);
    CHECK(are_all_near(values));
}

TEST_CASE("numbers of every exponent and both signs have places") {
    std::vector<double> values;
    for (int exponent = -1022; exponent <= 1023; ++exponent) {
        values.push_back(std::ldexp(1.5, exponent));
        values.push_back(std::ldexp(-1.5, exponent));
    }
    CHECK(are_all_near(values));
}

TEST_CASE("what is nearer to 0 than a normal number is 0") {
    QuantileSketch sketch;
    sketch.add(std::array{std::numeric_limits<double>::denorm_min(), -1e-310});
    CHECK(sketch.at_rank(0) == 0);
    CHECK(sketch.at_rank(1) == 0);
}

TEST_CASE("negative numbers come first, in any order in which they are added") {
    QuantileSketch sketch;
    sketch.add(std::array{5.0, -2.0});
    sketch.add(std::array{0.0, -700.0, 1e9});
    CHECK(sketch.at_rank(0) == doctest::Approx(-700).epsilon(0.01));
    CHECK(sketch.at_rank(1) == doctest::Approx(-2).epsilon(0.01));
    CHECK(sketch.at_rank(2) == 0);
    CHECK(sketch.at_rank(3) == doctest::Approx(5).epsilon(0.01));
    CHECK(sketch.at_rank(4) == doctest::Approx(1e9).epsilon(0.01));
}
