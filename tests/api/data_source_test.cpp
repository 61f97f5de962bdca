// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

using pdh_shim::Status;
using pdh_shim::api::check_sql_name;
using pdh_shim::api::complete;
using pdh_shim::api::file_name;
using pdh_shim::api::is_sql_name;
using pdh_shim::api::longest_data_source;
using pdh_shim::api::parse_path;

TEST_CASE("the name of a set of logs in a database is SQL:dsn!set") {
    for (const std::u16string_view name : {u"SQL:dsn!set", u"sql:dsn!set", u"SQL:d!s", u"SQL:dsn!a!b"}) {
        CHECK(is_sql_name(name));
        CHECK(check_sql_name(name).has_value());
    }
}

TEST_CASE("each part of the name of a set of logs in a database is needed") {
    constexpr std::array<std::u16string_view, 8> names{
        u"SQL:", u"SQL:dsn", u"SQL:dsn!", u"SQL:!set", u"SQL:!", u"dsn!set", u"", u"SQL"};
    for (const std::u16string_view name : names) {
        CHECK(check_sql_name(name).error() == Status::invalid_sql_log_format);
    }
    CHECK_FALSE(is_sql_name(u"SQL"));
    CHECK_FALSE(is_sql_name(u"/var/log/a.csv"));
}

TEST_CASE("a file name is read from any encoding") {
    CHECK(file_name("/a/b\xC3\x9F").value() == file_name(u"/a/b\u00df").value());
    CHECK(file_name(L"/a/b\u00df").value() == file_name(u"/a/b\u00df").value());
}

TEST_CASE("an invalid file name is refused") {
    CHECK(file_name("").error() == Status::invalid_argument);
    CHECK(file_name("\xFF").error() == Status::invalid_argument);
    const std::u16string lone_surrogate(1, char16_t{0xD800});
    CHECK(file_name(lone_surrogate.c_str()).error() == Status::invalid_argument);
    const std::string longest(longest_data_source, 'x');
    CHECK(file_name(longest.c_str()).has_value());
    CHECK(file_name((longest + 'x').c_str()).error() == Status::invalid_argument);
}

TEST_CASE("a path of a program is taken apart, or refused with the status of its fault") {
    const auto path = parse_path(u"\\\\PC\\Processor(0)\\% Idle Time");
    REQUIRE(path.has_value());
    CHECK(path.value().machine == u"PC");
    CHECK(path.value().object == u"Processor");
    CHECK(parse_path(u"Processor").error() == Status::invalid_path);
    CHECK(parse_path(u"").error() == Status::invalid_path);
    CHECK(parse_path("\\A\\\xFF").error() == Status::invalid_argument);
}

TEST_CASE("a path without a computer gets this one, any other keeps its own") {
    auto other = parse_path(u"\\\\Other\\A\\B").value();
    REQUIRE(complete(other).has_value());
    CHECK(other.machine == u"Other");
    auto own = parse_path(u"\\A\\B").value();
    CHECK(own.machine.empty());
    REQUIRE(complete(own).has_value());
    CHECK_FALSE(own.machine.empty());
}
