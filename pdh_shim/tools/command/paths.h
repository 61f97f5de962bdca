// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/sample.h"

#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::command {

/// A counter path as a line of a list: as it is, or, if it contains control characters, in the
/// form `$'...'` of the shell, with escape sequences of C.
[[nodiscard]] std::string listed_path(const std::string& path);

/// The name that an argument or a line of a list means: the form `$'...'` is
/// decoded, and a carriage return at the end, from text of Windows, is removed.
[[nodiscard]] std::string meant_name(std::string_view typed);

/// The path for PDH if the user typed `typed`: the leading backslash may be missing, and `computer`
/// (empty = this one) is added to a path without a computer.
[[nodiscard]] std::string complete_path(std::string_view typed, std::string_view computer);

/// The computer of a path with its two backslashes; empty if the path has none.
[[nodiscard]] std::string computer_of(std::string_view path);

/// The path without its computer.
[[nodiscard]] std::string without_computer(std::string_view path);

[[nodiscard]] bool has_wildcard(std::string_view path);

/// The instance of a column as PDH writes it: `parent/instance#index`.
[[nodiscard]] std::string instance_text(const Column& column);

/// The strings of a list: each ends with a NUL, and another NUL ends the list.
[[nodiscard]] std::vector<std::string> strings_of(std::string_view list);

} // namespace pdh_shim::tools::command
