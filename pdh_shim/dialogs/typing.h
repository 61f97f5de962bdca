#pragma once

#include "dialogs/terminal.h"

#include <string>

namespace pdh_shim::dialogs {

/// Lets a key change a line: a character is appended, Backspace takes the last one away, Ctrl+U all.
/// @return false for any other key
[[nodiscard]] bool type_into(std::u16string& line, Key key);

} // namespace pdh_shim::dialogs
