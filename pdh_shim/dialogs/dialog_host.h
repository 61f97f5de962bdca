// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "dialogs/picker.h"
#include "dialogs/source_picker.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::dialogs {

/// Passes paths to the program.
/// @return true if it took them, false if its buffer is too small
/// @return else a status that ends the dialog
using TakePaths = std::function<Result<bool>(const std::vector<std::u16string>& paths)>;

/// Shows dialogs on a terminal or a desktop.
class DialogHost : boost::noncopyable {
  public:
    virtual ~DialogHost() = default;

    /// Shows a dialog for counters until it ends: success with OK of a dialog for one counter.
    /// @retval dialog_cancelled Cancel, or Close of a dialog for several counters; or it cannot be shown
    /// @retval more_data the program's buffer is too small for the one counter
    /// @return else the status of `take`
    [[nodiscard]] virtual Result<void> show(Picker& picker, const TakePaths& take) = 0;

    /// Shows a dialog for data sources until it ends. @retval dialog_cancelled Cancel, or it cannot be shown
    [[nodiscard]] virtual Result<void> show(SourcePicker& picker) = 0;
};

using ShowDialog = std::function<Result<void>(DialogHost& host)>;

/// Calls `dialog` with the host of this process: windows on Windows, else its terminal.
/// @param owner the window that waits for the dialog, or null
/// @param terminal_taken set while the terminal of this process shows a dialog: one at a time
/// @retval dialog_cancelled no terminal or desktop can show it, or the terminal shows another dialog
/// @return else the status of `dialog`
[[nodiscard]] Result<void> show_dialog(
    void* owner, std::atomic_flag& terminal_taken, const ShowDialog& dialog);

/// Adds the chosen counters.
/// @return the dialog's result, if this ends it
[[nodiscard]] std::optional<Result<void>> add_chosen(Picker& picker, const TakePaths& take);

} // namespace pdh_shim::dialogs
