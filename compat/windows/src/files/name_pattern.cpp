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
        const char32_t character = characters[i];
        const char32_t next = i + 1 < characters.size() ? characters[i + 1] : U'\0';
        const bool last = i + 1 == characters.size();
        if (character == '*') {
            const bool at_end = next == '.' && i + 2 == characters.size();
            tokens_.push_back({at_end ? TokenKind::text_without_extension : TokenKind::any_text, character});
            i += at_end ? 1 : 0;
        } else if (character == '?') {
            tokens_.push_back({TokenKind::any_character, character});
        } else if (character == '.' && !last && (next == '*' || next == '?')) {
            tokens_.push_back({TokenKind::optional_dot, character});
        } else {
            tokens_.push_back({TokenKind::character, character});
        }
    }
}

bool NamePattern::matches(std::string_view name) const {
    const std::u32string characters = folded(name);
    const std::size_t last_dot = characters.rfind(U'.');
    // Which tokens may come next; the last element: the whole pattern has been matched.
    std::vector<bool> current(tokens_.size() + 1);
    std::vector<bool> following(current.size());
    current[0] = true;
    // Goes past tokens that stand for nothing in front of `position`.
    const auto skip = [&](std::size_t position) {
        const bool end = position == characters.size();
        const bool dot_or_end = end || characters[position] == '.';
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const TokenKind kind = tokens_[i].kind;
            const bool nothing = kind == TokenKind::any_text || kind == TokenKind::text_without_extension ||
                                 (kind == TokenKind::any_character && dot_or_end) ||
                                 (kind == TokenKind::optional_dot && end);
            if (current[i] && nothing) {
                current[i + 1] = true;
            }
        }
    };
    skip(0);
    for (std::size_t position = 0; position < characters.size(); ++position) {
        const char32_t character = characters[position];
        following.assign(following.size(), false);
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            if (!current[i]) {
                continue;
            }
            switch (tokens_[i].kind) {
            case TokenKind::any_text:
                following[i] = true;
                break;
            case TokenKind::text_without_extension: // up to the last dot, which ends it
                following[position == last_dot ? i + 1 : i] = true;
                break;
            case TokenKind::any_character:
                following[i + 1] = following[i + 1] || character != '.';
                break;
            case TokenKind::optional_dot:
            case TokenKind::character:
                following[i + 1] = following[i + 1] || character == tokens_[i].character;
                break;
            }
        }
        current.swap(following);
        skip(position + 1);
    }
    return current.back();
}

} // namespace pdh_shim::compat
