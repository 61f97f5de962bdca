// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/fake_source.h"
#include "model/log.h"
#include "path/counter_path.h"
#include "query/awaited_samples.h"
#include "query/column.h"
#include "query/plan.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <utility>

using namespace pdh_shim;
using query::AwaitedSamples;

namespace {

/// An awaited counter beside a query that has collected nothing yet.
struct AwaitedScene {
    void publish(std::uint64_t sequence, std::int64_t local_time) const {
        auto collect = std::make_shared<query::SampleSet>();
        collect->sequence = sequence;
        collect->local_time = local_time;
        collected->publish(std::move(collect));
    }

    query::CounterContext context;
    std::shared_ptr<query::Plan> plan = std::make_shared<query::Plan>(nullptr);
    std::shared_ptr<query::CollectedSamples> collected = std::make_shared<query::CollectedSamples>();
    std::shared_ptr<AwaitedSamples> samples = std::make_shared<AwaitedSamples>(
        std::make_shared<test::FakeSource>(), path::parse_counter_path(u"\\\\far\\Widget(a)\\Rate").value(),
        machine::NameLanguage::any, collected);
    std::shared_ptr<const query::Column> column = std::make_shared<const query::Column>(
        samples->known(), query::CellAddress(), samples, query::QueryContext{context, plan, 0});
    std::shared_ptr<const path::InstanceName> instance =
        std::make_shared<const path::InstanceName>(*samples->path.instance);
    query::Counter counter{column, instance, samples->path, 0};
    query::Samples::Cursor cursor;
};

} // namespace

TEST_CASE("of an awaited counter the path is known, and a type that needs no calculation") {
    const AwaitedScene scene;
    const machine::ResolvedCounter known = scene.samples->known();
    CHECK(known.definition().name == u"Rate");
    CHECK(known.definition().type == model::displayed_value_type);
    CHECK(known.object_name() == u"Widget");
    CHECK(known.active_source().source == scene.samples->computer);
    CHECK(scene.samples->found() == nullptr);
    CHECK(scene.samples->collected_counters().empty());
    CHECK(scene.counter.is_unknown());
}

TEST_CASE(
    "an awaited counter has no sample before the next collect, and then one that says why it has no value") {
    AwaitedScene scene;
    CHECK_FALSE(scene.samples->newest(scene.counter, scene.cursor).has_value());
    CHECK(scene.samples->items(scene.counter, scene.cursor).error() == Status::no_data);
    scene.publish(1, 500);
    auto newest = scene.samples->newest(scene.counter, scene.cursor);
    REQUIRE(newest.has_value());
    CHECK(newest->newer.sample.cstatus == Status::cstatus_no_machine);
    CHECK(newest->newer.time_stamp == 500);
    CHECK_FALSE(newest->older.has_value());
    scene.samples->set_status(Status::cstatus_no_object);
    newest = scene.samples->newest(scene.counter, scene.cursor);
    CHECK(newest->newer.sample.cstatus == Status::cstatus_no_object);
    CHECK(scene.samples->items(scene.counter, scene.cursor).error() == Status::cstatus_no_object);
    CHECK(scene.samples->sequence() == 1);
}

TEST_CASE("a collect from before an awaited counter was added is not one of its samples") {
    AwaitedScene scene;
    scene.cursor.born = 4;
    scene.publish(4, 500);
    CHECK_FALSE(scene.samples->newest(scene.counter, scene.cursor).has_value());
    scene.publish(5, 600);
    CHECK(scene.samples->newest(scene.counter, scene.cursor).has_value());
}

TEST_CASE("an awaited counter that is found is collected, and is the counter that was found") {
    AwaitedScene scene;
    scene.publish(1, 500);
    const auto column = std::make_shared<const query::Column>(scene.samples->known(), query::CellAddress(),
        scene.collected, query::QueryContext{scene.context, scene.plan, 0});
    const auto found = std::make_shared<query::Counter>(column, scene.instance, scene.samples->path, 0);
    scene.samples->set_found(found);
    CHECK(scene.samples->found() == found.get());
    REQUIRE(scene.samples->collected_counters().size() == 1);
    CHECK(scene.samples->collected_counters()[0] == found);
    CHECK(&scene.counter.column() == column.get());
    CHECK_FALSE(scene.counter.is_unknown());
    // Until the next collect, it has no sample.
    CHECK_FALSE(scene.samples->newest(scene.counter, scene.cursor)->older.has_value());
}
