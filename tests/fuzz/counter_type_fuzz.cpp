// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure.h"
#include "calc/counter_type.h"
#include "calc/format.h"
#include "calc/formula.h"
#include "calc/statistics.h"
#include "require.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

// Formats and averages arbitrary samples of arbitrary types, and checks what must hold of every answer.
//
// The input, in the byte order of the machine; missing bytes at the end are 0:
//     offset  size  field
//     0       4     counter type; below 256 it picks a row of the table
//     4       4     format word
//     8       1     scale, signed
//     9       1     bit 0: there is a time base; bit 1: there is an older sample
//     10      1     index of the oldest entry of the ring
//     11      1     unused
//     12      8     time base
//     20      24    each sample, the newest first: FirstValue (8), SecondValue (8), MultiCount (4), CStatus
//     (4)

namespace {

namespace calc = pdh_shim::calc;
using calc::Datum;
using calc::Format;
using calc::Formatted;
using calc::NumberType;
using calc::RawSample;
using calc::Statistics;
using calc::TypeInfo;
using calc::Value;
using pdh_shim::Status;

constexpr std::uint32_t number_bits = 0x0700;
constexpr std::uint32_t fmt_long = 0x0100;
constexpr std::uint32_t fmt_double = 0x0200;
constexpr std::uint32_t fmt_large = 0x0400;

class Input {
  public:
    Input(const std::uint8_t* data, std::size_t size) : data_{data}, size_{size} {}

    [[nodiscard]] bool empty() const { return size_ == 0; }

    template <class T>
    T take() {
        T value{};
        const std::size_t count = std::min(sizeof value, size_);
        if (count > 0) {
            std::memcpy(&value, data_, count);
            data_ += count;
            size_ -= count;
        }
        return value;
    }

    RawSample take_sample() {
        RawSample sample;
        sample.first = take<std::int64_t>();
        sample.second = take<std::int64_t>();
        sample.multi = take<std::uint32_t>();
        sample.cstatus = static_cast<Status>(take<std::uint32_t>());
        return sample;
    }

  private:
    const std::uint8_t* data_;
    std::size_t size_;
};

struct Call {
    std::uint32_t type = 0;
    std::uint32_t word = 0;
    int scale = 0;
    std::uint8_t first_entry = 0;
    std::optional<std::int64_t> time_base;
    bool has_older = false;
    std::vector<RawSample> samples; ///< at least two, the newest first

