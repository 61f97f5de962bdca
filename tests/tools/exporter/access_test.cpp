// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/access.h"
#include "tools/exporter/config.h"

#include <doctest/doctest.h>

#include <chrono>
#include <future>

using namespace pdh_shim::tools::exporter;

namespace {

// Of `sesame`.
constexpr const char* hash = "$2b$04$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW";

std::string web_error_of(const std::string& text) {
    try {
        (void)parse_web_config("/etc/w.yml", text);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "";
}

bool checked(Passwords& passwords, const std::string& user, const std::string& password) {
    std::promise<bool> result;
    auto is_right = result.get_future();
    REQUIRE(passwords.check(user, password, [&result](bool right) { result.set_value(right); }));
    return is_right.get();
}

} // namespace

TEST_CASE("a password is checked once, and known from then on") {
    Passwords passwords;
    CHECK(passwords.known("", "") == true); // nobody has to say who he is
    passwords.set_users({{"p", hash}});
    CHECK(passwords.known("p", "sesame") == std::nullopt);
    CHECK(checked(passwords, "p", "sesame"));
    CHECK(passwords.known("p", "sesame") == true);
    CHECK_FALSE(checked(passwords, "p", "Sesame"));
    CHECK(passwords.known("p", "Sesame") == false);
    CHECK_FALSE(checked(passwords, "q", "sesame"));
    CHECK_FALSE(checked(passwords, "q", ""));
    passwords.set_users({{"p", hash}});
    CHECK(passwords.known("p", "sesame") == true);
    passwords.set_users({{"p", hash}, {"q", hash}});
    CHECK(passwords.known("p", "sesame") == std::nullopt);
}

TEST_CASE("a user that does not exist takes as long as one that does") {
    Passwords passwords;
    passwords.set_users({{"p", hash}});
    const auto time_of = [&passwords](const std::string& user) {
        const auto begin = std::chrono::steady_clock::now();
        for (int guess = 0; guess < 10; ++guess) {
            CHECK_FALSE(checked(passwords, user, std::to_string(guess)));
        }
        return std::chrono::steady_clock::now() - begin;
    };
    time_of("p");
    const auto of_one = time_of("p");
    const auto of_none = time_of("q");
    CHECK(of_none < of_one * 16); // another cost is 64 times as much
}

TEST_CASE("who guesses takes no place from who has the password") {
    Passwords passwords;
    passwords.set_users({{"p", hash}});
    CHECK(checked(passwords, "p", "sesame"));
    std::promise<void> entered;
    std::promise<void> gate;
    auto opened = gate.get_future().share();
    REQUIRE(passwords.check("p", "first", [&entered, opened](bool) {
        entered.set_value();
        opened.wait();
    }));
    entered.get_future().wait();
    std::size_t taken = 0;
    for (int guess = 0; guess < 1000; ++guess) {
        taken += passwords.check("p", std::to_string(guess), [](bool) {}) ? 1 : 0;
    }
    CHECK(taken == Passwords::most_waiting);
    CHECK(passwords.known("p", "sesame") == true);
    gate.set_value();
}

TEST_CASE("TLS and users are read, and files are beside the configuration") {
    const auto config = parse_web_config("/etc/w.yml", std::string(R"(
tls_server_config:
  cert_file: server.crt
  key_file: /keys/server.key
  client_ca_file: ca.crt
  client_auth_type: RequireAndVerifyClientCert
  min_version: TLS13
basic_auth_users:
  prometheus: ')") + hash + "'\n");
    CHECK(config.certificate == "/etc/server.crt");
    CHECK(config.key == "/keys/server.key");
    CHECK(config.client_authority == "/etc/ca.crt");
    CHECK(config.priorities == "NORMAL:-VERS-TLS-ALL:+VERS-TLS1.3");
    CHECK(config.users.at("prometheus") == hash);
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
