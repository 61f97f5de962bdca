// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pdh_shim::tools::exporter {

/// Where to listen.
struct ListenOptions {
    std::string address = "127.0.0.1:9926"; ///< `HOST:PORT`, `[IPv6]:PORT`, or `:PORT` for any address
    bool is_any_address_allowed = false;    ///< also without TLS and a password
};

struct Listening {
    int descriptor;
    std::string address; ///< `127.0.0.1:9926`
    bool is_loopback;
};

/// @param address `HOST:PORT`, `[IPv6]:PORT`, or `:PORT` for any address
/// @throws terminal::ProgramError
[[nodiscard]] Listening listen_at(const std::string& address);

} // namespace pdh_shim::tools::exporter
