// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/metric.h"

#include "base/saturating.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

namespace pdh_shim::source::pcp {
namespace {

// What the three scales of pmUnits go up to.
constexpr unsigned largest_space = PM_SPACE_EBYTE;
constexpr int largest_count = 7; // PM_COUNT_ONE is 0, and the scale a power of 10 of four bits with a sign

constexpr std::array<Scale, PM_TIME_HOUR + 1> ticks_of_time{
    {{1, 100}, {10, 1}, {10'000, 1}, {10'000'000, 1}, {600'000'000, 1}, {36'000'000'000, 1}}};

bool has_dimensions(const pmUnits& units, int space, int time, int count) noexcept {
    return units.dimSpace == space && units.dimTime == time && units.dimCount == count;
}

std::optional<Scale> bytes_of(const pmUnits& units) noexcept {
    if (units.scaleSpace > largest_space) {
        return std::nullopt;
    }
    return Scale{std::int64_t{1} << (10U * units.scaleSpace), 1};
}

std::optional<Scale> numbers_of(const pmUnits& units) noexcept {
    std::int64_t power = 1;
    for (int i = 0; i < std::abs(units.scaleCount) && i <= largest_count; ++i) {
        power *= 10;
    }
    return units.scaleCount < 0 ? Scale{1, power} : Scale{power, 1};
}

std::optional<Scale> divided(std::optional<Scale> scale, std::int64_t divisor) noexcept {
    if (scale) {
        const bool is_whole = scale->multiplier % divisor == 0;
        scale = is_whole ? Scale{scale->multiplier / divisor, scale->divisor}
                         : Scale{scale->multiplier, scale->divisor * divisor};
    }
    return scale;
}

std::optional<Scale> bits_per_second_of(const pmUnits& units) noexcept {
    constexpr std::int64_t bits_of_byte = 8;
    auto scale = bytes_of(units);
    if (!has_dimensions(units, 1, -1, 0) || units.scaleTime != PM_TIME_SEC || !scale) {
        return std::nullopt;
    }
    scale->multiplier = saturated_multiply(scale->multiplier, bits_of_byte);
    return scale;
}

template <class Number>
std::optional<Number> read(int format, const pmValue& value) noexcept {
    Number number{};
    if (format == PM_VAL_INSITU) {
        if constexpr (sizeof(Number) > sizeof(value.value.lval)) {
            return std::nullopt;
        } else {
            std::memcpy(&number, &value.value.lval, sizeof(number));
            return number;
        }
    }
    const pmValueBlock* const block = value.value.pval;
    if (block->vlen < PM_VAL_HDR_SIZE + sizeof(number)) {
        return std::nullopt;
    }
    std::memcpy(&number, block->vbuf, sizeof(number));
    return number;
}

std::int64_t rounded(double value) noexcept {
    constexpr double limit = 9'223'372'036'854'774'784.0; // the largest double below 2^63
    return std::isnan(value) ? 0 : std::llround(std::min(std::max(value, -limit), limit));
}

std::int64_t scaled(std::int64_t value, const Scale& scale) noexcept {
    return saturated_multiply(value, scale.multiplier) / scale.divisor;
}

template <class Number>
std::optional<std::int64_t> read_scaled(int format, const pmValue& value, const Scale& scale) noexcept {
    const auto number = read<Number>(format, value);
    if (!number) {
        return std::nullopt;
    }
    if constexpr (std::is_floating_point_v<Number>) {
        const auto exact = static_cast<double>(*number);
        return rounded(exact * static_cast<double>(scale.multiplier) / static_cast<double>(scale.divisor));
    } else if constexpr (std::is_same_v<Number, std::uint64_t>) {
        constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        return scaled(static_cast<std::int64_t>(std::min(*number, most)), scale);
    } else {
        return scaled(static_cast<std::int64_t>(*number), scale);
    }
}

} // namespace

std::optional<Scale> scale_to(Unit unit, const pmUnits& given) noexcept {
    constexpr std::int64_t kilo = 1024;
    const bool is_space = has_dimensions(given, 1, 0, 0);
    switch (unit) {
    case Unit::number:
        return has_dimensions(given, 0, 0, 1) || has_dimensions(given, 0, 0, 0) ? numbers_of(given)
                                                                                : std::nullopt;
    case Unit::byte:
        return is_space ? bytes_of(given) : std::nullopt;
    case Unit::kilobyte:
        return is_space ? divided(bytes_of(given), kilo) : std::nullopt;
    case Unit::megabyte:
        return is_space ? divided(bytes_of(given), kilo * kilo) : std::nullopt;
    case Unit::tick:
        return has_dimensions(given, 0, 1, 0) && given.scaleTime < ticks_of_time.size()
                   ? std::optional(ticks_of_time[given.scaleTime])
                   : std::nullopt;
    case Unit::bit_per_second:
        return bits_per_second_of(given);
    default:
        return Scale{};
    }
}

bool is_number(int type) noexcept {
    switch (type) {
    case PM_TYPE_32:
    case PM_TYPE_U32:
    case PM_TYPE_64:
    case PM_TYPE_U64:
    case PM_TYPE_FLOAT:
    case PM_TYPE_DOUBLE:
        return true;
    default:
        return false;
    }
}

bool has_fraction(int type) noexcept {
    return type == PM_TYPE_FLOAT || type == PM_TYPE_DOUBLE;
}

std::optional<std::int64_t> number_of(
    int type, int format, const pmValue& value, const Scale& scale) noexcept {
    switch (type) {
    case PM_TYPE_32:
        return read_scaled<std::int32_t>(format, value, scale);
    case PM_TYPE_U32:
        return read_scaled<std::uint32_t>(format, value, scale);
    case PM_TYPE_64:
        return read_scaled<std::int64_t>(format, value, scale);
    case PM_TYPE_U64:
        return read_scaled<std::uint64_t>(format, value, scale);
    case PM_TYPE_FLOAT:
        return read_scaled<float>(format, value, scale);
    case PM_TYPE_DOUBLE:
        return read_scaled<double>(format, value, scale);
    default:
        return std::nullopt;
    }
}

std::string_view text_of(int type, int format, const pmValue& value) noexcept {
    if (type != PM_TYPE_STRING || format == PM_VAL_INSITU ||
        value.value.pval->vlen < static_cast<unsigned>(PM_VAL_HDR_SIZE)) {
        return {};
    }
    const pmValueBlock& block = *value.value.pval;
    const std::string_view text(block.vbuf, block.vlen - PM_VAL_HDR_SIZE);
    return text.substr(0, text.find('\0'));
}

bool is_same_kind(const pmDesc& left, const pmDesc& right) noexcept {
    return left.type == right.type && left.indom == right.indom && left.sem == right.sem &&
           std::memcmp(&left.units, &right.units, sizeof(left.units)) == 0;
}

} // namespace pdh_shim::source::pcp
