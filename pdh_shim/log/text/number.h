// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// How text logs write numbers: as C's "%.20g" of Windows 10 and 11 does, whose exponents have three digits.
// No locale has a part in it.

namespace pdh_shim::log::text {

/// Appends `6.9494827586206889356e-005`.
void append_number(std::string& out, double value);

/// A number and how many characters it has.
struct NumberAtStart {
    double value = 0;
    std::size_t size = 0;
};

/// Reads the number that a text begins with, as fast as can be. Its size is 0 if there is none, and for rare
/// ones, as those with an exponent: then parse_number() tells.
[[nodiscard]] NumberAtStart number_at_start(std::string_view text) noexcept;

/// Reads a cell; none if it is empty, blank or no number. A comma does for a point: files of other programs
/// have it.
[[nodiscard]] std::optional<double> parse_number(std::string_view cell);

} // namespace pdh_shim::log::text
