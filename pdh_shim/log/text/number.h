#pragma once

#include <optional>
#include <string>
#include <string_view>

// How text logs write numbers: as C's "%.20g" of Windows 10 and 11 does, whose exponents have three digits.
// No locale has a part in it.

namespace pdh_shim::log::text {

/// Appends `6.9494827586206889356e-005`.
void append_number(std::string& out, double value);

/// Reads a cell; none if it is empty, blank or no number. A comma does for a point: files of other programs
/// have it.
[[nodiscard]] std::optional<double> parse_number(std::string_view cell);

} // namespace pdh_shim::log::text
