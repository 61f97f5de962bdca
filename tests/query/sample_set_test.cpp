// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/sample_set.h"

#include <doctest/doctest.h>

#include <memory>

using namespace pdh_shim;
using query::SampleSet;

namespace {

// One source that was asked for the second column of its object, which has the slot 1.
SampleSet collected_object() {
    query::PartPlan part;
    part.requests.push_back({.object = 3, .columns = {false, true}});
    part.request_of_slot = {model::no_column, 0};
    auto plan = std::make_shared<query::CollectPlan>();
    plan->parts.push_back(std::move(part));
    SampleSet collected;
    collected.plan = std::move(plan);
    collected.parts.resize(1);
    collected.parts[0].snapshot.objects.resize(1);
    return collected;
}

} // namespace

TEST_CASE("a counter finds its object where the collect has asked for its column") {
    const SampleSet collected = collected_object();
    const model::ObjectSnapshot* const object = &collected.parts[0].snapshot.objects[0];
    CHECK(collected.object({.part = 0, .slot = 1, .column = 1}) == object);
    CHECK(collected.object({.part = 0, .slot = 1, .column = model::no_column}) == object);
    for (const query::CellAddress address : {query::CellAddress{.part = 0, .slot = 1, .column = 0},
             {.part = 0, .slot = 1, .column = 2}, {.part = 0, .slot = 0, .column = 1},
             {.part = 0, .slot = 2, .column = 1}, {.part = 1, .slot = 1, .column = 1}}) {
        CHECK(collected.object(address) == nullptr);
    }
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