    [[nodiscard]] Formatted run(std::uint32_t number) const {
        return calc::format(type, (word & ~number_bits) | number, scale, time_base, samples[0],
            has_older ? &samples[1] : nullptr);
    }
};

std::uint32_t pick_type(std::uint32_t type) {
    return type < 256 ? calc::counter_types.at(type % calc::counter_types.size()).value() : type;
}

Call read_call(Input& input) {
    Call call;
    call.type = pick_type(input.take<std::uint32_t>());
    call.word = input.take<std::uint32_t>();
    const int scale = input.take<std::uint8_t>();
    call.scale = scale < 128 ? scale : scale - 256;
    const auto present = input.take<std::uint8_t>();
    call.first_entry = input.take<std::uint8_t>();
    input.take<std::uint8_t>();
    const auto time_base = input.take<std::int64_t>();
    if ((present & 1U) != 0) {
        call.time_base = time_base;
    }
    call.has_older = (present & 2U) != 0;
    while (!input.empty() || call.samples.size() < 2) {
        call.samples.push_back(input.take_sample());
    }
    return call;
}

bool is_zero(const Value& value) {
    return value.integer == 0 && value.real == 0;
}

/// Text logs may contain any double, and it is shown as it is.
bool is_displayed(const Call& call) {
    return call.type == static_cast<std::uint32_t>(calc::CounterType::perf_double_raw);
}

/// A value is finite, is only in the field of its format, and is 0 if there is none.
void check_datum(const Call& call, const Datum& datum) {
    require(std::isfinite(datum.value.real) || is_displayed(call));
    require(datum.value.number == NumberType::as_double ? datum.value.integer == 0 : datum.value.real == 0);
    require(datum.cstatus == Status::cstatus_valid_data || is_zero(datum.value));
}

void check_formatted(const Call& call, const Formatted& formatted) {
    check_datum(call, formatted.datum);
    require((formatted.status == Status::success) == (formatted.datum.cstatus == Status::cstatus_valid_data));
}

/// What the value of an inverse type is subtracted from, scaled; else 0.
double minuend(const Call& call) {
    const TypeInfo* const type = calc::find_type(call.type);
    const std::optional<Format> format =
        calc::parse_format((call.word & ~number_bits) | fmt_double, call.scale);
    if (type == nullptr || !format || !type->name.ends_with("_INV")) {
        return 0;
    }
    return 100 * std::fmax(1, call.samples[0].multi) * std::pow(10, format->power_of_ten);
}

/// True when an integer is the double cut toward zero and held in its limits; a double near a whole number
/// may have been rounded to it from either side.
bool is_cut_from(std::int64_t integer, double real, double largest, double lowest, double highest) {
    if (std::isnan(real)) {
        return integer == 0;
    }
    const double held = std::clamp(real, lowest, highest);
    const auto as_real = static_cast<double>(integer);
    const double slack = 2 * std::fmax(std::fabs(held), largest) * std::numeric_limits<double>::epsilon();
    return as_real >= std::trunc(held - slack) - slack && as_real <= std::trunc(held + slack) + slack;
}

/// The three numbers are one value, seen three ways.
void check_numbers_agree(const Call& call) {
    const Formatted as_double = call.run(fmt_double);
    const Formatted as_long = call.run(fmt_long);
    const Formatted as_large = call.run(fmt_large);
    check_formatted(call, as_double);
    check_formatted(call, as_long);
    check_formatted(call, as_large);
    require(as_double.status == as_long.status && as_double.status == as_large.status);
    const std::int64_t large = as_large.datum.value.integer;
    using Long = std::numeric_limits<std::int32_t>;
    require(as_long.datum.value.integer == std::clamp<std::int64_t>(large, Long::min(), Long::max()));
    const double real = as_double.datum.value.real;
    require(is_cut_from(large, real, minuend(call), -9223372036854775808.0, 9223372036854775808.0));
}

/// Without a scale no percentage leaves 0 to 100.
void check_cap(const Call& call) {
    const TypeInfo* const type = calc::find_type(call.type);
    constexpr std::uint32_t noscale = 0x1000;
    const Formatted plain =
        calc::format(call.type, fmt_double | noscale, 0, call.time_base, call.samples[0], &call.samples[1]);
    if (type != nullptr && type->percent()) {
        require(plain.datum.value.real >= 0 && plain.datum.value.real <= 100);
    }
}

void check_order(const Call& call, const Statistics& statistics) {
    if (statistics.minimum.cstatus != Status::cstatus_valid_data) {
        require(statistics.mean.cstatus == Status::cstatus_invalid_data);
        return;
    }
    require(
        statistics.minimum.value.real <= statistics.maximum.value.real || is_displayed(call)); // not a number
    require(statistics.minimum.value.integer <= statistics.maximum.value.integer);
}

void check_statistics(const Call& call) {
    const TypeInfo* const type = calc::find_type(call.type);
    const std::optional<Format> format = calc::parse_format(call.word, call.scale);
    if (type == nullptr || !format) {
        return;
    }
    const auto count = static_cast<std::uint32_t>(call.samples.size());
    const Statistics statistics = calc::statistics(*type, *format, call.time_base, count, call.first_entry,
        [&](std::uint32_t index) { return call.samples.at(index); });
    check_datum(call, statistics.minimum);
    check_datum(call, statistics.maximum);
    check_datum(call, statistics.mean);
    check_order(call, statistics);
    require(statistics.status == Status::success || is_zero(statistics.mean.value));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input{data, size};
    const Call call = read_call(input);
    check_formatted(call, call.run(call.word & number_bits));
    check_numbers_agree(call);
    check_cap(call);
    check_statistics(call);
    return 0;
}
