#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace typeperf {

/// The path to ask PDH for when the user typed `typed`: the leading backslash may be missing, and `computer`
/// (empty = this one) is put in front of a path that names none.
[[nodiscard]] std::string complete_path(std::string_view typed, std::string_view computer);

/// The computer of a path with its two backslashes; empty if the path names none.
[[nodiscard]] std::string computer_of(std::string_view path);

/// The path without its computer.
[[nodiscard]] std::string without_computer(std::string_view path);

[[nodiscard]] bool has_wildcard(std::string_view path);

/// The strings of a list in which each ends with a NUL and the last is followed by another one.
[[nodiscard]] std::vector<std::string> strings_of(std::string_view list);

} // namespace typeperf
