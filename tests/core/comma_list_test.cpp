// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "core/comma_list.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using pdh_shim::Status;
using pdh_shim::core::take_item;

namespace {

std::vector<std::string> items_of(std::string_view list) {
    std::vector<std::string> items;
    while (!list.empty()) {
        const auto item = take_item(list);
        REQUIRE(item.has_value());
        items.push_back(item.value());
    }
    return items;
}

} // namespace

TEST_CASE("commas separate items, unless they are in double quotes") {
    using Items = std::vector<std::string>;
    CHECK(items_of("").empty());
    CHECK(items_of("a") == Items{"a"});
    CHECK(items_of("a,b") == Items{"a", "b"});
    CHECK(items_of("a,,b,") == Items{"a", "", "b"});
    CHECK(items_of("\"a,b\",c") == Items{"a,b", "c"});
    CHECK(items_of("\"a\"\"b\"") == Items{"a\"b"});
}

TEST_CASE("a quote or a comma that is missing is refused") {
    for (std::string_view list : {"\"a,b", "\"a\"b", "\""}) {
        CAPTURE(list);
        const auto item = take_item(list);
        REQUIRE_FALSE(item.has_value());
        CHECK(item.error().status() == Status::invalid_datasource);
    }
}
