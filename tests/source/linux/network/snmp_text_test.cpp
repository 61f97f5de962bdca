// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/scanner.h"
#include "source/linux/network/snmp_text.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim::source::linux;

namespace {

using SnmpValues = std::array<std::int64_t, 2>;

SnmpValues snmp_values(std::string_view text) {
    static constexpr std::array<std::string_view, 2> names{"InSegs", "OutSegs"};
    SnmpValues values{1, 2};
    parse_snmp(text, "Tcp:", names, values);
    return values;
}

} // namespace

TEST_CASE("the counts of a protocol are below their names") {
    CHECK(snmp_values("Ip: InSegs\nIp: 9\nTcp: RtoMin InSegs MaxConn OutSegs\nTcp: 200 3 -1 4\n") ==
          SnmpValues{3, 4});
    CHECK(snmp_values("TcpExt: InSegs OutSegs\nTcpExt: 1 2\nTcp: OutSegs InSegs\nTcp: 4 3") ==
          SnmpValues{3, 4});
}

TEST_CASE("counts that a text of /proc/net/snmp lacks are unread") {
    CHECK(snmp_values("") == SnmpValues{unread, unread});
    CHECK(snmp_values("Tcp: InSegs OutSegs\n") == SnmpValues{unread, unread});
    CHECK(snmp_values("Tcp: InSegs OutSegs\nTcp: 3\n") == SnmpValues{3, unread});
    CHECK(snmp_values("Tcp: InSegs OutSegs\nTcp: x 4\n") == SnmpValues{unread, unread});
    CHECK(snmp_values("Tcp: InSegs\nTcp: 3 4 5\n") == SnmpValues{3, unread});
}

TEST_CASE("a large count of /proc/net/snmp is bounded") {
    CHECK(snmp_values("Tcp: InSegs OutSegs\nTcp: 18446744073709551615 1\n") == SnmpValues{number_max, 1});
}

TEST_CASE("a very long text of /proc/net/snmp is searched once") {
    std::string text;
    for (int i = 0; i < 100'000; ++i) {
        text += "Other: a b\nOther: 1 2\n";
    }
    CHECK(snmp_values(text + "Tcp: InSegs OutSegs\nTcp: 3 4\n") == SnmpValues{3, 4});
}
