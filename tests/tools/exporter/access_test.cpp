// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/access.h"
#include "tools/exporter/config.h"
#include "tools/exporter/http.h"

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

TEST_CASE("the format is what the client likes best of what there is") {
    const auto format = [](const char* accept) { return answer_form(accept, "").format; };
    CHECK(format("") == Format::text);
    CHECK(format("*/*") == Format::text);
    // Prometheus 2.42 and 3.
    CHECK(
        format("application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
               "text/plain;version=0.0.4;q=0.5,*/*;q=0.1") == Format::openmetrics);
    CHECK(format("application/openmetrics-text;version=1.0.0;q=0.4, text/plain; q=0.5") == Format::text);
    CHECK(format("application/openmetrics-text;version=0.0.1") == Format::text);
    CHECK(format("APPLICATION/OpenMetrics-Text") == Format::openmetrics);
    CHECK(format("application/openmetrics-text;q=0") == Format::text);
    CHECK(format(";;;=,,application/openmetrics-text;q=x") == Format::text);
}

TEST_CASE("an answer is compressed for who says so") {
    CHECK(answer_form("", "gzip, deflate").gzip);
    CHECK(answer_form("", "identity;q=0.5, GZIP;q=0.1").gzip);
    CHECK_FALSE(answer_form("", "").gzip);
    CHECK_FALSE(answer_form("", "gzip;q=0").gzip);
    CHECK_FALSE(answer_form("", "br").gzip);
}

TEST_CASE("a scrape waits for less than the server does") {
    using std::chrono::milliseconds;
    CHECK(longest_wait("10") == milliseconds(9750));
    CHECK(longest_wait("0.5") == milliseconds(250));
    CHECK(longest_wait("0.4") == milliseconds(200));
    CHECK(longest_wait("") == milliseconds(9750));
    CHECK(longest_wait("-3") == milliseconds(9750));
    CHECK(longest_wait("nan") == milliseconds(9750));
    CHECK(longest_wait("1e300") == milliseconds(119'750));
    CHECK(longest_wait("0.001") == milliseconds(50));
}

TEST_CASE("loopback is called by its name and addresses") {
    CHECK(is_loopback_host("localhost:9926"));
    CHECK(is_loopback_host("127.0.0.1"));
    CHECK(is_loopback_host("[::1]:9926"));
    CHECK_FALSE(is_loopback_host("evil.example:9926"));
    CHECK_FALSE(is_loopback_host("127.0.0.1.evil.example"));
    CHECK_FALSE(is_loopback_host(""));
}
