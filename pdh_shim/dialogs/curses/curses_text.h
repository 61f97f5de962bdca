// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace pdh_shim::dialogs {

/// A text in the form that curses shows, and its number of cells.
struct ShownText {
    std::wstring text;
    int cells = 0;
};

/// The start of a text that fits in `width` cells. Characters that the character set of the thread's locale
/// does not have, or that are not printable, become `?`; lines become `-` and `|`.
[[nodiscard]] ShownText shown_text(std::u16string_view text, int width);

} // namespace pdh_shim::dialogs
