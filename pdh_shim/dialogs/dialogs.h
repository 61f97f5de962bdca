// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "dialogs/dialog_host.h"
#include "dialogs/terminal.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace pdh_shim::dialogs {

/// DialogHost::show() on a terminal. While the program takes paths, the terminal has the program's screen.
[[nodiscard]] Result<void> run(Terminal& terminal, Picker& picker, const TakePaths& take);
[[nodiscard]] Result<void> run(Terminal& terminal, SourcePicker& picker);

/// Shows a dialog on the terminal of this process, one at a time.
/// @param taken see show_dialog()
/// @retval dialog_cancelled there is no suitable terminal, or it shows another dialog
/// @return else the status of `dialog`
[[nodiscard]] Result<void> on_terminal(
    std::atomic_flag& taken, const std::function<Result<void>(Terminal& terminal)>& dialog);

/// Opens the terminal of this process by libpdhui, which is searched first where it is installed
/// with this library.
/// @return null if there is no suitable terminal; `reason` says why, in English
[[nodiscard]] std::unique_ptr<Terminal> open_terminal(std::string& reason);

} // namespace pdh_shim::dialogs
