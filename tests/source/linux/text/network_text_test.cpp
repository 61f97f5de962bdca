// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/text/network_text.h"

#include <doctest/doctest.h>

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
