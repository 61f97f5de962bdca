// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pdh_shim::platform {

/// Whether a text is a numeric address of this computer: a loopback address, or one that a network
/// interface has now. It sends nothing to the network.
[[nodiscard]] bool is_own_address(const std::string& text);

/// The bytes of a numeric address of IPv4 or IPv6, as the network has them; empty for another text.
[[nodiscard]] std::string parse_address(const std::string& text);

/// The addresses that network interfaces of this computer have now, in that form.
[[nodiscard]] std::vector<std::string> interface_addresses();

/// The names of this computer with a domain, as the system says them without asking a name server: see
/// base/platform/posix/host_names.h. On Windows also the host name, which may be longer than machine_name().
[[nodiscard]] std::vector<std::string> full_host_names();

} // namespace pdh_shim::platform
