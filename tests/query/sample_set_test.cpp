// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/sample_set.h"

#include <doctest/doctest.h>

#include <memory>

using namespace pdh_shim;
using query::SampleSet;

namespace {

// One source that was asked for two objects, and of the second for its second column.
SampleSet collected_object() {
    query::PartPlan part;
    part.requests.push_back({.object = 1, .columns = {true}});
    part.requests.push_back({.object = 3, .columns = {false, true}});
    auto plan = std::make_shared<query::CollectPlan>();
    plan->parts.push_back(std::move(part));
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

TEST_CASE("a pool gives out again what its readers have released, and never what one still reads") {
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
