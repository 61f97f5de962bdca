// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

#include <string>
#include <string_view>

namespace pdh_shim::dialogs::win32 {

/// The text in the type of Windows' functions.
[[nodiscard]] std::wstring to_wide(std::u16string_view text);
/// The reverse.
[[nodiscard]] std::u16string from_wide(std::wstring_view text);

[[nodiscard]] std::u16string text_of(HWND window);
/// Sets the text of a window if it differs, so that nothing flickers and no cursor moves.
void set_text(HWND window, std::u16string_view text);

} // namespace pdh_shim::dialogs::win32
