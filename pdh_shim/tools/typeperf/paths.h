#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace typeperf {

/// A counter path as a line of a list: as it is, or, if it holds what a line or a terminal cannot, in the
/// form `$'...'` of the shell, with escape sequences of C.
[[nodiscard]] std::string listed_path(const std::string& path);

/// The name that the user means by what stands on the command line or in a list: the form `$'...'` is
/// undone, and a carriage return at the end, which text of Windows leaves there, is taken off.
[[nodiscard]] std::string meant_name(std::string_view typed);

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
