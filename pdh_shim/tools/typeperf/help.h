#pragma once

#include <string>
#include <vector>

namespace typeperf {

/// The text of -?.
[[nodiscard]] std::vector<std::string> help_lines();

} // namespace typeperf
