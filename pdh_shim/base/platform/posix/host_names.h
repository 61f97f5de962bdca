// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::platform {

/// The names with a domain that a system gives itself: its host name, if that has one; the host's canonical
/// name in the lines of hosts(5) for an address of this computer; and the host with each domain that
/// resolv.conf(5) searches.
/// @param host_name as gethostname() gives it
/// @param hosts     /etc/hosts
/// @param resolver  /etc/resolv.conf
[[nodiscard]] std::vector<std::string> full_host_names(
    std::string_view host_name, std::string_view hosts, std::string_view resolver);

} // namespace pdh_shim::platform
