// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pdh_shim::calc {

/// The counter types of winperf.h, each under the name of its constant in lower case, and PERF_DOUBLE_RAW,
/// which only the management interface of Windows names.
enum class CounterType : std::uint32_t {
#define TYPE(name, constant, value, formula, second, time_base) name = (value),
#include "calc/counter_type.inc"
#undef TYPE
    perf_precision_timestamp = perf_large_raw_base,
};

/// The formula of a type. N is FirstValue, D is SecondValue read from a clock, B is SecondValue read from a
/// base counter, M is MultiCount, TB is the time base; 1 is the newer sample, 0 the older. The steps are in
/// the order in which they are rounded.
enum class Formula : std::uint8_t {
    none,                ///< not a number: text, labels, histograms and the bases themselves
    raw_count,           ///< N1
    displayed,           ///< the double whose bits N1 has: of a text log, which has no raw samples
    delta,               ///< N1-N0
    rate,                ///< (N1-N0) / ((D1-D0)/TB)
    queue_length,        ///< (N1-N0) / (D1-D0)
    timer,               ///< (N1-N0) / (D1-D0) * 100
    timer_inverse,       ///< 100 (1 - (N1-N0)/(D1-D0))
    multi_timer,         ///< (N1-N0) / (D1-D0) * 100 / M1
    multi_timer_inverse, ///< 100 (M1 - (N1-N0)/(D1-D0))
    raw_fraction,        ///< N1/B1 * 100
    sample_fraction,     ///< (N1-N0) / (B1-B0) * 100
    average_timer,       ///< (N1-N0)/TB / (B1-B0)
    average_bulk,        ///< (N1-N0) / (B1-B0)
    elapsed,             ///< (D1-N1) / TB
};

/// What SecondValue of a raw sample holds.
enum class SecondField : std::uint8_t {
    none,        ///< 0
    perf_time,   ///< PerfTime of the snapshot, in ticks of PerfFreq
    time_100ns,  ///< PerfTime100nSec of the snapshot, in units of 100 ns
    object_time, ///< PerfTime of the object, in ticks of the object's PerfFreq
    base,        ///< the value of the base counter, which follows the counter in its object
};

/// The frequency of the type's clock, in ticks per second.
enum class TimeBase : std::uint8_t {
    none,        ///< not a type of time: no time base
    perf_freq,   ///< PerfFreq of the snapshot
    freq_100ns,  ///< 10,000,000
    object_freq, ///< PerfFreq of the object
};

/// Width of the counter by the size bits of its type. A hint only: the CounterSize of a definition decides
/// (PERF_AVERAGE_TIMER says 32 bits and is stored in 64).
enum class SizeClass : std::uint8_t { dword, large, zero, variable };

/// The suffix of a displayed value.
enum class Suffix : std::uint8_t { none, per_second, percent, seconds, not_shown };

/// One row of the table of counter types. What the bits of the value say is read from them; what they do not
/// say is a column.
struct TypeInfo {
    CounterType type;
    std::string_view name; ///< name of the constant, "PERF_COUNTER_COUNTER"
    Formula formula;
    SecondField second;
    TimeBase time_base;

    [[nodiscard]] constexpr std::uint32_t value() const noexcept { return static_cast<std::uint32_t>(type); }

    /// True when the type has a displayed value. The others are refused with PDH_INVALID_ARGUMENT.
    [[nodiscard]] constexpr bool displayable() const noexcept { return formula != Formula::none; }

    /// Samples a value needs: 2, 1, or 0 for a type without one. PERF_DELTA_COUNTER (bit 22) does not show
    /// it: the two averages have it clear and need two.
    [[nodiscard]] constexpr int samples() const noexcept {
        switch (formula) {
        case Formula::none:
            return 0;
        case Formula::raw_count:
        case Formula::displayed:
        case Formula::raw_fraction:
        case Formula::elapsed:
            return 1;
        default:
            return 2;
        }
    }

    /// True when the formula divides or multiplies by the time base; without one these types cannot be
    /// formatted.
    [[nodiscard]] constexpr bool time_base_in_formula() const noexcept {
        return formula == Formula::rate || formula == Formula::average_timer || formula == Formula::elapsed;
    }

