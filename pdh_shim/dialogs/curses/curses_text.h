#pragma once

#include <string>
#include <string_view>

namespace pdh_shim::dialogs {

/// A text as curses shows it, and the cells it takes.
struct ShownText {
    std::wstring text;
    int cells = 0;
};

/// As much of a text as `width` cells have room for. What the character set of the thread's locale does not
/// have, and what is no printable character, becomes `?`, but lines are `-` and `|`.
[[nodiscard]] ShownText shown_text(std::u16string_view text, int width);

} // namespace pdh_shim::dialogs
