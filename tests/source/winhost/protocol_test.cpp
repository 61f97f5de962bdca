// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "source/winhost/protocol.h"

#include <doctest/doctest.h>

#include <span>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::source::winhost;

namespace {

const HostSettings settings{.name = ".example.com",
    .address = "10.0.0.5",
    .authentication = Authentication::ntlm,
    .user = "monitor",
    .domain = "CORP",
    .password_file = "/etc/password",
    .protection = Protection::sign};

} // namespace

TEST_CASE("a request arrives as it was sent, with the name of one host and the usual port") {
    const auto host = encode_host(settings, "a.example.com");
    const auto bytes = encode_request(host, 2000, u"230 \u00E4");
    const auto request = read_request(bytes);
    REQUIRE(request.has_value());
    HostSettings expected = settings;
    expected.name = "a.example.com";
    expected.port = 445;
    CHECK(request->settings == expected);
    CHECK(request->host == as_text(host));
    CHECK(request->time_out == 2000);
    CHECK(request->value == u"230 \u00E4");
}

TEST_CASE("a request that is cut or damaged is refused") {
    const auto host = encode_host(settings, "a.example.com");
    const auto bytes = encode_request(host, 2000, u"");
    REQUIRE(read_request(bytes).has_value());
    for (std::size_t count = 0; count < bytes.size(); ++count) {
        CHECK_FALSE(read_request(std::span(bytes).first(count)).has_value());
    }
    const auto damaged = [&](std::size_t place, unsigned value) {
        auto other = bytes;
        other[place] = static_cast<std::byte>(value);
        return read_request(other).has_value();
    };
    CHECK_FALSE(damaged(4, 0xFF)); // the host's length
    CHECK_FALSE(damaged(7, 0xFF));
    CHECK_FALSE(damaged(10, 2)); // the kind of log-in
    CHECK_FALSE(damaged(12, 2)); // the protection
    CHECK_FALSE(damaged(14, 1)); // the length of a text
    CHECK_FALSE(damaged(16, 0)); // a NUL in one
    auto odd = bytes;
    odd.push_back({});
    CHECK_FALSE(read_request(odd).has_value());
}
