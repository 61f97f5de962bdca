#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace typeperf {

/// ASCII letters in lower case; everything else as it is.
[[nodiscard]] std::string lower_case(std::string_view text);

/// The lines of a counter list or settings file: without line end, surrounding blanks, one pair of
/// surrounding double quotes and a UTF-8 byte order mark. Blank lines and those that begin with `;` or `#`
/// are left out (no counter path and no option begins with these).
[[nodiscard]] std::vector<std::string> meaningful_lines(std::string_view text);

/// The content of a file.
/// @throws Failure it cannot be read
[[nodiscard]] std::string read_file(const std::string& name);

} // namespace typeperf
