// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/library_state.h"

#include <doctest/doctest.h>

#include <string_view>

using namespace pdh_shim::api;

TEST_CASE("a lasting text stays where it is, each one once in each encoding") {
    LastingTexts texts;
    const void* const first = texts.keep(Encoding::ansi, u"help");
    CHECK(std::string_view(static_cast<const char*>(first)) == "help");
    CHECK(texts.keep(Encoding::ansi, u"more help") != first);
    CHECK(texts.keep(Encoding::utf16, u"help") != first);
    CHECK(texts.keep(Encoding::ansi, u"help") == first);
}

TEST_CASE("the paths of a list are numbered from 1") {
    PathList list;
    CHECK_FALSE(list.at(1).has_value());
    list.replace({u"a", u"b"});
    CHECK(list.at(1) == u"a");
    CHECK(list.at(2) == u"b");
    for (const std::int64_t index : {-1, 0, 3}) {
        CHECK_FALSE(list.at(index).has_value());
    }
    list.replace({});
    CHECK_FALSE(list.at(1).has_value());
}

TEST_CASE("a frozen clock moves only when it is advanced, and the system's comes back") {
    pdh_shim::SwitchableClock clock(pdh_shim::system_clock());
    FrozenClock frozen;
    CHECK_FALSE(frozen.advance(1));
    frozen.freeze(clock, 1000);
    CHECK(clock.now().system_time == 1000);
    CHECK(frozen.advance(5));
    CHECK(clock.now().system_time == 1005);
    frozen.release(clock);
    CHECK(clock.now().system_time > 1005);
    CHECK_FALSE(frozen.advance(1));
}
