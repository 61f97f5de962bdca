// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/status.h"
#include "calc/counter_type.h"
#include "calc/ratio.h"

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

/// A value in the common parts of the formulas, or the status that says why there is none:
///     factor * dividend / (divisor * per)
/// and for the inverse types, whose complement_of is not 0,
///     factor * (complement_of - dividend / divisor) / per.
struct Term {
    Status status = Status::success;
    bool negative = false;
    std::uint64_t dividend = 0;
    std::uint64_t divisor = 1;
    std::uint64_t factor = 1;
    std::uint64_t per = 1;
    std::uint64_t complement_of = 0;
};

[[nodiscard]] constexpr Term failed_term(Status status) noexcept {
    return Term{.status = status};
}

/// newer - older as a natural number; `newer` is not smaller. So the whole range fits.
[[nodiscard]] constexpr std::uint64_t distance(std::int64_t older, std::int64_t newer) noexcept {
    return static_cast<std::uint64_t>(newer) - static_cast<std::uint64_t>(older);
}

[[nodiscard]] constexpr std::uint64_t magnitude(std::int64_t value) noexcept {
    return value < 0 ? distance(value, 0) : static_cast<std::uint64_t>(value);
}

/// The meaning of an interval in which the divisor does not change: a clock that does not advance is an error
/// if the counter changed; a base that does not change means that nothing happened, so the value is 0.
enum class Standstill : std::uint8_t { clock, base };

/// True when dividend / divisor > limit.
[[nodiscard]] constexpr bool exceeds(
    std::uint64_t dividend, std::uint64_t divisor, std::uint64_t limit) noexcept {
    std::uint64_t largest = divisor;
    return multiply(largest, limit) && dividend > largest;
}

/// (N1-N0) / (D1-D0). The counter is looked at before the divisor.
[[nodiscard]] constexpr Term change_over(
    const RawSample& newer, const RawSample& older, Standstill standstill) noexcept {
    if (newer.first < older.first) {
        return failed_term(Status::calc_negative_value);
    }
    if (newer.second < older.second) {
        return failed_term(Status::calc_negative_denominator);
    }
    const std::uint64_t dividend = distance(older.first, newer.first);
    const std::uint64_t divisor = distance(older.second, newer.second);
    if (divisor == 0) {
        const bool nothing_happened = standstill == Standstill::base || dividend == 0;
        return nothing_happened ? Term{} : failed_term(Status::calc_negative_denominator);
    }
    return Term{.dividend = dividend, .divisor = divisor};
}

[[nodiscard]] constexpr Term percent_change(
    const RawSample& newer, const RawSample& older, Standstill standstill) noexcept {
    Term term = change_over(newer, older, standstill);
    term.factor = 100;
    return term;
}

/// 100 (whole - (N1-N0)/(D1-D0)); 0 when nothing moved.
[[nodiscard]] constexpr Term inverse_change(
    const RawSample& newer, const RawSample& older, std::uint32_t whole) noexcept {
    Term term = percent_change(newer, older, Standstill::clock);
    if (term.status != Status::success || newer.second == older.second) {
        return term;
    }
    if (exceeds(term.dividend, term.divisor, whole)) {
        return failed_term(Status::calc_negative_denominator);
    }
    term.complement_of = whole;
    return term;
}

/// A multi count of 0 leaves nothing to divide by or to take from.
[[nodiscard]] constexpr bool has_no_instances(const RawSample& newer, const RawSample& older) noexcept {
    return newer.multi == 0 && newer.first >= older.first;
}

[[nodiscard]] constexpr Term multi_change(const RawSample& newer, const RawSample& older) noexcept {
    if (has_no_instances(newer, older)) {
        return failed_term(Status::calc_negative_denominator);
    }
    Term term = percent_change(newer, older, Standstill::clock);
    term.per = newer.multi;
    return term;
}

[[nodiscard]] constexpr Term multi_inverse_change(const RawSample& newer, const RawSample& older) noexcept {
    if (has_no_instances(newer, older)) {
        return failed_term(Status::calc_negative_denominator);
    }
    return inverse_change(newer, older, newer.multi);
}

