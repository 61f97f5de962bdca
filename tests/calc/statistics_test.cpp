// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/integer_limits.h"
#include "calc/statistics.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace calc = pdh_shim::calc;
using calc::CounterType;
using calc::Datum;
using calc::Format;
using calc::NumberType;
using calc::RawSample;
using calc::Statistics;
using pdh_shim::Status;
using pdh_shim::test::max_i64;
using pdh_shim::test::min_i64;

namespace {

using T = CounterType;

constexpr std::int64_t time_base = 10;
constexpr Status no_instance = Status::cstatus_no_instance;

Statistics over(CounterType type, const std::vector<RawSample>& ring, std::uint32_t first_entry = 0,
    const Format& format = {}) {
    return calc::statistics(calc::type_info(type), format, time_base, static_cast<std::uint32_t>(ring.size()),
        first_entry, [&](std::uint32_t index) { return ring.at(index); });
}

bool is_invalid(const Datum& datum) {
    return datum.cstatus == Status::cstatus_invalid_data && datum.value.integer == 0 && datum.value.real == 0;
}

void check_real(const Statistics& statistics, double minimum, double maximum, double mean) {
    CHECK(statistics.status == Status::success);
    CHECK(statistics.minimum.cstatus == Status::cstatus_valid_data);
    CHECK(statistics.maximum.cstatus == Status::cstatus_valid_data);
    CHECK(statistics.mean.cstatus == Status::cstatus_valid_data);
    CHECK(statistics.minimum.value.real == minimum);
    CHECK(statistics.maximum.value.real == maximum);
    CHECK(statistics.mean.value.real == mean);
}

} // namespace

TEST_CASE("the mean of raw counts is their sum over their number") {
    check_real(over(T::perf_counter_rawcount, {{4, 0}, {1, 0}, {8, 0}}), 1, 8, 13.0 / 3);
    check_real(over(T::perf_counter_large_rawcount_hex, {{7, 0}}), 7, 7, 7);
}

TEST_CASE("raw counts of both signs add up beyond 64 bits") {
    check_real(over(T::perf_counter_large_rawcount, {{max_i64, 0}, {max_i64, 0}, {max_i64, 0}, {min_i64, 0}}),
        -9223372036854775808.0, 9223372036854775808.0, 4611686018427387904.0);
    check_real(over(T::perf_counter_large_rawcount, {{-5, 0}, {1, 0}}), -5, 1, -2);
}

TEST_CASE("the mean of displayed values is their sum over their number") {
    const auto displayed = [](double value) { return RawSample{std::bit_cast<std::int64_t>(value), 0}; };
    check_real(over(T::perf_double_raw, {displayed(0.5), displayed(-1.5), displayed(4)}), -1.5, 4, 1);
}

TEST_CASE("the mean of deltas is the whole change over the number of intervals") {
    check_real(over(T::perf_counter_delta, {{10, 0}, {11, 0}, {17, 0}}), 1, 6, 3.5);
}

TEST_CASE("the mean of rates is the whole change over the whole time") {
    // 20 a second for 1 second, then 2 a second for 3 seconds.
    check_real(over(T::perf_counter_counter, {{0, 0}, {20, 10}, {26, 40}}), 2, 20, 6.5);
}

TEST_CASE("the mean of queue lengths and timers is that of the whole interval") {
    check_real(over(T::perf_counter_100ns_queuelen_type, {{0, 0}, {20, 10}, {26, 40}}), 0.2, 2, 0.65);
    check_real(over(T::perf_100nsec_timer, {{0, 0}, {10, 20}, {20, 100}}), 12.5, 50, 20);
    check_real(over(T::perf_100nsec_timer_inv, {{0, 0}, {10, 20}, {20, 100}}), 50, 87.5, 80);
    check_real(over(T::perf_precision_100ns_timer, {{0, 0}, {10, 20}, {20, 100}}), 12.5, 50, 20);
}

TEST_CASE("the mean of multi timers takes the newest multi count") {
    check_real(over(T::perf_100nsec_multi_timer, {{0, 0, 1}, {10, 20, 1}, {20, 40, 2}}), 25, 50, 25);
    check_real(over(T::perf_100nsec_multi_timer_inv, {{0, 0, 1}, {10, 20, 1}, {20, 40, 1}}), 50, 50, 50);
}

