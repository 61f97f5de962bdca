// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pdh_shim::tools::logman {

/// Sends a line to the log of the system, as a warning of a user's program. syslog() would not say that
/// nobody receives it.
/// @param socket where the system's logger receives lines
/// @return why it was not sent; empty if it was
[[nodiscard]] std::string write_to_system_log(
    const std::string& text, const std::string& socket = "/dev/log");

} // namespace pdh_shim::tools::logman
