#pragma once

#include <string>
#include <vector>

namespace typeperf {

/// The paths that the user chooses in the dialog for counters; none if he cancels it, or if there is nothing
/// to show it on.
/// @throws Failure
[[nodiscard]] std::vector<std::string> choose_counters();

} // namespace typeperf
