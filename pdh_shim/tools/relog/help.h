#pragma once

#include <string>
#include <vector>

namespace relog {

/// The text of -?.
[[nodiscard]] std::vector<std::string> help_lines();

/// The text of --version.
[[nodiscard]] std::string version_line();

} // namespace relog
