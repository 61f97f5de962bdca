// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// How text logs write numbers: as C's "%.20g" of Windows 10 and 11 does, whose exponents have three digits.
// The locale has no effect.

namespace pdh_shim::log::text {

/// How a number was written, so that it can be written so again. It travels with the value through queries
/// and binary logs, in the multi count of its sample: windows_form, or form_of_decimals().
using NumberForm = std::uint32_t;
inline constexpr NumberForm windows_form = 1;
/// A form has room for so many.
inline constexpr NumberForm most_decimals = 511;

/// With so many digits behind the point.
[[nodiscard]] constexpr NumberForm form_of_decimals(std::size_t decimals) noexcept {
    return decimals > most_decimals ? windows_form : NumberForm{1} << 31U | static_cast<NumberForm>(decimals);
}

/// Appends `6.9494827586206889356e-005`, as Windows writes it.
void append_number(std::string& out, double value);
/// Appends it in its form; as Windows writes it if the form has too few decimals for this value, or is none.
void append_number(std::string& out, double value, NumberForm form);

/// A number, how many characters it has, and its form.
struct NumberAtStart {
    double value = 0;
    std::size_t size = 0;
    NumberForm form = windows_form;
};

/// Reads the number at the start of a text, fast. The size is 0 if there is none or it has a rare form, such
/// as an exponent: then use read_number(). The decimal sign is a point, and digits are not grouped.
[[nodiscard]] NumberAtStart number_at_start(std::string_view text) noexcept;

/// The decimal sign of a file's numbers. The other of the two may then stand between groups of three digits.
enum class DecimalSign : char { point = '.', comma = ',' };

struct ParsedNumber {
    double value = 0;
    NumberForm form = windows_form;
};

/// Reads a text without blanks around it; none if it is not a finite number.
[[nodiscard]] std::optional<ParsedNumber> read_number(std::string_view text, DecimalSign sign);

} // namespace pdh_shim::log::text
