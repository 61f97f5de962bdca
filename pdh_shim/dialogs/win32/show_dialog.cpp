// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/trace.h"
#include "dialogs/dialog_host.h"
#include "dialogs/win32/picker_dialog.h"
#include "dialogs/win32/source_dialog.h"
#include "dialogs/win32/window_functions.h"

namespace pdh_shim::dialogs {
namespace {

class WindowHost : public DialogHost {
  public:
    explicit WindowHost(HWND owner) : owner_(owner) {}

    [[nodiscard]] Result<void> show(Picker& picker, const TakePaths& take) override {
        return win32::show(owner_, picker, take);
    }
    [[nodiscard]] Result<void> show(SourcePicker& picker) override { return win32::show(owner_, picker); }

  private:
    HWND owner_;
};

// In the window station of a service windows can be made, but they are invisible.
bool has_visible_screen() {
    USEROBJECTFLAGS flags{};
    DWORD size = 0;
    return win32::windows().GetUserObjectInformationW(
               win32::windows().GetProcessWindowStation(), UOI_FLAGS, &flags, sizeof flags, &size) != 0 &&
           (flags.dwFlags & WSF_VISIBLE) != 0;
}

} // namespace

Result<void> show_dialog(void* owner, std::atomic_flag& /*terminal_taken*/, const ShowDialog& dialog) {
    if (win32::load_window_functions() == nullptr) {
        trace::write(trace::Level::warning, "no dialog: user32.dll or gdi32.dll cannot be used");
        return Status::dialog_cancelled;
    }
    if (!has_visible_screen()) {
        trace::write(trace::Level::warning, "no dialog: nobody sees the windows of this process");
        return Status::dialog_cancelled;
    }
    WindowHost host(static_cast<HWND>(owner));
    return dialog(host);
}

} // namespace pdh_shim::dialogs