TEST_CASE("the mean of averages weighs by the base") {
    check_real(over(T::perf_average_bulk, {{0, 0}, {100, 1}, {400, 11}}), 30, 100, 400.0 / 11);
    check_real(over(T::perf_average_timer, {{0, 0}, {100, 1}, {400, 11}}), 3, 10, 40.0 / 11);
    check_real(over(T::perf_sample_fraction, {{0, 0}, {1, 1}, {1, 4}}), 0, 100, 25);
}

TEST_CASE("the mean of raw fractions is the mean of fractions, not the fraction of sums") {
    check_real(over(T::perf_raw_fraction, {{1, 2}, {1, 10}}), 10, 50, 30);
    constexpr double third = 1 / 3.0 * 100;
    check_real(over(T::perf_large_raw_fraction, {{1, 3}, {1, 3}, {1, 3}}), third, third, third);
}

TEST_CASE("a mean of fractions that is a whole number truncates to it") {
    const Statistics statistics = over(T::perf_raw_fraction, {{1, 3}, {1, 3}, {1, 3}, {0, 1}, {0, 0}, {1, 1}},
        0, Format{NumberType::as_long});
    // (3 x 33.3... + 0 + 0 + 100) / 6 = 33.3...
    CHECK(statistics.mean.value.integer == 33);
    const Statistics thirds =
        over(T::perf_raw_fraction, {{1, 3}, {2, 3}, {1, 7}, {6, 7}}, 0, Format{NumberType::as_long});
    CHECK(thirds.mean.value.integer == 50);
}

