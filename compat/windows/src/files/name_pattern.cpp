// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The rules are those that Microsoft documents for FsRtlIsNameInExpression, with the five wildcards that
// FindFirstFile makes of `*`, `?` and `.`.
#include "files/name_pattern.h"

#include "text/text.h"

namespace pdh_shim::compat {
namespace {

std::u32string folded(std::string_view text) {
    std::u32string characters;
    for (std::size_t i = 0; i < text.size();) {
        characters += lower(next_character(text, i));
    }
    return characters;
}

} // namespace

NamePattern::NamePattern(std::string_view pattern) {
    const std::u32string characters = folded(pattern == "*.*" ? "*" : pattern);
    for (std::size_t i = 0; i < characters.size(); ++i) {
        const auto rest = std::u32string_view(characters).substr(i);
        const char32_t next = rest.size() > 1 ? rest[1] : U'\0';
        if (rest == U"*.") {
            tokens_.push_back({TokenKind::text_without_extension, rest[0]});
            break;
        }
        TokenKind kind = TokenKind::character;
        if (rest[0] == '*') {
            kind = TokenKind::any_text;
        } else if (rest[0] == '?') {
            kind = TokenKind::any_character;
        } else if (rest[0] == '.' && (next == '*' || next == '?')) {
            kind = TokenKind::optional_dot;
        }
        tokens_.push_back({kind, rest[0]});
    }
}

/// Goes past tokens that stand for nothing in front of a character.
/// @param character NUL: the end of the name
void NamePattern::skip(std::vector<bool>& current, char32_t character) const {
    const bool end = character == U'\0';
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
        const TokenKind kind = tokens_[i].kind;
        const bool nothing = kind == TokenKind::any_text || kind == TokenKind::text_without_extension ||
                             (kind == TokenKind::any_character && (end || character == '.')) ||
                             (kind == TokenKind::optional_dot && end);
        current[i + 1] = current[i + 1] || (current[i] && nothing);
    }
}

/// Which token may come next, if this one takes a character; none if it does not.
std::optional<std::size_t> NamePattern::next_of(
    std::size_t token, char32_t character, bool is_last_dot) const {
    const auto behind_if = [token](bool taken) { return taken ? std::optional(token + 1) : std::nullopt; };
    switch (tokens_[token].kind) {
    case TokenKind::any_text:
        return token;
    case TokenKind::text_without_extension: // up to the last dot, which ends it
        return is_last_dot ? token + 1 : token;
    case TokenKind::any_character:
        return behind_if(character != '.');
    case TokenKind::optional_dot:
    case TokenKind::character:
        break;
    }
    return behind_if(character == tokens_[token].character);
}

bool NamePattern::matches(std::string_view name) const {
    std::u32string characters = folded(name);
    const std::size_t last_dot = characters.rfind(U'.');
    characters += U'\0';
    // Which tokens may come next; the last element: the whole pattern has been matched.
    std::vector<bool> current(tokens_.size() + 1);
    current[0] = true;
    skip(current, characters[0]);
    for (std::size_t position = 0; position + 1 < characters.size(); ++position) {
        std::vector<bool> following(current.size());
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const auto next =
                current[i] ? next_of(i, characters[position], position == last_dot) : std::nullopt;
            if (next) {
                following[*next] = true;
            }
        }
        current.swap(following);
        skip(current, characters[position + 1]);
    }
    return current.back();
}

} // namespace pdh_shim::compat
