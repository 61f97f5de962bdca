#pragma once

#include "dialogs/terminal.h"

#include <memory>
#include <string>

namespace pdh_shim::dialogs {

/// Opens the terminal of this process, by libpdhui, which is looked for beside this library first.
/// @return null where there is none to show a dialog on, and in `reason` why, in English
[[nodiscard]] std::unique_ptr<Terminal> open_terminal(std::string& reason);

} // namespace pdh_shim::dialogs
