// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/counter32.h"
#include "calc/formula.h"
#include "calc/integer_limits.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

namespace calc = pdh_shim::calc;
using calc::Clocks;
using calc::Computed;
using calc::CounterType;
using calc::Formula;
using calc::RawSample;
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
static_assert(calc::evaluate(Formula::rate, {25, 2}, {10, 1}, 10).real == 150);

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

TEST_CASE("multi timers of the performance clock are multiplied when they are collected") {
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

TEST_CASE("each formula rounds at each step, in the order of Windows") {
    // In another order the same steps end in another double.
    CHECK(calc::evaluate(Formula::rate, {1, 93}, {0, 0}, 10).real == 1 / (93 / 10.0));
    CHECK(1 / (93 / 10.0) != 1 / 93.0 * 10);
    CHECK(1 / (93 / 10.0) != 10 / 93.0);
    CHECK(calc::evaluate(Formula::timer, {29, 100}, {0, 0}, 0).real == 29 / 100.0 * 100);
    CHECK(29 / 100.0 * 100 != 29);
    CHECK(calc::evaluate(Formula::raw_fraction, {29, 100}, {0, 0}, 0).real == 29 / 100.0 * 100);
    CHECK(calc::evaluate(Formula::sample_fraction, {29, 100}, {0, 0}, 0).real == 29 / 100.0 * 100);
    CHECK(calc::evaluate(Formula::timer_inverse, {93, 100}, {0, 0}, 0).real == 100 * (1 - 93 / 100.0));
    CHECK(100 * (1 - 93 / 100.0) != 7);
    CHECK(calc::evaluate(Formula::multi_timer, {1, 6, 3}, {0, 0}, 0).real == 1 / 6.0 * 100 / 3);
    CHECK(1 / 6.0 * 100 / 3 != 100 / 6.0 / 3);
    CHECK(1 / 6.0 * 100 / 3 != 1 / 6.0 / 3 * 100);
    CHECK(
        calc::evaluate(Formula::multi_timer_inverse, {93, 100, 3}, {0, 0}, 0).real == 100 * (3 - 93 / 100.0));
    CHECK(calc::evaluate(Formula::average_timer, {7, 3}, {0, 0}, 10).real == 7 / 10.0 / 3);
    CHECK(7 / 10.0 / 3 != 7 / 30.0);
}

TEST_CASE("a raw count and a difference are counted, and nothing else") {
    const Computed raw_count = calc::evaluate(Formula::raw_count, {-5, 0}, {}, 0);
    CHECK(raw_count.counted);
    CHECK(raw_count.count.negative);
    CHECK(raw_count.count.whole == 5);
    CHECK(raw_count.real == -5);
    const Computed delta = calc::evaluate(Formula::delta, {max_i64, 0}, {min_i64, 0}, 0);
    CHECK(delta.counted);
    CHECK(delta.count.whole == std::numeric_limits<std::uint64_t>::max());
    CHECK_FALSE(calc::evaluate(Formula::rate, {25, 20}, {10, 10}, 1000).counted);
}

TEST_CASE("an inverse value is never below 0, though both counts are rounded") {
    constexpr std::int64_t interval = (std::int64_t{1} << 53) + 1; // rounds down, and three times that up
    static_assert(3 - static_cast<double>(3 * interval) / static_cast<double>(interval) < 0);
    const Computed idle = calc::evaluate(Formula::multi_timer_inverse, {3 * interval, interval, 3}, {}, 0);
    CHECK(idle.status == Status::success);
    CHECK(idle.real == 0);
    CHECK(calc::evaluate(Formula::multi_timer_inverse, {3 * interval + 1, interval, 3}, {}, 0).status ==
          Status::calc_negative_denominator);
}

using pdh_shim::calc::Counter32;
using pdh_shim::calc::number_max;

TEST_CASE("a 32-bit count continues when it wraps") {
    Counter32 counter;
    CHECK(counter.advance(4'294'967'290) == 4'294'967'290);
    CHECK(counter.advance(4) == 4'294'967'300);
    CHECK(counter.advance(10) == 4'294'967'306);
}

TEST_CASE("a count that falls a little stands still") {
    Counter32 counter;
    CHECK(counter.advance(1000) == 1000);
    CHECK(counter.advance(990) == 1000);
    CHECK(counter.advance(995) == 1005);
}

TEST_CASE("a fall of less than half the range is a wrap, any other takes a value back") {
    Counter32 wraps;
    CHECK(wraps.advance(0x8000'0001) == 0x8000'0001);
    CHECK(wraps.advance(0) == 0x1'0000'0000);
    Counter32 stands;
    CHECK(stands.advance(0x8000'0000) == 0x8000'0000);
    CHECK(stands.advance(0) == 0x8000'0000);
    CHECK(stands.advance(7) == 0x8000'0007);
}

TEST_CASE("a sum of 32-bit counts may be larger than 32 bits, and never overflows") {
    Counter32 counter;
    CHECK(counter.advance(0x3'0000'0000) == 0x3'0000'0000);
    CHECK(counter.advance(0x3'0000'0005) == 0x3'0000'0005);
    CHECK(counter.advance(number_max) == number_max);
    CHECK(counter.advance(0) == number_max);
}
