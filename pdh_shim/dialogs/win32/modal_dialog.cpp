// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/win32/modal_dialog.h"

#include "base/trace.h"

#include <string>

namespace pdh_shim::dialogs::win32 {
namespace {

// The module that this code is in.
HINSTANCE own_module() {
    HMODULE module = nullptr;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
        reinterpret_cast<LPCWSTR>(&own_module), &module);
    return module;
}

} // namespace

Result<void> ModalDialog::run(HWND owner, const DialogTemplate& description) {
    const INT_PTR end = windows().DialogBoxIndirectParamW(
        own_module(), description.data(), owner, &procedure, reinterpret_cast<LPARAM>(this));
    if (failure_) {
        std::rethrow_exception(failure_);
    }
    if (end == -1 || window_ == nullptr) {
        trace::write(trace::Level::warning, "no dialog: error " + std::to_string(GetLastError()));
    }
    return result_;
}

void ModalDialog::end(const Result<void>& result) {
    result_ = result;
    is_over_ = true;
    windows().EndDialog(window_, 0);
}

INT_PTR CALLBACK ModalDialog::procedure(HWND window, UINT message, WPARAM first, LPARAM second) noexcept {
    if (message == WM_INITDIALOG) {
        reinterpret_cast<ModalDialog*>(second)->window_ = window;
        windows().SetWindowLongPtrW(window, DWLP_USER, second);
    }
    // The system handles messages before WM_INITDIALOG.
    auto* const dialog = reinterpret_cast<ModalDialog*>(windows().GetWindowLongPtrW(window, DWLP_USER));
    if (dialog == nullptr || dialog->is_over_ || (message != WM_INITDIALOG && message != WM_COMMAND)) {
        return FALSE;
    }
    try {
        dialog->handle(message, first);
    } catch (...) {
        dialog->failure_ = std::current_exception();
        dialog->end(Status::dialog_cancelled);
    }
    return message == WM_COMMAND ? TRUE : FALSE; // FALSE for WM_INITDIALOG: we have set the focus
}

void ModalDialog::handle(UINT message, WPARAM first) {
    if (message == WM_INITDIALOG) {
        begin();
    } else {
        command(LOWORD(first), HIWORD(first));
    }
}

} // namespace pdh_shim::dialogs::win32
