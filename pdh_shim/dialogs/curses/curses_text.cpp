// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/curses/curses_text.h"

#include "base/text.h"

#include <boost/nowide/utf/utf.hpp>

#include <array>
#include <climits>
#include <cwchar>
#include <cwctype>

namespace pdh_shim::dialogs {
namespace {

constexpr wchar_t replacement = L'?';

// The character at `position`, which advances to the next one. A lone surrogate is returned as it is.
wchar_t next_character(std::u16string_view text, std::size_t& position) {
    namespace utf = boost::nowide::utf;
    const char16_t* next = text.data() + position;
    const utf::code_point character = utf::utf_traits<char16_t>::decode(next, text.data() + text.size());
    if (character == utf::illegal || character == utf::incomplete) {
        return static_cast<wchar_t>(text[position++]);
    }
    position = static_cast<std::size_t>(next - text.data());
    return static_cast<wchar_t>(character);
}

bool can_be_shown(wchar_t character) {
    std::array<char, MB_LEN_MAX> bytes{};
    std::mbstate_t state{};
    return !is_control(static_cast<char32_t>(character)) && iswprint(static_cast<wint_t>(character)) != 0 &&
           wcrtomb(bytes.data(), character, &state) != static_cast<std::size_t>(-1);
}

wchar_t shown_character(wchar_t character) {
    if (can_be_shown(character)) {
        return character;
    }
    switch (character) {
    case L'\u2500':
        return L'-';
    case L'\u2502':
        return L'|';
    default:
        return replacement;
    }
}

} // namespace

ShownText shown_text(std::u16string_view text, int width) {
    ShownText shown;
    std::size_t position = 0;
    while (position < text.size()) {
        const wchar_t character = shown_character(next_character(text, position));
        const int cells = wcwidth(character);
        if (shown.cells + cells > width) {
            break;
        }
        shown.text += character;
        shown.cells += cells;
    }
    return shown;
}

} // namespace pdh_shim::dialogs
