// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "calc/counter_type.h"
#include "calc/formula.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace pdh_shim::calc {

/// The type of number in a format: PDH_FMT_LONG, PDH_FMT_DOUBLE or PDH_FMT_LARGE.
enum class NumberType : std::uint8_t { as_long, as_double, as_large };

/// How a value is presented.
struct Format {
    NumberType number = NumberType::as_double;
    bool capped = true;   ///< percentages stop at 100
    int power_of_ten = 0; ///< -7 to 10: the scale factor and PDH_FMT_1000 together
};

/// The smallest and largest power of ten that PdhSetCounterScaleFactor takes.
inline constexpr int min_scale = -7;
inline constexpr int max_scale = 7;

/// Reads a format word. `scale` is the scale factor, a power of ten; PDH_FMT_NOSCALE drops it. Nothing
/// (PDH_INVALID_ARGUMENT) unless exactly one of LONG, DOUBLE and LARGE is set, when RAW, ANSI, UNICODE or
/// NODATA is, or when the scale is out of range. Bits without a meaning are ignored.
[[nodiscard]] constexpr std::optional<Format> parse_format(std::uint32_t word, int scale) noexcept {
    constexpr std::uint32_t fmt_long = 0x0100;
    constexpr std::uint32_t fmt_double = 0x0200;
    constexpr std::uint32_t fmt_large = 0x0400;
    constexpr std::uint32_t fmt_noscale = 0x1000;
    constexpr std::uint32_t fmt_1000 = 0x2000;
    constexpr std::uint32_t fmt_nocap100 = 0x8000;
    constexpr std::uint32_t unsupported = 0x4070; // RAW, ANSI, UNICODE, NODATA
    if ((word & unsupported) != 0 || scale < min_scale || scale > max_scale) {
        return std::nullopt;
    }
    const int power_of_ten = ((word & fmt_noscale) != 0 ? 0 : scale) + ((word & fmt_1000) != 0 ? 3 : 0);
    const bool capped = (word & fmt_nocap100) == 0;
    switch (word & (fmt_long | fmt_double | fmt_large)) {
    case fmt_long:
        return Format{NumberType::as_long, capped, power_of_ten};
    case fmt_double:
        return Format{NumberType::as_double, capped, power_of_ten};
    case fmt_large:
        return Format{NumberType::as_large, capped, power_of_ten};
    default:
        return std::nullopt;
    }
}

/// A displayed value: `integer` holds a LONG or a LARGE, `real` a DOUBLE; the other one is 0.
struct Value {
    NumberType number = NumberType::as_double;
    std::int64_t integer = 0;
    double real = 0;

    friend constexpr bool operator==(const Value&, const Value&) noexcept = default;
};

/// A value with its CStatus (PDH_FMT_COUNTERVALUE).
struct Datum {
    Status cstatus = Status::cstatus_valid_data;
    Value value;

    friend constexpr bool operator==(const Datum&, const Datum&) noexcept = default;
};

/// What a formatting call answers: its return status, and the datum, whose value is 0 unless the status is
/// success.
struct Formatted {
    Status status = Status::success;
    Datum datum;

    friend constexpr bool operator==(const Formatted&, const Formatted&) noexcept = default;
};

/// 10^exponent, for 0 to 10.
[[nodiscard]] constexpr std::uint64_t power_of_10(int exponent) noexcept {
    std::uint64_t power = 1;
    for (int i = 0; i < exponent; ++i) {
        power *= 10;
    }
    return power;
}

[[nodiscard]] constexpr double times_power_of_ten(double number, int exponent) noexcept {
    if (exponent == 0) {
        return number;
    }
    return exponent < 0 ? number / static_cast<double>(power_of_10(-exponent))
                        : number * static_cast<double>(power_of_10(exponent));
}

/// The unit in the last place of a finite number that is not negative.
[[nodiscard]] constexpr double last_place(double number) noexcept {
    static_assert(std::numeric_limits<double>::is_iec559);
    constexpr std::uint64_t exponent_bits = 0x7FF0'0000'0000'0000;
    const auto power_of_two = std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) & exponent_bits);
    return power_of_two * std::numeric_limits<double>::epsilon();
}

/// Truncated toward zero; but what the steps of a formula have left two units in the last place short of a
/// whole number, or less, is that number: 29 / 100 * 100 is 28.999999999999996, and 29. `largest` is
/// Computed::largest, scaled. Saturates; what is not a number is 0.
[[nodiscard]] constexpr std::int64_t to_integer(double value, double largest) noexcept {
    using Limits = std::numeric_limits<std::int64_t>;
    constexpr double too_large =
        -static_cast<double>(Limits::min()); // the largest value itself has no double
    if (value != value) {
        return 0;
    }
    if (value >= too_large) {
        return Limits::max();
    }
    if (value <= -too_large) {
        return Limits::min();
    }
    const auto whole = static_cast<std::int64_t>(value);
    const double magnitude = value < 0 ? -value : value;
    const double fraction = magnitude - static_cast<double>(whole < 0 ? -whole : whole);
    const double tolerance = std::min(0.5, 2 * last_place(std::max(magnitude, largest)));
    if (fraction == 0 || 1 - fraction > tolerance) {
        return whole;
    }
    return value < 0 ? whole - 1 : whole + 1;
}

