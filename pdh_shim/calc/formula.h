// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "calc/counter_type.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cstdint>

namespace pdh_shim::calc {

/// What a collect stores for a counter (PDH_RAW_COUNTER without its time stamp).
struct RawSample {
    std::int64_t first = 0;                      ///< FirstValue: the counter's data
    std::int64_t second = 0;                     ///< SecondValue: see SecondField
    std::uint32_t multi = 1;                     ///< MultiCount
    Status cstatus = Status::cstatus_valid_data; ///< CStatus
};

/// The clocks of one snapshot of one object.
struct Clocks {
    std::int64_t perf_time = 0;   ///< in ticks of perf_freq
    std::int64_t perf_freq = 0;   ///< ticks per second
    std::int64_t time_100ns = 0;  ///< in units of 100 ns
    std::int64_t object_time = 0; ///< in ticks of object_freq
    std::int64_t object_freq = 0; ///< ticks per second
};

/// SecondValue of a type, from the clocks or from the value of its base counter.
[[nodiscard]] constexpr std::int64_t second_value(
    SecondField field, std::int64_t base, const Clocks& clocks) noexcept {
    switch (field) {
    case SecondField::perf_time:
        return clocks.perf_time;
    case SecondField::time_100ns:
        return clocks.time_100ns;
    case SecondField::object_time:
        return clocks.object_time;
    case SecondField::base:
        return base;
    case SecondField::none:
        break;
    }
    return 0;
}

/// The valid raw sample of a counter. `base` is the value of its base counter, and `multi` its multi count;
/// each is ignored for a type that has none. The product with the frequency wraps in 64 bits.
[[nodiscard]] constexpr RawSample make_raw_sample(const TypeInfo& type, std::int64_t value, std::int64_t base,
    std::uint32_t multi, const Clocks& clocks) noexcept {
    const auto factor = static_cast<std::uint64_t>(type.first_times_frequency() ? clocks.perf_freq : 1);
    return RawSample{
        .first = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) * factor),
        .second = second_value(type.second, base, clocks),
        .multi = type.multi() ? multi : 1U,
    };
}

/// What is counted and not divided: a raw count, a difference, or exactly the mean of some,
/// `whole + rest / parts`.
struct Count {
    bool negative = false;
    std::uint64_t whole = 0;
    std::uint64_t rest = 0;  ///< below `parts`
    std::uint64_t parts = 1; ///< fits in 32 bits
};

/// What a formula gives, or the status that says why it gives nothing.
struct Computed {
    Status status = Status::success;
    bool counted = false; ///< nothing was divided: LONG and LARGE are taken from `count`
    double real = 0;      ///< rounded at each step, in the order of Windows
    double largest = 0;   ///< of an inverse type what its quotient was taken from: no step was larger
    Count count = {};
};

[[nodiscard]] constexpr Computed not_computed(Status status) noexcept {
    return Computed{.status = status};
}

/// newer - older as a natural number; `newer` is not smaller. So the whole range fits.
[[nodiscard]] constexpr std::uint64_t distance(std::int64_t older, std::int64_t newer) noexcept {
    return static_cast<std::uint64_t>(newer) - static_cast<std::uint64_t>(older);
}

[[nodiscard]] constexpr std::uint64_t magnitude(std::int64_t value) noexcept {
    return value < 0 ? distance(value, 0) : static_cast<std::uint64_t>(value);
}

/// True when dividend / divisor > limit.
[[nodiscard]] constexpr bool exceeds(
    std::uint64_t dividend, std::uint64_t divisor, std::uint64_t limit) noexcept {
    std::uint64_t largest = 0;
    return !__builtin_mul_overflow(divisor, limit, &largest) && dividend > largest;
}

/// True when the divisor is the value of a base counter that counts what happened. If it does not change,
/// nothing happened, and the value is 0; a clock that does not advance while the counter changes is an error.
[[nodiscard]] constexpr bool divides_by_events(Formula formula) noexcept {
    return formula == Formula::raw_fraction || formula == Formula::sample_fraction ||
           formula == Formula::average_timer || formula == Formula::average_bulk;
}

// An x87 computes in extended precision.
static_assert(FLT_EVAL_METHOD == 0, "x86 is built with SSE2");

