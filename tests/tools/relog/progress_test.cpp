// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "tools/relog/progress.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;

using namespace std::chrono_literals;
using relog::bar;
using relog::percentage;
using relog::Progress;

TEST_CASE("a percentage has two decimals, which are cut") {
    CHECK(percentage(0) == "0.00%");
    CHECK(percentage(0.42179) == "42.17%");
    CHECK(percentage(0.99999) == "99.99%");
    CHECK(percentage(1) == "100.00%");
}

TEST_CASE("a bar is as full as the percentage behind it") {
    CHECK(bar(0) == "[" + std::string(40, ' ') + "] 0.00%");
    CHECK(bar(0.5) == "[" + std::string(20, '#') + std::string(20, ' ') + "] 50.00%");
    CHECK(bar(1) == "[" + std::string(40, '#') + "] 100.00%");
}

TEST_CASE("a terminal shows a bar that the next one, and at last the percentage, replaces") {
    FakePlatform platform;
    platform.is_terminal = true;
    command::Console console(platform, "relog", command::Audience::system);
    Progress progress(platform, console, 100, 300);
    CHECK(progress.is_due());
    progress.show(200);
    CHECK_FALSE(progress.is_due());
    platform.time += 100ms;
    CHECK(progress.is_due());
    progress.show(400);
    progress.finish();
    const auto erased = [](std::size_t columns) { return '\r' + std::string(columns, ' ') + '\r'; };
    CHECK(platform.console ==
          bar(0.5) + erased(bar(0.5).size()) + bar(1) + erased(bar(1).size()) + "100.00%\n");
}

TEST_CASE("elsewhere only the end is shown") {
    FakePlatform platform;
    command::Console console(platform, "relog", command::Audience::system);
    Progress progress(platform, console, 100, 300);
    progress.show(200);
    progress.finish();
    CHECK(platform.console == "100.00%\n");
}

TEST_CASE("one record has no progress") {
    FakePlatform platform;
    platform.is_terminal = true;
    command::Console console(platform, "relog", command::Audience::system);
    Progress(platform, console, 100, 100).show(100);
    CHECK(platform.console == bar(0));
}
