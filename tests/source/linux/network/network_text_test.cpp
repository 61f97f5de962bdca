// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/scanner.h"
#include "source/linux/network/network_text.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::source::linux;

TEST_CASE("the lines of /proc/net/dev are read, headings are not") {
    std::vector<NetworkLine> interfaces;
    parse_net_dev("Inter-|   Receive                                                |  Transmit\n"
                  " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs "
                  "drop fifo colls carrier compressed\n"
                  "    lo:    3267      29    0    0    0     0          0         0     3267      29    0   "
                  " 0    0     0       0          0\n"
                  "  eth0:1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n"
                  "eth0:1: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n"
                  "  cut: 1 2 3\n"
                  "  : 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n",
        interfaces);
    REQUIRE(interfaces.size() == 3);
    CHECK(interfaces[0].name == "lo");
    CHECK(interfaces[1].name == "eth0");
    CHECK(interfaces[1].counts == NetworkCounts{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    CHECK(interfaces[2].name == "eth0:1");
}

TEST_CASE("connections over IPv6 are open or half closed, without IPv4 on dual sockets") {
    const std::string_view header = "  sl  local_address  remote_address  st tx_queue rx_queue\n";
    const auto count = [&](std::string_view lines) {
        return count_tcp6_connections(std::string(header).append(lines));
    };
    CHECK(count("   0: 00000000000000000000000001000000:0016 00000000000000000000000001000000:D2F4 01 0:0 "
                "00:0 0\n"
                "   1: 00000000000000000000000000000000:0016 00000000000000000000000000000000:0000 0A 0:0 "
                "00:0 0\n"
                "   2: B80D0120000000000000000001000000:01BB B80D0120000000000000000002000000:D2F4 08 0:0 "
                "00:0 0\n"
                "   3: B80D0120000000000000000001000000:01BB B80D0120000000000000000002000000:D2F5 06 0:0 "
                "00:0 0\n"
                "   4: 0000000000000000FFFF00000100007F:0050 0000000000000000FFFF00000100007F:D2F6 01 0:0 "
                "00:0 0\n") == 2);
    CHECK(
        count("   0: 00000000000000000000FFFF7F000001:0050 00000000000000000000FFFF7F000001:D2F6 01\n") == 0);
    CHECK(count("   0: 1 2 01\n   1: 1\n\n   2: 3 4 01") == 2);
    CHECK(count("") == 0);
    CHECK(count_tcp6_connections("") == 0);
}

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
