// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "dialogs/dialog_host.h"

#include <windows.h>

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::dialogs::win32 {

/// The text in the type of Windows' functions.
[[nodiscard]] std::wstring to_wide(std::u16string_view text);
/// The reverse.
[[nodiscard]] std::u16string from_wide(std::wstring_view text);

[[nodiscard]] std::u16string text_of(HWND window);
/// Sets the text of a window if it differs, so that nothing flickers and no cursor moves.
void set_text(HWND window, std::u16string_view text);

} // namespace pdh_shim::dialogs::win32

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

/// The rectangle of a control, in units of the dialog: a quarter of the width and an eighth of the height of
/// a usual character.
struct ControlRect {
    int left;
    int top;
    int width;
    int height;
};

/// Windows' numbers of its classes of controls.
enum class ControlClass : std::uint16_t {
    button = 0x0080,
    edit = 0x0081,
    label = 0x0082,
    list_box = 0x0083,
    combo_box = 0x0085,
};

/// A dialog for DialogBoxIndirectParam (a DLGTEMPLATE), in the font of message boxes.
class DialogTemplate {
  public:
    DialogTemplate(int width, int height);

    /// Adds a control after the others in the order of Tab.
    /// @param id 0 for one that needs no number
    /// @param style besides WS_CHILD and WS_VISIBLE
    void add(ControlClass kind, int id, const ControlRect& place, DWORD style, std::u16string_view text = {});

    [[nodiscard]] LPCDLGTEMPLATEW data() const noexcept;

  private:
    void append(std::u16string_view text);
    void append(DWORD number);
    void append_words(std::initializer_list<int> numbers);

    std::vector<std::uint16_t> words_;
};

/// A window whose owner waits until it ends.
class ModalDialog : boost::noncopyable {
  public:
    virtual ~ModalDialog() = default;

    /// Shows it and waits for its end. Rethrows an exception of its handlers.
    /// @param owner or null
    /// @retval dialog_cancelled it cannot be shown, or is destroyed from outside
    /// @return else its result
    [[nodiscard]] Result<void> run(HWND owner, const DialogTemplate& description);

  protected:
    /// The controls exist, the window is not visible yet. Sets the focus by SetFocus().
    virtual void begin() = 0;
    /// A control sends a notification (WM_COMMAND).
    virtual void command(int id, int notification) = 0;

    [[nodiscard]] HWND window() const noexcept { return window_; }
    [[nodiscard]] HWND control(int id) const noexcept { return windows().GetDlgItem(window_, id); }
    [[nodiscard]] LRESULT send(int id, UINT message, WPARAM first = 0, LPARAM second = 0) const {
        return windows().SendDlgItemMessageW(window_, id, message, first, second);
    }
    void end(const Result<void>& result);

  private:
    static INT_PTR CALLBACK procedure(HWND window, UINT message, WPARAM first, LPARAM second) noexcept;
    void handle(UINT message, WPARAM first);

    HWND window_ = nullptr;
    Result<void> result_ = Status::dialog_cancelled;
    std::exception_ptr failure_;
    bool is_over_ = false;
};

} // namespace pdh_shim::dialogs::win32

namespace pdh_shim::dialogs::win32 {

/// DialogHost::show() as a window.
[[nodiscard]] Result<void> show(HWND owner, Picker& picker, const TakePaths& take);

/// DialogHost::show() as a window.
[[nodiscard]] Result<void> show(HWND owner, SourcePicker& picker);

} // namespace pdh_shim::dialogs::win32
