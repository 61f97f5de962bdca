// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The wildcards of FindFirstFile. Property: the pattern matches what Microsoft's rules match that try one
// possibility after another.
//
// The input is a pattern and a name, with a slash, which no name contains, between them.
#include "files/name_pattern.h"
#include "require.h"
#include "text/text.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim::compat;

namespace {

constexpr std::size_t longest = 12; // the naive matcher takes exponential time

std::u32string characters_of(std::string_view text) {
    std::u32string characters;
    for (std::size_t i = 0; i < text.size();) {
        characters += lower(next_character(text, i));
    }
    return characters;
}

/// What is left of an expression in which <, > and " are Microsoft's DOS_STAR, DOS_QM and DOS_DOT, which no
/// name and no pattern of Windows contains.
bool matches(std::u32string_view expression, std::u32string_view name) {
    if (expression.empty()) {
        return name.empty();
    }
    const std::u32string_view rest = expression.substr(1);
    const bool dot = !name.empty() && name[0] == '.';
    switch (expression[0]) {
    case '*':
        return matches(rest, name) || (!name.empty() && matches(expression, name.substr(1)));
    case '<':
        if (dot && name.find(U'.', 1) == std::u32string_view::npos) {
            return matches(rest, name.substr(1)) || matches(rest, name);
        }
        return matches(rest, name) || (!name.empty() && matches(expression, name.substr(1)));
    case '>':
        if (name.empty() || dot) {
            return matches(rest, name);
        }
        return matches(rest, name.substr(1));
    case '"':
        return name.empty() ? matches(rest, name) : dot && matches(rest, name.substr(1));
    default:
        return !name.empty() && name[0] == expression[0] && matches(rest, name.substr(1));
    }
}

/// The pattern with Microsoft's wildcards.
std::u32string expression_of(std::u32string pattern) {
    if (pattern == U"*.*") {
        return U"*";
    }
    if (pattern.ends_with(U"*.")) {
        pattern.replace(pattern.size() - 2, 2, U"<");
    }
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool wildcard_next = i + 1 < pattern.size() &&
                                   (pattern[i + 1] == '*' || pattern[i + 1] == '?' || pattern[i + 1] == '<');
        if (pattern[i] == '.' && wildcard_next) {
            pattern[i] = '"';
        } else if (pattern[i] == '?') {
            pattern[i] = '>';
        }
    }
    return pattern;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string input(data, data + size);
    const std::size_t slash = input.find('/');
    if (slash == std::string::npos) {
        return 0;
    }
    const std::string pattern = input.substr(0, slash);
    const std::string name = input.substr(slash + 1);
    const bool matched = NamePattern(pattern).matches(name); // of any length
    const std::u32string wanted = characters_of(pattern);
    const std::u32string given = characters_of(name);
    const bool is_naive = wanted.size() <= longest && given.size() <= longest &&
                          pattern.find_first_of("<>\"") == std::string::npos;
    require(!is_naive || matched == matches(expression_of(wanted), given));
    return 0;
}
