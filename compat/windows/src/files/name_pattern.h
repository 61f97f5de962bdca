// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The wildcards of FindFirstFile.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::compat {

/// Matches names against a pattern, without regard to case. `*` is any text, and `?` any character. As on
/// Windows, `*.*` is every name; `*.` at the end is text without a dot; `?` in front of a dot or at the end
/// of the name, and a dot in front of a wildcard at the end of the name, also stand for nothing.
///
/// The time is that of the pattern's length times the name's, whatever they are.
class NamePattern {
  public:
    explicit NamePattern(std::string_view pattern);

    [[nodiscard]] bool matches(std::string_view name) const;

  private:
    enum class TokenKind { character, any_text, text_without_extension, any_character, optional_dot };
    struct Token {
        TokenKind kind;
        char32_t character;
    };

    void skip(std::vector<bool>& current, char32_t character) const;
    [[nodiscard]] std::optional<std::size_t> next_of(
        std::size_t token, char32_t character, bool is_last_dot) const;

    std::vector<Token> tokens_;
};

/// Whether a name is a pattern.
[[nodiscard]] inline bool has_wildcard(std::string_view name) {
    return name.find_first_of("*?") != std::string_view::npos;
}

} // namespace pdh_shim::compat
