// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace pdh_shim::tools::terminal {

/// Text without control over a terminal: control characters (except tabs), separators of lines,
/// characters that change the direction of text, and bytes that are not UTF-8 become escape sequences of C
/// (`\n`, `\x1b`).
[[nodiscard]] std::string escaped(std::string_view text);

/// The same for text of several lines: line feeds stay.
[[nodiscard]] std::string escaped_lines(std::string_view text);

/// The same for data that a program writes: CR before a line feed stays too.
[[nodiscard]] std::string escaped_data(std::string_view text);

/// The text with U+FFFD in place of each byte that is not UTF-8.
[[nodiscard]] std::string valid_utf8(std::string_view text);

} // namespace pdh_shim::tools::terminal
