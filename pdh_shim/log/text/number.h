// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "log/text/spelling.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// How text logs write numbers: as C's "%.20g" of Windows 10 and 11 does, whose exponents have three digits.
// The locale has no effect.

namespace pdh_shim::log::text {

/// Appends `6.9494827586206889356e-005`.
void append_number(std::string& out, double value);

/// A number, how it was written, and how many characters it has.
struct NumberAtStart {
    double value = 0;
    std::size_t size = 0;
    Spelling spelling;
};

/// Reads the number at the start of a text, fast. The size is 0 if there is none or it has a rare form, such
/// as an exponent: then use read_number(). The decimal sign is a point, and digits are not grouped.
[[nodiscard]] NumberAtStart number_at_start(std::string_view text) noexcept;

/// The double that is nearest to digits with so many decimals; none where no single division gives it.
[[nodiscard]] std::optional<double> value_of_digits(std::uint64_t digits, std::uint32_t decimals) noexcept;

/// The decimal sign of a file's numbers. The other of the two may then stand between groups of three digits.
enum class DecimalSign : char { point = '.', comma = ',' };

struct ParsedNumber {
    double value = 0;
    Spelling spelling; ///< with a point, and without grouped digits
};

/// Reads a text without blanks around it; none if it is not a finite number.
[[nodiscard]] std::optional<ParsedNumber> read_number(std::string_view text, DecimalSign sign);

} // namespace pdh_shim::log::text