/// A count times a power of ten, truncated toward zero; saturates.
[[nodiscard]] constexpr std::int64_t to_integer(Count count, int power_of_ten) noexcept {
    using Limits = std::numeric_limits<std::int64_t>;
    constexpr auto largest = static_cast<std::uint64_t>(Limits::max());
    for (; power_of_ten > 0; --power_of_ten) {
        if (count.whole > largest / 10) {
            count.whole = largest + 1;
            break;
        }
        count.rest *= 10;
        count.whole = count.whole * 10 + count.rest / count.parts;
        count.rest %= count.parts;
    }
    if (power_of_ten < 0) {
        count.whole /= power_of_10(-power_of_ten);
    }
    if (count.whole > largest) {
        return count.negative ? Limits::min() : Limits::max();
    }
    const auto magnitude = static_cast<std::int64_t>(count.whole);
    return count.negative ? -magnitude : magnitude;
}

/// Everything after the formula, in the documented order: cap, power of ten, conversion.
constexpr void present(const Computed& computed, bool percent, const Format& format, Value& value) noexcept {
    const int power_of_ten = format.power_of_ten;
    const bool is_cut = percent && format.capped && computed.real > 100;
    const double real = times_power_of_ten(is_cut ? 100 : computed.real, power_of_ten);
    value.number = format.number;
    if (format.number == NumberType::as_double) {
        value.real = real;
        return;
    }
    value.integer = computed.counted ? to_integer(computed.count, power_of_ten)
                                     : to_integer(real, times_power_of_ten(computed.largest, power_of_ten));
    if (format.number == NumberType::as_long) {
        using Long = std::numeric_limits<std::int32_t>;
        value.integer = std::clamp<std::int64_t>(value.integer, Long::min(), Long::max());
    }
}

[[nodiscard]] constexpr Formatted failed(
    Status status, NumberType number, Status cstatus = Status::cstatus_invalid_data) noexcept {
    return Formatted{status, Datum{cstatus, Value{.number = number}}};
}

/// Whether a formula can be applied to samples, or the status and the CStatus that say why not.
struct SampleCheck {
    Status status = Status::success;
    Status cstatus = Status::cstatus_valid_data;
};

[[nodiscard]] constexpr SampleCheck check_samples(const TypeInfo& type, std::optional<std::int64_t> time_base,
    const RawSample& newer, const RawSample* older) noexcept {
    if (!type.displayable() || (type.time_base_in_formula() && !time_base)) {
        return {Status::invalid_argument, Status::cstatus_invalid_data};
    }
    if (!is_valid_data(newer.cstatus)) {
        return {Status::invalid_data, newer.cstatus};
    }
    if (type.samples() != 2) {
        return {};
    }
    if (older == nullptr) {
        return {Status::cstatus_invalid_data, Status::cstatus_invalid_data};
    }
    if (!is_valid_data(older->cstatus)) {
        return {Status::invalid_data, older->cstatus};
    }
    return {};
}

/// The displayed value of a counter: PdhFormatFromRawValue and PdhCalculateCounterFromRawValue.
///
/// `older` may be null, and is ignored for a type of one sample; `time_base`, in ticks per second, may be
/// absent for a type without one in its formula. In the order of the checks, `status` / `cstatus` are
/// - PDH_INVALID_ARGUMENT / PDH_CSTATUS_INVALID_DATA: the type has no value, or its time base is absent;
/// - PDH_INVALID_DATA / the CStatus of the sample: the newer sample is not valid;
/// - PDH_CSTATUS_INVALID_DATA / the same: the older sample is absent (see get_value_status);
/// - PDH_INVALID_DATA / the CStatus of the sample: the older sample is not valid;
/// - PDH_CALC_NEGATIVE_... / PDH_CSTATUS_INVALID_DATA: see evaluate;
/// - success / PDH_CSTATUS_VALID_DATA, never PDH_CSTATUS_NEW_DATA.
[[nodiscard]] constexpr Formatted format(const TypeInfo& type, const Format& format,
    std::optional<std::int64_t> time_base, const RawSample& newer, const RawSample* older) noexcept {
    const SampleCheck sample_check = check_samples(type, time_base, newer, older);
    Formatted result{sample_check.status, Datum{sample_check.cstatus, Value{.number = format.number}}};
    if (sample_check.status != Status::success) {
        return result;
    }
    const RawSample& before = older == nullptr ? newer : *older; // formulas of one sample do not look at it
    const Computed computed = evaluate(type.formula, newer, before, time_base.value_or(0));
    if (computed.status != Status::success) {
        result.status = computed.status;
        result.datum.cstatus = Status::cstatus_invalid_data;
        return result;
    }
    present(computed, type.percent(), format, result.datum.value);
    return result;
}

/// The same from the words of the interface: the value of a type, a format word, and the power of ten in
/// force. An unknown type and a format that parse_format refuses give PDH_INVALID_ARGUMENT.
[[nodiscard]] constexpr Formatted format(std::uint32_t type, std::uint32_t word, int scale,
    std::optional<std::int64_t> time_base, const RawSample& newer, const RawSample* older) noexcept {
    const std::size_t row = type_index(type);
    const std::optional<Format> parsed = parse_format(word, scale);
    if (row == counter_types.size() || !parsed) {
        return failed(Status::invalid_argument, NumberType::as_double);
    }
    return format(counter_types[row], *parsed, time_base, newer, older);
}

/// The return status of PdhGetFormattedCounterValue for the result of `format`: with only one collect it is
/// PDH_INVALID_DATA where the calculating calls and PdhGetFormattedCounterArray say PDH_CSTATUS_INVALID_DATA.
/// The CStatus is the same.
[[nodiscard]] constexpr Status get_value_status(Status formatted) noexcept {
    return formatted == Status::cstatus_invalid_data ? Status::invalid_data : formatted;
}

} // namespace pdh_shim::calc
