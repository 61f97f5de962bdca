// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/format.h"
#include "calc/integer_limits.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace calc = pdh_shim::calc;
using calc::CounterType;
using calc::Format;
using calc::Formatted;
using calc::NumberType;
using calc::RawSample;
using calc::TypeInfo;
using calc::Value;
using pdh_shim::Status;
using pdh_shim::test::max_i64;
using pdh_shim::test::min_i64;

namespace {

constexpr std::uint32_t fmt_long = 0x0100;
constexpr std::uint32_t fmt_double = 0x0200;
constexpr std::uint32_t fmt_large = 0x0400;
constexpr std::uint32_t noscale = 0x1000;
constexpr std::uint32_t times_1000 = 0x2000;
constexpr std::uint32_t nocap = 0x8000;

struct Expected {
    Status status = Status::success;
    Status cstatus = Status::cstatus_valid_data;
    std::int64_t integer = 0;
    double real = 0;
};

struct Case {
    std::string_view says;
    CounterType type{};
    std::uint32_t word = 0;
    int scale = 0;
    std::optional<std::int64_t> time_base;
    RawSample newer;
    std::optional<RawSample> older;
    Expected expected;
};

constexpr RawSample at(std::int64_t first, std::int64_t second, std::uint32_t multi = 1,
    Status cstatus = Status::cstatus_valid_data) {
    return {first, second, multi, cstatus};
}

constexpr std::int64_t bits(double value) {
    return std::bit_cast<std::int64_t>(value);
}

constexpr Expected gives(double value) {
    return {.real = value};
}

constexpr Expected gives(std::integral auto value) {
    return {.integer = value};
}

constexpr Expected fails(Status status, Status cstatus = Status::cstatus_invalid_data) {
    return {.status = status, .cstatus = cstatus};
}

using T = CounterType;
using S = Status;
constexpr std::nullopt_t no_sample = std::nullopt;
constexpr std::nullopt_t no_time_base = std::nullopt;

constexpr auto cases = std::to_array<Case>({
#include "calc/format_cases.inc"
});

constexpr Formatted run(const Case& c) {
    const RawSample* const older = c.older ? &*c.older : nullptr;
    return calc::format(static_cast<std::uint32_t>(c.type), c.word, c.scale, c.time_base, c.newer, older);
}

constexpr bool agrees(const Case& c) {
    const auto [status, datum] = run(c);
    return status == c.expected.status && datum.cstatus == c.expected.cstatus &&
           datum.value.integer == c.expected.integer && datum.value.real == c.expected.real;
}

/// The displayed value of a type that is busy a part of its interval.
constexpr Value show(
    CounterType type, std::uint32_t word, int scale, std::int64_t first, std::int64_t second) {
    constexpr std::int64_t time_base = 10'000'000;
    const RawSample older{};
    return calc::format(static_cast<std::uint32_t>(type), word, scale, time_base, at(first, second), &older)
        .datum.value;
}

constexpr std::array numerators{std::int64_t{1}, std::int64_t{2}, std::int64_t{7}, std::int64_t{99},
    std::int64_t{12'345'678}, std::int64_t{1} << 53, (std::int64_t{1} << 60) + 1, max_i64};
constexpr std::array denominators{std::int64_t{1}, std::int64_t{3}, std::int64_t{1000},
    std::int64_t{10'000'000}, (std::int64_t{1} << 53) + 1, max_i64};

} // namespace

// Every case holds when the compiler computes it.
static_assert(std::ranges::all_of(cases, agrees));

TEST_CASE("the cases of the formatting functions") {
    for (const Case& c : cases) {
        CAPTURE(c.says);
        const auto [status, datum] = run(c);
        CHECK(pdh_shim::status_name(status) == pdh_shim::status_name(c.expected.status));
        CHECK(datum.cstatus == c.expected.cstatus);
        CHECK(datum.value.integer == c.expected.integer);
        CHECK(datum.value.real == c.expected.real);
    }
}

