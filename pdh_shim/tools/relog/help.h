#pragma once

#include <string>
#include <vector>

namespace relog {

/// The text of -?.
[[nodiscard]] std::vector<std::string> help_lines();

} // namespace relog
