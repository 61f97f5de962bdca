// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/status.h"
#include "calc/counter_type.h"
#include "calc/formula.h"
#include "calc/ratio.h"

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

/// Caps the value at 100; false when 100 times the denominator does not fit in Natural.
template <class Natural>
[[nodiscard]] constexpr bool cap_at_100(Ratio<Natural>& ratio) noexcept {
    Natural hundredfold = ratio.denominator;
    if (!multiply(hundredfold, 100)) {
        return false;
    }
    if (ratio.numerator > hundredfold) {
        ratio = Ratio<Natural>{Natural{100}, Natural{1}};
    }
    return true;
}

/// Multiplies the value by a power of ten; false when the result does not fit in Natural.
template <class Natural>
[[nodiscard]] constexpr bool scale_by(Ratio<Natural>& ratio, int power_of_ten) noexcept {
    return power_of_ten < 0 ? multiply(ratio.denominator, power_of_10(-power_of_ten))
                            : multiply(ratio.numerator, power_of_10(power_of_ten));
}

template <class Natural>
constexpr void convert(const Ratio<Natural>& ratio, NumberType number, Value& value) noexcept {
    value.number = number;
    switch (number) {
    case NumberType::as_long:
        value.integer = to_integer<std::int32_t>(ratio);
        break;
    case NumberType::as_double:
        value.real = to_double(ratio);
        break;
    case NumberType::as_large:
        value.integer = to_integer<std::int64_t>(ratio);
        break;
    }
}

/// Everything after the formula, in the documented order: cap, power of ten, conversion. False when the
/// exact value does not fit in Natural on the way; Wide holds every value.
template <class Natural>
[[nodiscard]] constexpr bool present(
    Ratio<Natural>& ratio, bool percent, const Format& format, Value& value) noexcept {
    if (percent && format.capped && !cap_at_100(ratio)) {
        return false;
    }
    if (!scale_by(ratio, format.power_of_ten)) {
        return false;
    }
    convert(ratio, format.number, value);
    return true;
}

/// The same from a successful term: in 64 bits if it can be, else in Wide.
constexpr void present(const Term& term, bool percent, const Format& format, Value& value) noexcept {
    Ratio<std::uint64_t> narrow;
    if (expand(term, narrow) && present(narrow, percent, format, value)) {
        return;
    }
    Ratio<Wide> wide;
    static_cast<void>(expand(term, wide) && present(wide, percent, format, value));
}

/// The double of a sample of Formula::displayed.
[[nodiscard]] constexpr double displayed_value(const RawSample& sample) noexcept {
    return std::bit_cast<double>(sample.first);
}

/// Truncated toward zero; saturates at the limits of Integer. What is not a number is 0.
template <class Integer>
[[nodiscard]] constexpr Integer to_integer(double value) noexcept {
    using Limits = std::numeric_limits<Integer>;
    constexpr double too_large =
        -static_cast<double>(Limits::min()); // the largest value itself may have no double
    if (value != value) {
        return 0;
    }
    if (value >= too_large) {
        return Limits::max();
    }
    return value < -too_large ? Limits::min() : static_cast<Integer>(value);
}

/// A value that is displayed already: a power of ten and the conversion are left to do.
constexpr void present(double displayed, const Format& format, Value& value) noexcept {
    const int power = format.power_of_ten;
    const double scaled = power == 0  ? displayed // which may be no number
                          : power < 0 ? displayed / static_cast<double>(power_of_10(-power))
                                      : displayed * static_cast<double>(power_of_10(power));
    value.number = format.number;
    switch (format.number) {
    case NumberType::as_long:
        value.integer = to_integer<std::int32_t>(scaled);
        break;
    case NumberType::as_double:
        value.real = scaled;
        break;
    case NumberType::as_large:
        value.integer = to_integer<std::int64_t>(scaled);
        break;
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
    if (type.formula == Formula::displayed) {
        present(displayed_value(newer), format, result.datum.value);
        return result;
    }
    const RawSample& before = older == nullptr ? newer : *older; // formulas of one sample do not look at it
    const Term term = evaluate(type.formula, newer, before, time_base.value_or(0));
    if (term.status != Status::success) {
        result.status = term.status;
        result.datum.cstatus = Status::cstatus_invalid_data;
        return result;
    }
    present(term, type.percent(), format, result.datum.value);
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
