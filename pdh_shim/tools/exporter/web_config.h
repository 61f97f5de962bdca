// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

namespace pdh_shim::tools::exporter {

/// Who may ask, and how: the file of `--web.config.file`, as Prometheus' exporters have it.
struct WebConfig {
    std::string certificate = {}; ///< a file; empty = no TLS
    std::string key = {};
    std::string client_authority = {};             ///< a file; empty = clients need no certificate
    std::string priorities = {};                   ///< the versions of TLS, for GnuTLS
    std::map<std::string, std::string> users = {}; ///< and the hashes of their passwords

    [[nodiscard]] bool has_tls() const { return !certificate.empty(); }
    [[nodiscard]] bool asks_who() const { return !users.empty() || !client_authority.empty(); }
    /// Those whose changes are seen.
    [[nodiscard]] std::vector<std::string> files() const { return {certificate, key, client_authority}; }
};

/// @param file its folder is that of relative names in it
/// @throws ConfigError
[[nodiscard]] WebConfig parse_web_config(const std::string& file, const std::string& text);

} // namespace pdh_shim::tools::exporter
