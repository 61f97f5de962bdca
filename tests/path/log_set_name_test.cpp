// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "path/log_set_name.h"

#include <doctest/doctest.h>

#include <string_view>

using namespace pdh_shim::path;

TEST_CASE("a log set has the data source before the first exclamation mark, and its name behind it") {
    CHECK(parse_log_set_name(u"SQL:dsn!set") == LogSetName{u"dsn", u"set"});
    CHECK(parse_log_set_name(u"sql:my dsn!a!b ") == LogSetName{u"my dsn", u"a!b "});
    CHECK(parse_log_set_name(u"Sql:SQL:!:") == LogSetName{u"SQL:", u":"});
}

TEST_CASE("the name of a log set needs both parts; SQL: alone shows that one was meant") {
    for (const std::u16string_view name : {u"SQL:", u"SQL:dsn", u"SQL:dsn!", u"SQL:!set", u"SQL:!"}) {
        CHECK(is_log_set_name(name));
        CHECK_FALSE(parse_log_set_name(name).has_value());
    }
    for (const std::u16string_view name : {u"", u"SQL", u"dsn!set", u" SQL:dsn!set", u"/SQL:dsn!set"}) {
        CHECK_FALSE(is_log_set_name(name));
        CHECK_FALSE(parse_log_set_name(name).has_value());
    }
}
