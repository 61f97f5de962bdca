#pragma once

#include <string>

namespace pdh_shim::platform {

/// Whether a text is an address of this computer in numbers: a loopback address, or one that a network
/// interface has now. On Windows also whether it is the host name, which may be longer than machine_name().
/// Nothing is asked of the network.
[[nodiscard]] bool is_own_address(const std::string& text);

} // namespace pdh_shim::platform
