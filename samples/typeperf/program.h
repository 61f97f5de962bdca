#pragma once

#include "platform.h"

#include <string>
#include <vector>

namespace typeperf {

/// The whole program.
/// @param arguments those of the command line, without the program's name
/// @return its exit code
[[nodiscard]] int run(const std::vector<std::string>& arguments, Platform& platform);

} // namespace typeperf
