// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/sample_set.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim;
using query::SampleSet;

namespace {

// One source that was asked for two objects, and of the second for its second column.
SampleSet collected_object() {
    query::PartPlan part;
    part.requests.push_back({.object = 1, .columns = {true}});
    part.requests.push_back({.object = 3, .columns = {false, true}});
    auto plan = std::make_shared<std::vector<query::PartPlan>>();
    plan->push_back(std::move(part));
    SampleSet collected;
    collected.plan = std::move(plan);
    collected.parts.resize(1);
    collected.parts[0].snapshot.objects.resize(2);
    return collected;
}

} // namespace

TEST_CASE("a counter finds its object where the collect has asked for its column") {
    const SampleSet collected = collected_object();
    const model::ObjectSnapshot* const object = &collected.parts[0].snapshot.objects[1];
    CHECK(collected.object(0, 3, 1) == object);
    CHECK(collected.object(0, 3, model::no_column) == object);
    CHECK(collected.object(0, 3, 0) == nullptr); // a column that was not asked for
    CHECK(collected.object(0, 3, 2) == nullptr);
    CHECK(collected.object(0, 0, 1) == nullptr); // an object
    CHECK(collected.object(0, 2, 1) == nullptr);
    CHECK(collected.object(0, 4, 1) == nullptr);
    CHECK(collected.object(1, 3, 1) == nullptr); // a source
}

TEST_CASE("a source is asked for objects, or when it is awaited") {
    query::PartPlan part;
    CHECK_FALSE(part.is_asked());
    part.is_awaited = true;
    CHECK(part.is_asked());
    part.is_awaited = false;
    part.requests.resize(1);
    CHECK(part.is_asked());
}

TEST_CASE("a pool reuses what its readers have released, and never what one still reads") {
    const auto pool = std::make_shared<query::SampleSetPool>();
    auto first = pool->take();
    const auto second = pool->take();
    CHECK(first != second);
    const SampleSet* const released = first.get();
    first.reset();
    CHECK(pool->take().get() == released);
}

TEST_CASE("a collect may be released after its pool") {
    auto pool = std::make_shared<query::SampleSetPool>();
    auto collected = pool->take();
    pool.reset();
    collected->sequence = 4;
    collected.reset();
    CHECK_FALSE(collected);
}

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
