// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/full_path.h"

#include <doctest/doctest.h>

using namespace pdh_shim;

TEST_CASE("a path of a program is taken apart, or refused with the status of its fault") {
    const auto path = api::parse_path(u"\\\\PC\\Processor(0)\\% Idle Time");
    REQUIRE(path.has_value());
    CHECK(path.value().machine == u"PC");
    CHECK(path.value().object == u"Processor");
    CHECK(api::parse_path(u"Processor").error() == Status::invalid_path);
    CHECK(api::parse_path(u"").error() == Status::invalid_path);
    CHECK(api::parse_path("\\A\\\xFF").error() == Status::invalid_argument);
}

TEST_CASE("a path without a computer gets this one, any other keeps its own") {
    auto other = api::parse_path(u"\\\\Other\\A\\B").value();
    REQUIRE(api::complete(other).has_value());
    CHECK(other.machine == u"Other");
    auto own = api::parse_path(u"\\A\\B").value();
    CHECK(own.machine.empty());
    REQUIRE(api::complete(own).has_value());
    CHECK_FALSE(own.machine.empty());
}
