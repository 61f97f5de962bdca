// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/config.h"
#include "tools/exporter/web_config.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools::exporter;

namespace {

constexpr const char* web_hash = "$2b$04$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW";

std::string web_error_of(const std::string& text) {
    try {
        (void)parse_web_config("/etc/w.yml", text);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("TLS and users are read, and files are beside the configuration") {
    const auto config = parse_web_config("/etc/w.yml", std::string(R"(
tls_server_config:
  cert_file: server.crt
  key_file: /keys/server.key
  client_ca_file: ca.crt
  client_auth_type: RequireAndVerifyClientCert
  min_version: TLS13
basic_auth_users:
  prometheus: ')") + web_hash + "'\n");
    CHECK(config.certificate == "/etc/server.crt");
    CHECK(config.key == "/keys/server.key");
    CHECK(config.client_authority == "/etc/ca.crt");
    CHECK(config.priorities == "NORMAL:-VERS-TLS-ALL:+VERS-TLS1.3");
    CHECK(config.users.at("prometheus") == web_hash);
    CHECK(config.has_tls());
    CHECK(config.asks_who());
    CHECK_FALSE(parse_web_config("w.yml", "").has_tls());
}

TEST_CASE("what is not supported is refused by its name") {
    CHECK(web_error_of("http_server_config: {http2: true}") ==
          "/etc/w.yml:1:21: 'http_server_config' is not supported");
    CHECK(web_error_of("tls_server_config: {cert_file: a, key_file: b, cipher_suites: [x]}") ==
          "/etc/w.yml:1:63: 'cipher_suites' is not supported");
    CHECK(web_error_of("tls_server_config: {cert_file: a}") ==
          "/etc/w.yml:1:20: TLS needs cert_file and key_file");
    CHECK(web_error_of("tls_server_config: {cert_file: a, key_file: b, min_version: SSL3}") ==
          "/etc/w.yml:1:61: 'SSL3' is not TLS10, TLS11, TLS12 or TLS13");
    CHECK(web_error_of("tls_server_config: {cert_file: a, key_file: b, client_auth_type: RequestClientCert}")
              .ends_with("'RequestClientCert' is not supported: NoClientCert or RequireAndVerifyClientCert"));
    CHECK(
        web_error_of(
            "tls_server_config: {cert_file: a, key_file: b, client_auth_type: RequireAndVerifyClientCert}") ==
        "/etc/w.yml:1:20: client_ca_file belongs to RequireAndVerifyClientCert");
    CHECK(web_error_of("basic_auth_users: {a: secret}") ==
          "/etc/w.yml:1:23: 'a' needs a hash of bcrypt, and no colon");
}
