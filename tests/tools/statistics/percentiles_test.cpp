// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/statistics/percentiles.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using pdh_shim::tools::statistics::Percentiles;
using pdh_shim::tools::statistics::QuantileSketch;
using pdh_shim::tools::statistics::SketchMemory;

TEST_CASE("without values there is no percentile") {
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
