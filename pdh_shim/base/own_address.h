// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pdh_shim::platform {

/// Whether a text is a numeric address of this computer: a loopback address, or one that a network
/// interface has now. On Windows also whether it is the host name, which may be longer than machine_name().
/// It sends nothing to the network.
[[nodiscard]] bool is_own_address(const std::string& text);

} // namespace pdh_shim::platform
