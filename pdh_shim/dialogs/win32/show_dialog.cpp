// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/win32/system.h"
#include "base/trace.h"
#include "dialogs/dialog_host.h"
#include "dialogs/win32/controls.h"
#include "dialogs/win32/window.h"

#include <array>
#include <commdlg.h>

namespace pdh_shim::dialogs::win32 {
namespace {

constexpr int dialog_width = 300;
constexpr int dialog_height = 98;
constexpr int button_width = 56;

DialogTemplate description_of(const SourcePicker& picker) {
    DialogTemplate description(dialog_width, dialog_height);
    if (picker.files_only()) {
        description.add(ControlClass::label, 0, {7, 22, 286, 8}, SS_LEFT | WS_GROUP, u"&Log file:");
    } else {
        description.add(ControlClass::button, current_activity, {7, 7, 286, 10},
            BS_AUTORADIOBUTTON | WS_GROUP | WS_TABSTOP, u"&Current activity of this computer");
        description.add(ControlClass::button, log_file, {7, 21, 286, 10}, BS_AUTORADIOBUTTON, u"&Log file:");
    }
    description.add(ControlClass::edit, file_box, {19, 35, 210, 13}, WS_GROUP | WS_TABSTOP | ES_AUTOHSCROLL);
    description.add(ControlClass::button, browse_files, {237, 34, button_width, 15},
        WS_TABSTOP | BS_PUSHBUTTON, u"&Browse...");
    description.add(ControlClass::label, note_line, {19, 55, 274, 8}, WS_GROUP | SS_LEFT | SS_NOPREFIX);
    description.add(ControlClass::button, IDOK, {177, 76, button_width, 15},
        WS_GROUP | WS_TABSTOP | BS_DEFPUSHBUTTON, u"OK");
    description.add(
        ControlClass::button, IDCANCEL, {237, 76, button_width, 15}, WS_TABSTOP | BS_PUSHBUTTON, u"Cancel");
    return description;
}

// Windows' own dialog for files, in a library that is loaded for it. It stays loaded: extensions that it
// uses may still run.
bool ask_for_file(OPENFILENAMEW& question) {
    using Ask = BOOL(WINAPI*)(OPENFILENAMEW*);
    const auto ask =
        reinterpret_cast<Ask>(platform::find_system_function(L"comdlg32.dll", "GetOpenFileNameW"));
    return ask != nullptr && ask(&question) != 0;
}

class SourceDialog : public ModalDialog {
  public:
    explicit SourceDialog(SourcePicker& picker) : picker_(picker) {}

  private:
    void begin() override;
    void command(int id, int notification) override;

    [[nodiscard]] bool wants_file() const {
        return picker_.files_only() || send(log_file, BM_GETCHECK) == BST_CHECKED;
    }
    void want_file(bool is_wanted) const;
    void enable_controls() const;
    void browse();
    void choose();

    SourcePicker& picker_;
};

void SourceDialog::begin() {
    set_text(window(), u"Select Data Source");
    set_text(control(file_box), picker_.first());
    want_file(!picker_.first().empty());
    windows().SetForegroundWindow(window());
    windows().SetFocus(control(wants_file() ? file_box : current_activity));
}

void SourceDialog::want_file(bool is_wanted) const {
    if (!picker_.files_only()) {
        windows().CheckRadioButton(
            window(), current_activity, log_file, is_wanted ? log_file : current_activity);
    }
    enable_controls();
}

void SourceDialog::enable_controls() const {
    const BOOL is_usable = wants_file() ? TRUE : FALSE;
    windows().EnableWindow(control(file_box), is_usable);
    windows().EnableWindow(control(browse_files), is_usable);
}

void SourceDialog::command(int id, int /*notification*/) {
    switch (id) {
    case IDOK:
        choose();
        break;
    case IDCANCEL:
        end(Status::dialog_cancelled);
        break;
    case current_activity:
    case log_file:
        enable_controls();
        break;
    case browse_files:
        browse();
        break;
    default:
        break;
    }
}

void SourceDialog::browse() {
    std::array<wchar_t, 1024> name{}; // the longest data source
    OPENFILENAMEW question{};
    question.lStructSize = sizeof question;
    question.hwndOwner = window();
    question.lpstrFilter = L"Logs (*.blg;*.csv;*.tsv)\0*.blg;*.csv;*.tsv\0All files\0*.*\0";
    question.lpstrFile = name.data();
    question.nMaxFile = static_cast<DWORD>(name.size());
    question.Flags = OFN_FILEMUSTEXIST | OFN_HIDEREADONLY | OFN_NOCHANGEDIR | OFN_EXPLORER;
    if (ask_for_file(question)) {
        set_text(control(file_box), from_wide(name.data()));
    }
}

void SourceDialog::choose() {
    const SourcePicker::Step step =
        wants_file() ? picker_.choose_name(text_of(control(file_box))) : picker_.choose_activity();
    if (step == SourcePicker::Step::choose) {
        end(outcome::success());
    } else {
        set_text(control(note_line), picker_.note());
    }
}

} // namespace

Result<void> show(HWND owner, SourcePicker& picker) {
    return SourceDialog(picker).run(owner, description_of(picker));
}

} // namespace pdh_shim::dialogs::win32

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