    /// True when PdhGetCounterTimeBase reports the performance frequency although no clock is read, as
    /// Windows was seen to do. Its documentation refuses the other types without a time base.
    [[nodiscard]] constexpr bool reports_perf_freq() const noexcept {
        return formula == Formula::raw_count || formula == Formula::raw_fraction ||
               formula == Formula::average_bulk;
    }

    /// True for a percentage: capped at 100 unless PDH_FMT_NOCAP100.
    [[nodiscard]] constexpr bool percent() const noexcept { return suffix() == Suffix::percent; }

    /// True when MultiCount comes from the data; of all other types it is 1.
    [[nodiscard]] constexpr bool multi() const noexcept {
        return formula == Formula::multi_timer || formula == Formula::multi_timer_inverse;
    }

    /// True when FirstValue is the counter times PerfFreq, multiplied when it is collected.
    [[nodiscard]] constexpr bool first_times_frequency() const noexcept {
        return multi() && time_base == TimeBase::perf_freq;
    }

    [[nodiscard]] constexpr SizeClass size_class() const noexcept {
        return static_cast<SizeClass>(value() >> 8U & 3U);
    }

    [[nodiscard]] constexpr Suffix suffix() const noexcept {
        return static_cast<Suffix>(value() >> 28U & 7U);
    }
};

/// The table, in the order of the values.
inline constexpr auto counter_types = std::to_array<TypeInfo>({
#define TYPE(name, constant, value, formula, second, time_base)                                              \
    TypeInfo{CounterType::name, #constant, Formula::formula, SecondField::second, TimeBase::time_base},
#include "calc/counter_type.inc"
#undef TYPE
});

/// The place of a type in the table by its exact value, or the size of the table for an unknown one.
/// 0x40030503, which one page of Microsoft's prints for PERF_LARGE_RAW_BASE (0x40030500), finds that row too.
[[nodiscard]] constexpr std::size_t type_index(std::uint32_t type) noexcept {
    constexpr std::uint32_t misprinted_large_raw_base = 0x40030503;
    if (type == misprinted_large_raw_base) {
        type = static_cast<std::uint32_t>(CounterType::perf_large_raw_base);
    }
    const auto* const row = std::ranges::lower_bound(counter_types, type, {}, &TypeInfo::value);
    const bool found = row != counter_types.end() && row->value() == type;
    return found ? static_cast<std::size_t>(row - counter_types.begin()) : counter_types.size();
}

/// The row of a type by its exact value, or null for an unknown one.
[[nodiscard]] constexpr const TypeInfo* find_type(std::uint32_t type) noexcept {
    const std::size_t index = type_index(type);
    return index < counter_types.size() ? &counter_types[index] : nullptr;
}

/// The row of a type by the name of its constant (PERF_PRECISION_TIMESTAMP, a second name of
/// PERF_LARGE_RAW_BASE, included), or null for an unknown name.
[[nodiscard]] constexpr const TypeInfo* find_type(std::string_view name) noexcept {
    if (name == "PERF_PRECISION_TIMESTAMP") {
        name = "PERF_LARGE_RAW_BASE";
    }
    const auto* const row = std::ranges::find(counter_types, name, &TypeInfo::name);
    return row != counter_types.end() ? row : nullptr;
}

/// The row of a known type.
[[nodiscard]] constexpr const TypeInfo& type_info(CounterType type) noexcept {
    return counter_types[type_index(static_cast<std::uint32_t>(type))];
}

/// True when a value is a base: a counter that others divide by, never displayed. By the bits, so that the
/// odd low bits some providers set do not hide one.
[[nodiscard]] constexpr bool is_base_type(std::uint32_t type) noexcept {
    constexpr std::uint32_t type_and_subtype = 0x00070C00;
    constexpr std::uint32_t counter_base = 0x00030400;
    return (type & type_and_subtype) == counter_base;
}

/// The time base of a type, in ticks per second, or nothing for a type without one.
[[nodiscard]] constexpr std::optional<std::int64_t> time_base_of(
    const TypeInfo& type, std::int64_t perf_freq, std::int64_t object_freq) noexcept {
    constexpr std::int64_t units_of_100ns = 10'000'000;
    switch (type.time_base) {
    case TimeBase::perf_freq:
        return perf_freq;
    case TimeBase::freq_100ns:
        return units_of_100ns;
    case TimeBase::object_freq:
        return object_freq;
    case TimeBase::none:
        break;
    }
    return std::nullopt;
}

} // namespace pdh_shim::calc