/// The formulas that divide a difference by another one, which is not 0. Windows rounds at each step, and the
/// last bit depends on the order of the steps: that of rates, timers, inverse timers and raw fractions was
/// seen, the others follow the calculations of the documentation. No step adds to a product, so no compiler
/// fuses two.
[[nodiscard]] constexpr Computed divide(Formula formula, std::uint64_t dividend, std::uint64_t divisor,
    std::uint32_t multi, std::int64_t time_base) noexcept {
    const auto change = static_cast<double>(dividend);
    const auto over = static_cast<double>(divisor);
    const auto frequency = static_cast<double>(time_base);
    switch (formula) {
    case Formula::rate:
        return Computed{.real = change / (over / frequency)};
    case Formula::average_timer:
        return Computed{.real = change / frequency / over};
    case Formula::queue_length:
    case Formula::average_bulk:
        return Computed{.real = change / over};
    case Formula::multi_timer:
        return Computed{.real = change / over * 100 / multi};
    case Formula::timer_inverse:
    case Formula::multi_timer_inverse:
        if (exceeds(dividend, divisor, multi)) {
            return not_computed(Status::calc_negative_denominator);
        }
        return Computed{.real = std::max(0.0, 100 * (multi - change / over)), .largest = 100.0 * multi};
    default: // timers and fractions
        return Computed{.real = change / over * 100};
    }
}

[[nodiscard]] constexpr Computed elapsed(const RawSample& sample, std::int64_t time_base) noexcept {
    if (sample.first == 0) {
        return Computed{};
    }
    if (time_base <= 0) {
        return not_computed(Status::calc_negative_timebase);
    }
    if (sample.first > sample.second) {
        return not_computed(Status::calc_negative_denominator);
    }
    const auto ticks = static_cast<double>(distance(sample.first, sample.second));
    return Computed{.real = ticks / static_cast<double>(time_base)};
}

/// The formulas of two differences, the counter's and that of a clock or a base. The counter is looked at
/// before the divisor.
[[nodiscard]] constexpr Computed quotient(
    Formula formula, const RawSample& newer, const RawSample& older, std::int64_t time_base) noexcept {
    const bool is_multi = formula == Formula::multi_timer || formula == Formula::multi_timer_inverse;
    const bool uses_time_base = formula == Formula::rate || formula == Formula::average_timer;
    if (uses_time_base && time_base <= 0) {
        return not_computed(Status::calc_negative_timebase);
    }
    if (newer.first < older.first) {
        return not_computed(Status::calc_negative_value);
    }
    if (newer.second < older.second || (is_multi && newer.multi == 0)) {
        return not_computed(Status::calc_negative_denominator);
    }
    if (newer.second == older.second) {
        const bool nothing_happened = newer.first == older.first || divides_by_events(formula);
        return nothing_happened ? Computed{} : not_computed(Status::calc_negative_denominator);
    }
    return divide(formula, distance(older.first, newer.first), distance(older.second, newer.second),
        is_multi ? newer.multi : 1U, time_base);
}

/// Applies a formula to valid samples. Formulas of one sample ignore `older`; those without a time base
/// ignore `time_base`. The statuses are decided by whole numbers, not by rounded ones. Besides success:
/// - PDH_CALC_NEGATIVE_VALUE: the counter went backwards (or a raw fraction is negative);
/// - PDH_CALC_NEGATIVE_DENOMINATOR: the clock or base went backwards, or the clock stood still under a moving
///   counter; an inverse timer was idle for longer than the interval; a multi count is 0; a start time lies
///   in the future;
/// - PDH_CALC_NEGATIVE_TIMEBASE: the time base is not positive;
/// - PDH_INVALID_ARGUMENT: Formula::none.
[[nodiscard]] constexpr Computed evaluate(
    Formula formula, const RawSample& newer, const RawSample& older, std::int64_t time_base) noexcept {
    switch (formula) {
    case Formula::none:
        return not_computed(Status::invalid_argument);
    case Formula::displayed:
        return Computed{.real = std::bit_cast<double>(newer.first)};
    case Formula::raw_count:
        return Computed{.counted = true,
            .real = static_cast<double>(newer.first),
            .count = {.negative = newer.first < 0, .whole = magnitude(newer.first)}};
    case Formula::delta: {
        if (newer.first < older.first) {
            return not_computed(Status::calc_negative_value);
        }
        const std::uint64_t difference = distance(older.first, newer.first);
        return Computed{
            .counted = true, .real = static_cast<double>(difference), .count = {.whole = difference}};
    }
    case Formula::elapsed:
        return elapsed(newer, time_base);
    case Formula::raw_fraction:
        return quotient(formula, newer, RawSample{}, time_base);
    default:
        return quotient(formula, newer, older, time_base);
    }
}

} // namespace pdh_shim::calc
