#pragma once

#include <string_view>
#include <system_error>

namespace terminal {

/// Call this first: standard input, output and error that are closed get a file that can be neither read nor
/// written, so that no file opened later takes their place.
void reserve_standard_descriptors();

/// Writes all of a text at once.
/// @return why it was not written; `std::errc::broken_pipe` if nobody reads it any more
[[nodiscard]] std::error_code write_all(int descriptor, std::string_view text);

} // namespace terminal
