// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/http.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools::exporter;

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
