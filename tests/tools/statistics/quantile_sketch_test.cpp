// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/quantile_sketch.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <span>
#include <vector>

using pdh_shim::tools::statistics::SketchMemory;

TEST_CASE("each sketch has its share, whatever the others take") {
    SketchMemory memory(30'000, 100);
    for (int i = 0; i < 100; ++i) {
        CHECK(memory.replace(0, 200));
        CHECK(memory.replace(200, 100));
        CHECK(memory.replace(100, 200));
    }
}

TEST_CASE("sketches take more than their share while it lasts, and give it back") {
    SketchMemory memory(30'000, 100);
    for (int i = 0; i < 10; ++i) {
        CHECK(memory.replace(200, 1200)); // 1000 of the rest
    }
    CHECK_FALSE(memory.replace(200, 201));
    CHECK(memory.replace(0, 200));
    CHECK(memory.replace(1200, 700));
    CHECK(memory.replace(0, 700));
    CHECK_FALSE(memory.replace(0, 201));
}

TEST_CASE("no sketch takes all that is left") {
    SketchMemory memory(30'000, 100);
    CHECK_FALSE(memory.replace(0, 1201));
    CHECK(memory.replace(0, 1200));
}

TEST_CASE("however many sketches there are, each may have the least") {
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{100}}) {
        SketchMemory memory(bytes, 1'000'000);
        CHECK(memory.replace(0, SketchMemory::least));
    }
    CHECK(SketchMemory(3000, 0).replace(0, 2000));
}

using pdh_shim::tools::statistics::QuantileSketch;
using pdh_shim::tools::statistics::SketchMemory;

namespace {

// Whether each rank is answered within the error that the sketch says.
bool are_all_near(const QuantileSketch& sketch, std::vector<double> values) {
    std::sort(values.begin(), values.end());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double error = std::fabs(sketch.at_rank(i) - values[i]);
        if (!(error <= sketch.error() * std::fabs(values[i]) * (1 + 1e-12))) {
            return false;
        }
    }
    return true;
}

bool are_all_near(const std::vector<double>& values) {
    QuantileSketch sketch;
    sketch.add(values);
    return are_all_near(sketch, values) && sketch.error() == QuantileSketch::least_error;
}

// Of both signs, and evenly spread over powers of ten.
std::vector<double> spread_values(int count, double lowest, double highest) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(lowest, highest);
    std::vector<double> values;
    for (int i = 0; i < count; ++i) {
        values.push_back((i % 3 == 0 ? -1 : 1) * std::pow(10, exponent(random)));
    }
    return values;
}

// Blocks of values, as a log gives them.
void add_blocks(QuantileSketch& sketch, std::span<const double> values) {
    constexpr std::size_t block = 16;
    for (; !values.empty(); values = values.subspan(std::min(block, values.size()))) {
        sketch.add(values.first(std::min(block, values.size())));
    }
}

} // namespace

TEST_CASE("each rank is answered within the error that is promised") {
    CHECK(are_all_near(spread_values(5000, -30, 30)));
}

TEST_CASE("less memory makes the error larger, and the sketch says how large") {
    const auto values = spread_values(20'000, -3, 12);
    double before = 1;
    for (const std::size_t most : {16U, 100U, 130U, 200U, 400U, 1000U, 4000U, 10'000U, 30'000U}) {
        SketchMemory memory(most, 1);
        QuantileSketch sketch(&memory);
        add_blocks(sketch, values);
        CAPTURE(most);
        CHECK(are_all_near(sketch, values));
        CHECK(sketch.error() <= before);
        before = sketch.error();
    }
    CHECK(before == QuantileSketch::least_error);
    SketchMemory little(400, 1);
    QuantileSketch wide(&little);
    add_blocks(wide, values);
    CHECK(wide.error() == doctest::Approx(0.2));
}

TEST_CASE("values that lie near each other need little memory") {
    const auto values = spread_values(20'000, 2, 2.5);
    SketchMemory memory(1000, 1);
    QuantileSketch sketch(&memory);
    add_blocks(sketch, values);
    CHECK(are_all_near(sketch, values));
    CHECK(sketch.error() == QuantileSketch::least_error);
}

TEST_CASE("counts that become too large for the memory make the error larger, too") {
    std::vector<double> values = spread_values(300, 0, 0.3);
    SketchMemory memory(180, 1);
    QuantileSketch sketch(&memory);
    add_blocks(sketch, values);
    CHECK(sketch.error() == QuantileSketch::least_error);
    const std::vector<double> equal(70'000, 1.25);
    sketch.add(equal);
    values.insert(values.end(), equal.begin(), equal.end());
    CHECK(sketch.error() == doctest::Approx(4.0 / 132));
    CHECK(are_all_near(sketch, values));
}

TEST_CASE("with hardly any memory numbers are known by their signs") {
    using Limits = std::numeric_limits<double>;
    SketchMemory memory(0, 1);
    QuantileSketch sketch(&memory);
    sketch.add(std::array{Limits::min(), Limits::lowest(), 0.0, 1.0, Limits::max(), -1.0});
    CHECK(sketch.error() == 1);
    CHECK(sketch.at_rank(0) >= Limits::lowest());
    CHECK(sketch.at_rank(1) < 0);
    CHECK(sketch.at_rank(2) == 0);
    CHECK(sketch.at_rank(3) > 0);
    CHECK(sketch.at_rank(5) <= Limits::max());
}

TEST_CASE("bounds of buckets and extreme doubles are in the right buckets") {
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

using pdh_shim::tools::statistics::Percentiles;
using pdh_shim::tools::statistics::QuantileSketch;
using pdh_shim::tools::statistics::SketchMemory;

TEST_CASE("a percentile needs a value") {
    Percentiles percentiles(10);
    CHECK(std::isnan(percentiles.at(0.5)));
    CHECK(percentiles.error() == 0);
}

TEST_CASE("percentiles of few values are exact, and in proportion between two of them") {
    Percentiles percentiles(10);
    percentiles.add(std::array{4.0, 1.0});
    percentiles.add(std::array{3.0, 2.0});
    CHECK(percentiles.error() == 0);
    CHECK(percentiles.at(0) == 1);
    CHECK(percentiles.at(0.5) == 2.5);
    CHECK(percentiles.at(1) == 4);
    CHECK(percentiles.at(0.1) == doctest::Approx(1.3).epsilon(1e-15));
}

TEST_CASE("percentiles of more values than are kept have a small error") {
    Percentiles percentiles(10);
    for (int i = 1; i <= 1000; ++i) {
        percentiles.add(std::array{static_cast<double>(i)});
        CHECK(percentiles.error() == (i <= 10 ? 0 : QuantileSketch::least_error));
    }
    for (const double fraction : {0.0, 0.5, 0.95, 0.99, 1.0}) {
        const double exact = 1 + 999 * fraction;
        CHECK(
            std::fabs(percentiles.at(fraction) - exact) <= QuantileSketch::least_error * exact * (1 + 1e-12));
    }
}

TEST_CASE("percentiles with little memory say how large their error is") {
    SketchMemory memory(100, 1);
    Percentiles percentiles(10, &memory);
    for (int i = 1; i <= 1000; ++i) {
        percentiles.add(std::array{static_cast<double>(i)});
    }
    CHECK(percentiles.error() > QuantileSketch::least_error);
    for (const double fraction : {0.0, 0.5, 0.95, 0.99, 1.0}) {
        const double exact = 1 + 999 * fraction;
        CHECK(std::fabs(percentiles.at(fraction) - exact) <= percentiles.error() * exact * (1 + 1e-12));
    }
}
