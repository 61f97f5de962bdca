#pragma once

#include "base/result.h"
#include "ui/picker.h"
#include "ui/source_picker.h"
#include "ui/terminal.h"

#include <functional>
#include <string>
#include <vector>

namespace pdh_shim::ui {

/// Gives paths to the program. The terminal is the program's own meanwhile.
/// @return whether it took them; false when there is no room for them
/// @return else a status that ends the dialog
using TakePaths = std::function<Result<bool>(const std::vector<std::u16string>& paths)>;

/// Shows a dialog for counters until it ends: success with OK of a dialog for one counter.
/// @retval dialog_cancelled Cancel, or Close of a dialog for several counters
/// @retval more_data the program has no room for the one counter
/// @return else the status of `take`
[[nodiscard]] Result<void> run(Terminal& terminal, Picker& picker, const TakePaths& take);

/// Shows a dialog for data sources until it ends. @retval dialog_cancelled Cancel
[[nodiscard]] Result<void> run(Terminal& terminal, SourcePicker& picker);

/// Shows a dialog on the terminal of this process; of two at the same time the second is not shown.
/// @retval dialog_cancelled there is nothing to show it on, or it is taken
/// @return else the status of `dialog`
[[nodiscard]] Result<void> on_terminal(const std::function<Result<void>(Terminal& terminal)>& dialog);

} // namespace pdh_shim::ui
