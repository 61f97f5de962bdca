// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/this_computer.h"

#include <doctest/doctest.h>

using pdh_shim::machine::ThisComputer;

namespace {

const ThisComputer web1([] { return std::u16string(u"Web1"); },
    [] {
        return std::vector<std::string>{"web1.this.example", "Web1.lan", "web1-of-long-name"};
    });

} // namespace

TEST_CASE("this computer is called by its name, and by it with a domain that the system says") {
    for (const auto* const name :
        {u"Web1", u"web1", u"WEB1.This.Example", u"web1.this.example.", u"web1.lan", u"web1-of-long-name"}) {
        CHECK(web1.is_called(name));
    }
    for (const auto* const name :
        {u"web1.other.example", u"web1.this", u"web1.this.example.org", u"web1.", u"web1..", u"web10", u"web",
            u"web1:44321", u"web1.this.example:44321", u".web1", u"", u"\xD800"}) {
        CAPTURE(name);
        CHECK_FALSE(web1.is_called(name));
    }
    CHECK(web1.names() == "Web1, web1.this.example, Web1.lan, web1-of-long-name");
}

TEST_CASE("nothing, a dot, localhost and own addresses can mean no other computer") {
    for (const auto* const name : {u"", u".", u"localhost", u"LocalHost", u"127.0.0.1", u"::1"}) {
        CHECK(ThisComputer::is_here(name));
    }
    for (const auto* const name : {u"..", u"localhost.example.org", u"224.0.0.1", u"127.0.0.1:44321",
             u"[::1]:44321", u"localhost:44321", u"web1", u"\xD800"}) {
        CHECK_FALSE(ThisComputer::is_here(name));
    }
}

TEST_CASE("a name that begins as the host name needs an explanation") {
    CHECK(web1.resembles(u"web1.other.example"));
    CHECK(web1.resembles(u"WEB1:44321"));
    CHECK_FALSE(web1.resembles(u"web10.this.example"));
}

TEST_CASE("the names of this computer are looked for when they are first needed, and once") {
    int names = 0;
    int full_names = 0;
    const ThisComputer computer(
        [&names] {
            ++names;
            return std::u16string(u"host");
        },
        [&full_names] {
            ++full_names;
            return std::vector<std::string>{"host.example"};
        });
    CHECK(ThisComputer::is_here(u""));
    CHECK(names == 0);
    CHECK(computer.name() == u"host");
    CHECK(computer.is_called(u"HOST"));
    CHECK_FALSE(computer.is_called(u"other.example"));
    CHECK(full_names == 0);
    CHECK(computer.is_called(u"host.example"));
    CHECK_FALSE(computer.is_called(u"host.other"));
    CHECK(names == 1);
    CHECK(full_names == 1);
}
