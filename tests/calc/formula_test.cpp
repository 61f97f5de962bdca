// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/formula.h"
#include "calc/integer_limits.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

namespace calc = pdh_shim::calc;
using calc::Clocks;
using calc::CounterType;
using calc::Formula;
using calc::RawSample;
using calc::Term;
using pdh_shim::Status;
using pdh_shim::test::max_i64;
using pdh_shim::test::min_i64;

namespace {

constexpr Clocks clocks{
    .perf_time = 1001,
    .perf_freq = 10,
    .time_100ns = 2002,
    .object_time = 3003,
    .object_freq = 30,
};

constexpr RawSample raw(
    CounterType type, std::int64_t value = 7, std::int64_t base = 5, std::uint32_t multi = 4) {
    return calc::make_raw_sample(calc::type_info(type), value, base, multi, clocks);
}

} // namespace

static_assert(raw(CounterType::perf_counter_counter).second == 1001);
static_assert(calc::evaluate(Formula::rate, {25, 2}, {10, 1}, 10).dividend == 15);

TEST_CASE("SecondValue is the clock or the base of the type") {
    CHECK(raw(CounterType::perf_counter_counter).second == 1001);
    CHECK(raw(CounterType::perf_100nsec_timer).second == 2002);
    CHECK(raw(CounterType::perf_elapsed_time).second == 3003);
    CHECK(raw(CounterType::perf_sample_fraction).second == 5);
    CHECK(raw(CounterType::perf_precision_100ns_timer).second == 5);
    CHECK(raw(CounterType::perf_counter_rawcount).second == 0);
    CHECK(raw(CounterType::perf_counter_delta).second == 0);
}

TEST_CASE("FirstValue is the data of the counter") {
    CHECK(raw(CounterType::perf_counter_rawcount).first == 7);
    CHECK(raw(CounterType::perf_100nsec_multi_timer).first == 7);
    CHECK(raw(CounterType::perf_raw_base).first == 7);
}

TEST_CASE("multi timers on the performance clock are multiplied by its frequency when they are collected") {
    CHECK(raw(CounterType::perf_counter_multi_timer).first == 70);
    CHECK(raw(CounterType::perf_counter_multi_timer_inv).first == 70);
}

TEST_CASE("the product with the frequency wraps and differences stay right") {
    const RawSample older = raw(CounterType::perf_counter_multi_timer, max_i64 - 100);
    const RawSample newer = raw(CounterType::perf_counter_multi_timer, max_i64 - 99);
    CHECK(newer.first - older.first == 10);
}

TEST_CASE("MultiCount comes from the data of multi types and is 1 otherwise") {
    CHECK(raw(CounterType::perf_100nsec_multi_timer_inv).multi == 4);
    CHECK(raw(CounterType::perf_counter_multi_timer).multi == 4);
    CHECK(raw(CounterType::perf_counter_counter).multi == 1);
    CHECK(raw(CounterType::perf_sample_fraction).multi == 1);
}

TEST_CASE("a sample that was made is valid") {
    CHECK(raw(CounterType::perf_counter_counter).cstatus == Status::cstatus_valid_data);
}

TEST_CASE("differences use the whole range of 64 bits") {
    CHECK(calc::distance(min_i64, max_i64) == std::numeric_limits<std::uint64_t>::max());
    CHECK(calc::distance(-1, 1) == 2);
    CHECK(calc::magnitude(min_i64) == std::uint64_t{1} << 63);
    CHECK(calc::magnitude(-5) == 5);
    CHECK(calc::magnitude(5) == 5);
}

TEST_CASE("a counter type without a formula has no value") {
    CHECK(calc::evaluate(Formula::none, {25, 2}, {10, 1}, 10).status == Status::invalid_argument);
}

TEST_CASE("the terms of a formula keep their parts apart") {
    const Term rate = calc::evaluate(Formula::rate, {25, 20}, {10, 10}, 1000);
    CHECK(rate.status == Status::success);
    CHECK(rate.dividend == 15);
    CHECK(rate.divisor == 10);
    CHECK(rate.factor == 1000);
    const Term inverse = calc::evaluate(Formula::multi_timer_inverse, {25, 20, 3}, {10, 10, 8}, 0);
    CHECK(inverse.complement_of == 3);
    CHECK(inverse.factor == 100);
}

TEST_CASE("an exact value that does not fit in 64 bits is refused there and taken by many bits") {
    const Term term = calc::evaluate(Formula::rate, {max_i64, 1}, {0, 0}, 1000);
    calc::Ratio<std::uint64_t> narrow;
    CHECK_FALSE(calc::expand(term, narrow));
    calc::Ratio<calc::Wide> wide;
    CHECK(calc::expand(term, wide));
    CHECK(calc::to_double(wide) == 9223372036854775807.0 * 1000);
}

TEST_CASE("the inverse of a multi timer may need more than 64 bits") {
    const Term term = calc::evaluate(Formula::multi_timer_inverse, {1, max_i64, 0xFFFFFFFF}, {0, 0, 1}, 0);
    calc::Ratio<std::uint64_t> narrow;
    CHECK_FALSE(calc::expand(term, narrow));
    calc::Ratio<calc::Wide> wide;
    CHECK(calc::expand(term, wide));
    CHECK(calc::whole_part(wide) == 429'496'729'499);
}