TEST_CASE("a mean over many equal fractions is cut as each of them is") {
    const Statistics statistics =
        over(T::perf_raw_fraction, std::vector<RawSample>(10'000, {29, 100}), 0, Format{NumberType::as_long});
    CHECK(statistics.minimum.value.integer == 29);
    CHECK(statistics.mean.value.integer == 29);
    CHECK(statistics.maximum.value.integer == 29);
}

TEST_CASE("the mean of raw counts in LARGE is exact, with and without a scale") {
    const auto mean = [](const std::vector<RawSample>& ring, int scale = 0) {
        return over(T::perf_counter_large_rawcount, ring, 0, Format{NumberType::as_large, true, scale})
            .mean.value.integer;
    };
    constexpr std::int64_t odd = (std::int64_t{1} << 53) + 1;
    CHECK(mean({{odd, 0}}) == odd);
    CHECK(mean({{odd, 0}, {odd, 0}, {odd, 0}}) == odd);
    CHECK(mean({{max_i64, 0}, {max_i64, 0}, {max_i64 - 4, 0}}) == max_i64 - 2); // - 4/3
    CHECK(mean({{min_i64, 0}, {min_i64, 0}}) == min_i64);
    CHECK(mean({{min_i64, 0}, {max_i64, 0}}) == 0); // -1/2
    CHECK(mean({{-odd, 0}, {-odd, 0}, {-odd - 1, 0}}) == -odd);
    CHECK(mean({{-3'000'000'000, 0}, {-3'000'000'001, 0}}) == -3'000'000'000);
    CHECK(mean({{1, 0}, {1, 0}, {0, 0}}, 10) == 6'666'666'666);
    CHECK(mean({{-1, 0}, {-1, 0}, {0, 0}}, 3) == -666);
    CHECK(mean({{199, 0}, {200, 0}}, -2) == 1);
    CHECK(mean({{max_i64 / 10, 0}, {max_i64 / 10 + 1, 0}}, 1) == 9'223'372'036'854'775'805);
    CHECK(mean({{max_i64 / 10 + 1, 0}}, 1) == max_i64);
}

TEST_CASE("the mean of deltas in LARGE is exact") {
    const Statistics statistics = over(
        T::perf_counter_large_delta, {{0, 0}, {1, 0}, {max_i64 - 1, 0}}, 0, Format{NumberType::as_large});
    CHECK(statistics.mean.value.integer == (max_i64 - 1) / 2);
}

TEST_CASE("an infinite displayed value has an infinite mean") {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const RawSample displayed{std::bit_cast<std::int64_t>(infinite), 0};
    check_real(over(T::perf_double_raw, {displayed, displayed}), infinite, infinite, infinite);
}

TEST_CASE("the mean of elapsed times runs from the first start to the last time") {
    check_real(over(T::perf_elapsed_time, {{100, 150}, {120, 200}}), 5, 8, 10);
}

TEST_CASE("the ring is read from its oldest entry and wraps") {
    const std::vector<RawSample> ring{{26, 40}, {0, 0}, {20, 10}};
    check_real(over(T::perf_counter_counter, ring, 1), 2, 20, 6.5);
}

TEST_CASE("the count is that of the entries, valid or not") {
    CHECK(over(T::perf_counter_rawcount, {{4, 0}, {1, 0, 1, no_instance}, {8, 0}}).count == 3);
}

TEST_CASE("samples that are not valid are skipped") {
    check_real(over(T::perf_counter_rawcount, {{4, 0}, {100, 0, 1, no_instance}, {8, 0}}), 4, 8, 6);
    check_real(over(T::perf_counter_counter, {{0, 0}, {0, 0, 1, no_instance}, {20, 20}}), 10, 10, 10);
    check_real(
        over(T::perf_counter_counter,
            {{9, 9, 1, no_instance}, {0, 0}, {20, 10, 1, Status::cstatus_new_data}, {9, 9, 1, no_instance}}),
        20, 20, 20);
}

TEST_CASE("one sample of a two-sample type succeeds without a value") {
    const Statistics statistics = over(T::perf_counter_counter, {{25, 10}}, 0, Format{NumberType::as_large});
    CHECK(statistics.status == Status::success);
    CHECK(statistics.count == 1);
    CHECK(is_invalid(statistics.minimum));
    CHECK(is_invalid(statistics.maximum));
    CHECK(is_invalid(statistics.mean));
    CHECK(statistics.mean.value.number == NumberType::as_large);
}

TEST_CASE("no valid sample succeeds without a value") {
    const Statistics statistics = over(T::perf_counter_rawcount, {{25, 10, 1, no_instance}});
    CHECK(statistics.status == Status::success);
    CHECK(is_invalid(statistics.mean));
}

TEST_CASE("an interval in which the counter fell is left out") {
    const Statistics reset = over(T::perf_counter_counter, {{10, 0}, {30, 10}, {5, 20}, {15, 30}});
    check_real(reset, 10, 20, 5.0 / 3);
}

TEST_CASE("a mean over a counter that ended below its start is not valid, its extremes are") {
    const Statistics reset = over(T::perf_counter_counter, {{100, 0}, {130, 10}, {5, 20}});
    CHECK(reset.status == Status::success);
    CHECK(reset.minimum.value.real == 30);
    CHECK(reset.maximum.value.real == 30);
    CHECK(is_invalid(reset.mean));
}

TEST_CASE("format, scale and cap hold for each of the three") {
    const std::optional<Format> tenfold = calc::parse_format(0x100, 1);
    REQUIRE(tenfold.has_value());
    const Statistics scaled = over(T::perf_counter_rawcount, {{1, 0}, {2, 0}, {2, 0}}, 0, *tenfold);
    CHECK(scaled.minimum.value.integer == 10);
    CHECK(scaled.maximum.value.integer == 20);
    CHECK(scaled.mean.value.integer == 16);
    check_real(over(T::perf_100nsec_timer, {{0, 0}, {30, 10}, {50, 30}}), 100, 100, 100);
    check_real(over(T::perf_100nsec_timer, {{0, 0}, {30, 10}, {50, 30}}, 0, Format{.capped = false}), 100,
        300, 50 / 30.0 * 100);
}

TEST_CASE("an empty ring and an oldest entry outside it are refused") {
    CHECK(over(T::perf_counter_rawcount, {}).status == Status::invalid_argument);
    CHECK(over(T::perf_counter_rawcount, {{1, 0}}, 1).status == Status::invalid_argument);
    CHECK(is_invalid(over(T::perf_counter_rawcount, {{1, 0}}, 1).mean));
}

TEST_CASE("a type without a value is refused") {
    CHECK(over(T::perf_raw_base, {{1, 0}}).status == Status::invalid_argument);
    CHECK(over(T::perf_counter_text, {{1, 0}}).status == Status::invalid_argument);
}

TEST_CASE("a type that needs a time base is refused without one") {
    const auto without = [](CounterType type) {
        return calc::statistics(calc::type_info(type), Format{}, std::nullopt, 1, 0, [](std::uint32_t) {
            return RawSample{1, 1};
        });
    };
    CHECK(without(T::perf_counter_counter).status == Status::invalid_argument);
    CHECK(without(T::perf_counter_rawcount).status == Status::success);
}
