// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/web_config.h"

#include "tools/exporter/config.h"
#include "tools/exporter/yaml.h"

#include <filesystem>

namespace pdh_shim::tools::exporter {

namespace {

// Each version, and those above it.
std::string priorities_from(const Yaml& value) {
    const auto version = value.text();
    std::string all = "NORMAL:-VERS-TLS-ALL";
    bool is_in = false;
    for (const auto& [name, of_gnutls] :
        {std::pair("TLS10", "TLS1.0"), {"TLS11", "TLS1.1"}, {"TLS12", "TLS1.2"}, {"TLS13", "TLS1.3"}}) {
        is_in = is_in || version == name;
        if (is_in) {
            all.append(":+VERS-").append(of_gnutls);
        }
    }
    if (!is_in) {
        value.fail("'" + version + "' is not TLS10, TLS11, TLS12 or TLS13");
    }
    return all;
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): a branch for each key
void parse_tls(const std::string& file, const Yaml& tls, WebConfig& config) {
    const auto path_of = [&file](const Yaml& value) {
        return (std::filesystem::path(file).parent_path() / value.text()).string();
    };
    bool needs_client = false;
    bool has_type = false;
    config.priorities = "NORMAL:-VERS-TLS-ALL:+VERS-TLS1.2:+VERS-TLS1.3";
    for (const auto& [key, value] : tls.members()) {
        if (key == "cert_file") {
            config.certificate = path_of(value);
        } else if (key == "key_file") {
            config.key = path_of(value);
        } else if (key == "client_ca_file") {
            config.client_authority = path_of(value);
        } else if (key == "min_version") {
            config.priorities = priorities_from(value);
        } else if (key == "client_auth_type") {
            const auto type = value.text();
            has_type = true;
            needs_client = type == "RequireAndVerifyClientCert";
            if (!needs_client && type != "NoClientCert") {
                value.fail("'" + type + "' is not supported: NoClientCert or RequireAndVerifyClientCert");
            }
        } else {
            value.fail("'" + key + "' is not supported");
        }
    }
    if (config.certificate.empty() || config.key.empty()) {
        tls.fail("TLS needs cert_file and key_file");
    }
    if (has_type && needs_client == config.client_authority.empty()) {
        tls.fail("client_ca_file belongs to RequireAndVerifyClientCert");
    }
}

} // namespace

WebConfig parse_web_config(const std::string& file, const std::string& text) {
    WebConfig config;
    const auto top = Yaml::parse(file, text);
    for (const auto& [key, value] : top.members()) {
        if (key == "tls_server_config") {
            parse_tls(file, value, config);
        } else if (key == "basic_auth_users") {
            for (const auto& [user, hash] : value.members()) {
                const auto bcrypt = hash.text();
                constexpr std::size_t length = 60;
                if (bcrypt.size() != length || !bcrypt.starts_with("$2") ||
                    user.find(':') != std::string::npos) {
                    hash.fail("'" + user + "' needs a hash of bcrypt, and no colon");
                }
                config.users[user] = bcrypt;
            }
        } else {
            value.fail("'" + key + "' is not supported");
        }
    }
    return config;
}

} // namespace pdh_shim::tools::exporter