[[nodiscard]] constexpr Term rate(
    const RawSample& newer, const RawSample& older, std::int64_t time_base) noexcept {
    if (time_base <= 0) {
        return failed_term(Status::calc_negative_timebase);
    }
    Term term = change_over(newer, older, Standstill::clock);
    term.factor = static_cast<std::uint64_t>(time_base);
    return term;
}

[[nodiscard]] constexpr Term average_time(
    const RawSample& newer, const RawSample& older, std::int64_t time_base) noexcept {
    if (time_base <= 0) {
        return failed_term(Status::calc_negative_timebase);
    }
    Term term = change_over(newer, older, Standstill::base);
    term.per = static_cast<std::uint64_t>(time_base);
    return term;
}

[[nodiscard]] constexpr Term delta(const RawSample& newer, const RawSample& older) noexcept {
    if (newer.first < older.first) {
        return failed_term(Status::calc_negative_value);
    }
    return Term{.dividend = distance(older.first, newer.first)};
}

[[nodiscard]] constexpr Term raw_fraction(const RawSample& sample) noexcept {
    const RawSample zero{};
    return percent_change(sample, zero, Standstill::base);
}

[[nodiscard]] constexpr Term elapsed(const RawSample& sample, std::int64_t time_base) noexcept {
    if (sample.first == 0) {
        return Term{};
    }
    if (time_base <= 0) {
        return failed_term(Status::calc_negative_timebase);
    }
    if (sample.first > sample.second) {
        return failed_term(Status::calc_negative_denominator);
    }
    return Term{
        .dividend = distance(sample.first, sample.second),
        .divisor = static_cast<std::uint64_t>(time_base),
    };
}

/// Applies a formula to valid samples. Formulas of one sample ignore `older`; those without a time base
/// ignore `time_base`. Besides success:
/// - PDH_CALC_NEGATIVE_VALUE: the counter went backwards (or a raw fraction is negative);
/// - PDH_CALC_NEGATIVE_DENOMINATOR: the clock or base went backwards, or the clock stood still under a moving
///   counter; an inverse timer was idle for longer than the interval; a multi count is 0; a start time lies
///   in the future;
/// - PDH_CALC_NEGATIVE_TIMEBASE: the time base is not positive;
/// - PDH_INVALID_ARGUMENT: Formula::none.
[[nodiscard]] constexpr Term evaluate(
    Formula formula, const RawSample& newer, const RawSample& older, std::int64_t time_base) noexcept {
    switch (formula) {
    case Formula::raw_count:
        return Term{.negative = newer.first < 0, .dividend = magnitude(newer.first)};
    case Formula::delta:
        return delta(newer, older);
    case Formula::rate:
        return rate(newer, older, time_base);
    case Formula::queue_length:
        return change_over(newer, older, Standstill::clock);
    case Formula::timer:
        return percent_change(newer, older, Standstill::clock);
    case Formula::timer_inverse:
        return inverse_change(newer, older, 1);
    case Formula::multi_timer:
        return multi_change(newer, older);
    case Formula::multi_timer_inverse:
        return multi_inverse_change(newer, older);
    case Formula::raw_fraction:
        return raw_fraction(newer);
    case Formula::sample_fraction:
        return percent_change(newer, older, Standstill::base);
    case Formula::average_timer:
        return average_time(newer, older, time_base);
    case Formula::average_bulk:
        return change_over(newer, older, Standstill::base);
    case Formula::elapsed:
        return elapsed(newer, time_base);
    case Formula::displayed: // no ratio: see displayed_value()
    case Formula::none:
        break;
    }
    return failed_term(Status::invalid_argument);
}

/// The exact value of a successful term; false when it does not fit in Natural.
template <class Natural>
[[nodiscard]] constexpr bool expand(const Term& term, Ratio<Natural>& ratio) noexcept {
    ratio = Ratio<Natural>{Natural{term.dividend}, Natural{term.divisor}, term.negative};
    if (term.complement_of != 0) {
        Natural whole{term.divisor};
        if (!multiply(whole, term.complement_of)) {
            return false;
        }
        whole -= ratio.numerator;
        ratio.numerator = whole;
    }
    return multiply(ratio.numerator, term.factor) && multiply(ratio.denominator, term.per);
}

} // namespace pdh_shim::calc
