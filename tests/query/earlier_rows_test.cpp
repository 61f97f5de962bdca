// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/earlier_rows.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim;
using model::InstanceSet;
using query::EarlierRows;

namespace {

std::shared_ptr<const InstanceSet> rows_of(const std::vector<std::pair<std::u16string, std::int64_t>>& rows) {
    std::vector<model::Instance> instances;
    for (const auto& [name, id] : rows) {
        instances.push_back({.name = name, .parent = {}, .unique_id = id});
    }
    return std::make_shared<const InstanceSet>(std::move(instances));
}

} // namespace

TEST_CASE("an instance is found by its name where it has no identity") {
    const auto older = rows_of({{u"a", model::no_unique_id}, {u"b", model::no_unique_id}});
    const auto newer = rows_of({{u"B", model::no_unique_id}, {u"c", model::no_unique_id}});
    const EarlierRows rows(newer, older);
    CHECK(rows[0].row == 1);
    CHECK_FALSE(rows[1].row);
    CHECK_FALSE(rows[1].replaced);
    CHECK(rows.are_of(newer, older));
    CHECK_FALSE(rows.are_of(older, newer));
}

TEST_CASE("another instance of the same name has no earlier row") {
    const auto older = rows_of({{u"a", 1}});
    const auto newer = rows_of({{u"a", 2}});
    CHECK(query::earlier_row_by_name(*newer, 0, *older).replaced);
    const EarlierRows rows(newer, older);
    CHECK_FALSE(rows[0].row);
    CHECK(rows[0].replaced);
}

TEST_CASE("an instance keeps its earlier row under another name, or with another number") {
    const auto older = rows_of({{u"java", 1}, {u"java", 2}, {u"old", 3}});
    const auto newer = rows_of({{u"java", 2}, {u"new", 3}});
    const EarlierRows rows(newer, older);
    CHECK(rows[0].row == 1);
    CHECK(rows[1].row == 2);
}

TEST_CASE("an identity that two instances share identifies neither") {
    const auto older = rows_of({{u"a", 7}, {u"b", 7}});
    const auto newer = rows_of({{u"c", 7}});
    CHECK_FALSE(EarlierRows(newer, older)[0].row);
    CHECK_FALSE(EarlierRows(rows_of({{u"d", 7}, {u"e", 7}}), rows_of({{u"f", 7}}))[0].row);
}
