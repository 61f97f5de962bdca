// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/win32/window_text.h"

#include "dialogs/win32/window_functions.h"

namespace pdh_shim::dialogs::win32 {

static_assert(sizeof(wchar_t) == sizeof(char16_t));

std::wstring to_wide(std::u16string_view text) {
    return {text.begin(), text.end()};
}

std::u16string from_wide(std::wstring_view text) {
    return {text.begin(), text.end()};
}

std::u16string text_of(HWND window) {
    std::wstring text(static_cast<std::size_t>(windows().GetWindowTextLengthW(window)) + 1, L'\0');
    const int length = windows().GetWindowTextW(window, text.data(), static_cast<int>(text.size()));
    return from_wide(std::wstring_view(text).substr(0, static_cast<std::size_t>(length)));
}

void set_text(HWND window, std::u16string_view text) {
    if (text_of(window) != text) {
        windows().SetWindowTextW(window, to_wide(text).c_str());
    }
}

} // namespace pdh_shim::dialogs::win32
