#pragma once

#include <functional>
#include <string>

namespace typeperf {

/// Hands each counter of an object (empty = of all objects) to `write` as a path; instances are `*`, or each
/// one if `with_instances`. Paths name `computer` unless it is empty.
/// @throws Failure there is no such object or computer
void list_counters(const std::string& object, const std::string& computer, bool with_instances,
    const std::function<void(const std::string& path)>& write);

} // namespace typeperf
