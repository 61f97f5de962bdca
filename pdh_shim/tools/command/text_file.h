// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::command {

/// ASCII letters in lower case; everything else as it is.
[[nodiscard]] std::string lower_case(std::string_view text);

/// The last line of every successful run, also of a list of counters.
inline constexpr std::string_view success_text = "The command completed successfully.";

/// The text of a file in UTF-8, without its byte order mark. The file is UTF-16 if it begins with a UTF-16
/// mark, as Notepad writes for "Unicode", else UTF-8.
/// @throws terminal::ProgramError the text does not have the encoding of its mark, or contains a NUL
[[nodiscard]] std::string decode_text(std::string_view bytes);

/// A line of a counter list or settings file, without its end, surrounding blanks and one pair of surrounding
/// double quotes.
struct ListLine {
    std::string text;
    bool is_quoted = false;
};

/// The lines of a counter list or settings file. Empty ones and those that begin with `;` or `#` are left out
/// (no counter path and no option begins with these), and so is success_text, which ends a list that a
/// program wrote. What is in quotes is a value, whatever it begins with.
[[nodiscard]] std::vector<ListLine> list_lines(std::string_view text);

/// The texts of list_lines().
[[nodiscard]] std::vector<std::string> meaningful_lines(std::string_view text);

/// The text of a file, or of standard input for `-`.
/// @throws terminal::ProgramError it cannot be read, is larger than 16 MiB, or decode_text() fails
[[nodiscard]] std::string read_file(const std::string& name);

} // namespace pdh_shim::tools::command