TEST_CASE("the cases cover every type, each format and each flag") {
    for (const TypeInfo& type : calc::counter_types) {
        CAPTURE(type.name);
        CHECK(std::ranges::find(cases, type.type, &Case::type) != cases.end());
    }
    for (const std::uint32_t flag : {fmt_long, fmt_double, fmt_large, noscale, times_1000, nocap}) {
        CAPTURE(flag);
        CHECK(std::ranges::any_of(cases, [=](const Case& c) { return (c.word & flag) != 0; }));
    }
}

TEST_CASE("a type that is not in the table is refused") {
    for (const std::uint32_t type : {0x00012001U, 0x10410401U, 0xFFFFFFFFU}) {
        CAPTURE(type);
        const RawSample sample = at(25, 100);
        const Formatted formatted = calc::format(type, fmt_double, 0, 1000, sample, &sample);
        CHECK(formatted.status == Status::invalid_argument);
        CHECK(formatted.datum.cstatus == Status::cstatus_invalid_data);
        CHECK(formatted.datum.value.real == 0);
    }
}

TEST_CASE("a format word is read into number, cap and power of ten") {
    const std::optional<Format> plain = calc::parse_format(fmt_double, -3);
    REQUIRE(plain.has_value());
    CHECK(plain->number == NumberType::as_double);
    CHECK(plain->capped);
    CHECK(plain->power_of_ten == -3);
    const std::optional<Format> flags = calc::parse_format(fmt_large | noscale | times_1000 | nocap, -3);
    REQUIRE(flags.has_value());
    CHECK(flags->number == NumberType::as_large);
    CHECK_FALSE(flags->capped);
    CHECK(flags->power_of_ten == 3);
}

TEST_CASE("a value that was refused names the number that was asked for and is 0") {
    const RawSample sample = at(25, 100);
    const Formatted formatted = calc::format(
        calc::type_info(T::perf_raw_base), Format{NumberType::as_large}, std::nullopt, sample, nullptr);
    CHECK(formatted.datum.value == Value{.number = NumberType::as_large});
}

TEST_CASE("a percentage never exceeds 100 without NOCAP100") {
    for (const TypeInfo& type : calc::counter_types) {
        if (!type.percent()) {
            continue;
        }
        for (const std::int64_t numerator : numerators) {
            for (const std::int64_t denominator : denominators) {
                CAPTURE(type.name);
                CAPTURE(numerator);
                CAPTURE(denominator);
                const double capped = show(type.type, fmt_double, 0, numerator, denominator).real;
                const double uncapped = show(type.type, fmt_double | nocap, 0, numerator, denominator).real;
                CHECK(capped == std::fmin(uncapped, 100.0));
            }
        }
    }
}

TEST_CASE("only percentages are capped") {
    for (const TypeInfo& type : calc::counter_types) {
        if (type.percent()) {
            continue;
        }
        CAPTURE(type.name);
        const std::int64_t large = type.formula == calc::Formula::displayed ? bits(250.0) : max_i64;
        CHECK(show(type.type, fmt_double, 0, large, 1) == show(type.type, fmt_double | nocap, 0, large, 1));
    }
}

TEST_CASE("LONG and LARGE are the truncated and saturated DOUBLE") {
    constexpr std::int64_t two_53 = std::int64_t{1} << 53; // above it a double may round up to a whole number
    for (const TypeInfo& type : calc::counter_types) {
        for (const std::int64_t numerator : numerators) {
            CAPTURE(type.name);
            CAPTURE(numerator);
            constexpr std::int64_t denominator = 1000;
            const double real = show(type.type, fmt_double, 0, numerator, denominator).real;
            const std::int64_t as_long = show(type.type, fmt_long, 0, numerator, denominator).integer;
            const std::int64_t as_large = show(type.type, fmt_large, 0, numerator, denominator).integer;
            CHECK(as_long == std::min<std::int64_t>(as_large, std::numeric_limits<std::int32_t>::max()));
            if (numerator < two_53 && real < static_cast<double>(two_53)) {
                CHECK(static_cast<double>(as_large) == std::floor(real * (1 + 1e-15)));
            }
        }
    }
}

