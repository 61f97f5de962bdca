// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "dialogs/win32/dialog_template.h"
#include "dialogs/win32/window_functions.h"

#include <boost/noncopyable.hpp>

#include <exception>

namespace pdh_shim::dialogs::win32 {

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
