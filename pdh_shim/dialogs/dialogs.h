#pragma once

#include "base/result.h"
#include "dialogs/dialog_host.h"
#include "dialogs/terminal.h"

#include <functional>

namespace pdh_shim::dialogs {

/// DialogHost::show() on a terminal, which is the program's own while it takes paths.
[[nodiscard]] Result<void> run(Terminal& terminal, Picker& picker, const TakePaths& take);
[[nodiscard]] Result<void> run(Terminal& terminal, SourcePicker& picker);

/// Shows a dialog on the terminal of this process; of two at the same time the second is not shown.
/// @retval dialog_cancelled there is nothing to show it on, or it is taken
/// @return else the status of `dialog`
[[nodiscard]] Result<void> on_terminal(const std::function<Result<void>(Terminal& terminal)>& dialog);

} // namespace pdh_shim::dialogs
