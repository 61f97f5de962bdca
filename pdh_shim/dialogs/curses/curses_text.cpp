#include "dialogs/curses/curses_text.h"

#include "base/text.h"

#include <array>
#include <climits>
#include <cwchar>
#include <cwctype>

namespace pdh_shim::dialogs {
namespace {

constexpr wchar_t replacement = L'?';

// The code point that begins at `position`, which is moved behind it. A lone surrogate is told as it is.
wchar_t next_character(std::u16string_view text, std::size_t& position) {
    const char32_t unit = text[position++];
    const bool is_high = unit >= 0xD800 && unit < 0xDC00;
    if (is_high && position < text.size() && text[position] >= 0xDC00 && text[position] < 0xE000) {
        return static_cast<wchar_t>(0x10000 + ((unit - 0xD800) << 10U) + (text[position++] - 0xDC00U));
    }
    return static_cast<wchar_t>(unit);
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