TEST_CASE("one step of scale is a factor of ten, up and down") {
    for (int scale = calc::min_scale; scale <= calc::max_scale; ++scale) {
        CAPTURE(scale);
        const double scaled = show(T::perf_counter_large_rawcount, fmt_double, scale, 12'345, 0).real;
        CHECK(scaled == doctest::Approx(12'345 * std::pow(10.0, scale)).epsilon(1e-15));
        CHECK(show(T::perf_counter_large_rawcount, fmt_double | noscale, scale, 12'345, 0).real == 12'345);
    }
}

TEST_CASE("an integer is truncated, but not if it lacks only two units in the last place") {
    const auto large = [](double value) {
        const RawSample displayed = at(bits(value), 0);
        return calc::format(
            calc::type_info(T::perf_double_raw), Format{NumberType::as_large}, {}, displayed, nullptr)
            .datum.value.integer;
    };
    for (const double whole : {1.0, 3.0, 29.0, 1e6 + 1, 123'456'789.0, std::pow(2, 49) - 1}) {
        CAPTURE(whole);
        const auto number = static_cast<std::int64_t>(whole);
        const double one_less = std::nextafter(whole, 0);
        const double two_less = std::nextafter(one_less, 0);
        const double three_less = std::nextafter(two_less, 0);
        CHECK(large(whole) == number);
        CHECK(large(one_less) == number);
        CHECK(large(two_less) == number);
        CHECK(large(three_less) == number - 1);
        CHECK(large(-two_less) == -number);
        CHECK(large(-three_less) == -number + 1);
        CHECK(large(std::nextafter(whole, HUGE_VAL)) == number);
    }
    // Whole numbers beyond 2^51 stay themselves, though their neighbours are within two units.
    for (const double whole :
        {std::pow(2, 51) + 1, std::pow(2, 52) + 1, std::pow(2, 53) - 1, std::pow(2, 62)}) {
        CHECK(large(whole) == static_cast<std::int64_t>(whole));
    }
    // In doubles 4.35 x 100 is 434.99999999999994, and 29 / 100 x 100 is 28.999999999999996.
    CHECK(show(T::perf_average_bulk, fmt_long, 2, 435, 100).integer == 435);
    CHECK(show(T::perf_sample_fraction, fmt_long, 0, 29, 100).integer == 29);
    CHECK(show(T::perf_sample_fraction, fmt_double, 0, 29, 100).real == 28.999999999999996);
}

TEST_CASE("an integer of an inverse type is exact to the last place of its minuend") {
    // 100 * (1 - 0.93) is 6.999999999999995.
    CHECK(show(T::perf_100nsec_timer_inv, fmt_long, 0, 93, 100).integer == 7);
    CHECK(show(T::perf_100nsec_timer_inv, fmt_double, 0, 93, 100).real == 6.999999999999995);
    for (int idle = 0; idle <= 100; ++idle) {
        CHECK(show(T::perf_counter_timer_inv, fmt_large, 0, idle, 100).integer == 100 - idle);
        CHECK(show(T::perf_counter_timer_inv, fmt_large | times_1000, -2, idle, 100).integer ==
              10 * (100 - idle));
    }
    // A share that is truly less than a whole number is cut.
    CHECK(show(T::perf_100nsec_timer_inv, fmt_long, 0, 930'000'001, 1'000'000'000).integer == 6);
}

TEST_CASE("PdhGetFormattedCounterValue has its own status for a missing older sample") {
    const Formatted first_collect =
        calc::format(calc::type_info(T::perf_counter_counter), Format{}, 1000, at(25, 100), nullptr);
    CHECK(first_collect.status == Status::cstatus_invalid_data);
    CHECK(calc::get_value_status(first_collect.status) == Status::invalid_data);
    CHECK(calc::get_value_status(Status::success) == Status::success);
    CHECK(calc::get_value_status(Status::calc_negative_value) == Status::calc_negative_value);
    CHECK(calc::get_value_status(Status::invalid_argument) == Status::invalid_argument);
}
