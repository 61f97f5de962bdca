// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

// clang-format off
#define PDH_SHIM_USER32_FUNCTIONS(FUNCTION) \
    FUNCTION(CheckRadioButton) \
    FUNCTION(DialogBoxIndirectParamW) \
    FUNCTION(EnableWindow) \
    FUNCTION(EndDialog) \
    FUNCTION(GetDC) \
    FUNCTION(GetDlgItem) \
    FUNCTION(GetProcessWindowStation) \
    FUNCTION(GetUserObjectInformationW) \
    FUNCTION(GetWindowLongPtrW) \
    FUNCTION(GetWindowTextLengthW) \
    FUNCTION(GetWindowTextW) \
    FUNCTION(InvalidateRect) \
    FUNCTION(ReleaseDC) \
    FUNCTION(SendDlgItemMessageW) \
    FUNCTION(SendMessageW) \
    FUNCTION(SetFocus) \
    FUNCTION(SetForegroundWindow) \
    FUNCTION(SetWindowLongPtrW) \
    FUNCTION(SetWindowTextW) \
    FUNCTION(SystemParametersInfoW)
#define PDH_SHIM_GDI32_FUNCTIONS(FUNCTION) \
    FUNCTION(GetDeviceCaps) \
    FUNCTION(GetTextExtentPoint32W) \
    FUNCTION(SelectObject)
// clang-format on

namespace pdh_shim::dialogs::win32 {

/// The functions of user32.dll and gdi32.dll that dialogs call. Both are loaded for the first dialog: to
/// load them takes longer than all other work of the library, and most programs never show one.
struct WindowFunctions {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the names of members
#define PDH_SHIM_MEMBER(name) decltype(&::name) name = nullptr;
    PDH_SHIM_USER32_FUNCTIONS(PDH_SHIM_MEMBER)
    PDH_SHIM_GDI32_FUNCTIONS(PDH_SHIM_MEMBER)
#undef PDH_SHIM_MEMBER
};

/// Loads them once; they stay loaded, because the program's windows may need them. Any thread may call it.
/// @return null if one is missing
[[nodiscard]] const WindowFunctions* load_window_functions();

/// The loaded functions.
[[nodiscard]] inline const WindowFunctions& windows() {
    return *load_window_functions();
}

} // namespace pdh_shim::dialogs::win32
