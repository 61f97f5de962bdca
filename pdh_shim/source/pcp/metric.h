// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <pcp/pmapi.h>
#include <string>
#include <string_view>

namespace pdh_shim::source::pcp {

/// One metric of a host: its name, and what the host says of it.
struct Metric {
    std::string name;
    pmDesc desc{};
};

/// What a cell counts.
enum class Unit : std::uint8_t {
    number, ///< of events or things
    byte,
    kilobyte,
    megabyte,
    tick,           ///< 100 ns
    bit_per_second, ///< of a link
    as_given        ///< as the host gives it
};

/// value * multiplier / divisor.
struct Scale {
    std::int64_t multiplier = 1;
    std::int64_t divisor = 1;

    friend bool operator==(const Scale&, const Scale&) = default;
};

/// How values with these units are scaled to a unit; none if they measure something else.
[[nodiscard]] std::optional<Scale> scale_to(Unit unit, const pmUnits& given) noexcept;

/// Whether values of a type (PM_TYPE_*) are numbers.
[[nodiscard]] bool is_number(int type) noexcept;
/// Whether they have a fraction.
[[nodiscard]] bool has_fraction(int type) noexcept;

/// A value of a metric, scaled. None if it is not a number; out of range it is the nearest in range.
[[nodiscard]] std::optional<std::int64_t> number_of(
    int type, int format, const pmValue& value, const Scale& scale) noexcept;

/// The text of a value; empty if it is not a text.
[[nodiscard]] std::string_view text_of(int type, int format, const pmValue& value) noexcept;

/// Whether two descriptions are of the same kind of metric, whatever its number.
[[nodiscard]] bool is_same_kind(const pmDesc& left, const pmDesc& right) noexcept;

} // namespace pdh_shim::source::pcp
