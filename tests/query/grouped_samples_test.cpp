// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "add_counter.h"
#include "base/clock.h"
#include "machine/fake_source.h"
#include "path/counter_path.h"
#include "query/grouped_samples.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim;
using query::GroupedSamples;
using query::Samples;

namespace {

/// A query with a wildcard for the name of a counter, over a fake source of its own.
struct GroupScene {
    void collect(std::vector<test::FakeInstance> instances) {
        source->set(std::move(instances));
        static_cast<void>(query->collect());
    }
    [[nodiscard]] std::vector<std::u16string> names() {
        std::vector<std::u16string> names;
        const auto items = samples().items(*group, cursor).value();
        for (const auto& item : items) {
            names.push_back(item.name);
        }
        return names;
    }
    [[nodiscard]] Samples& samples() const { return *group->samples(); }

    query::CounterContext context;
    std::shared_ptr<test::FakeSource> source = std::make_shared<test::FakeSource>();
    std::shared_ptr<query::Query> query = std::make_shared<query::Query>(system_clock(), context,
        std::make_shared<test::FakeDataSource>(source), std::make_shared<query::CollectedSamples>(), 0);
    std::shared_ptr<query::Counter> group =
        test::add_counter(*query, path::parse_counter_path(u"\\Widget(*)\\*").value()).value();
    Samples::Cursor cursor;
};

} // namespace

TEST_CASE("an item of a group is called by its instance and its counter, counter by counter") {
    GroupScene scene;
    scene.collect({{u"a", 1}, {u"b", 2}});
    CHECK(scene.names() == std::vector<std::u16string>{u"a\\Rate", u"b\\Rate", u"a\\Level", u"b\\Level"});
    const auto items = scene.samples().items(*scene.group, scene.cursor).value();
    REQUIRE(items.size() == 4);
    REQUIRE(items[3].value.column != nullptr);
    CHECK(items[3].value.column->definition.name == u"Level");
    CHECK(items[3].value.newer.sample.first == 2);
    REQUIRE(items[0].value.column != nullptr);
    CHECK(items[0].value.column->definition.name == u"Rate");
}

TEST_CASE("the newest samples of a group are those of its first counter") {
    GroupScene scene;
    CHECK_FALSE(scene.samples().newest(*scene.group, scene.cursor).has_value());
    scene.collect({{u"a", 5}});
    scene.collect({{u"a", 8}});
    const auto newest = scene.samples().newest(*scene.group, scene.cursor);
    REQUIRE(newest.has_value());
    CHECK(newest->newer.sample.first == 8);
    REQUIRE(newest->older.has_value());
    CHECK(newest->older->sample.first == 5);
}

TEST_CASE("a group without any item has the status of its first counter") {
    GroupScene scene;
    CHECK(scene.samples().items(*scene.group, scene.cursor).error() == Status::no_data);
    scene.collect({});
    CHECK(scene.samples().items(*scene.group, scene.cursor).error() == Status::cstatus_no_instance);
    scene.collect({{u"a", 5}});
    CHECK(scene.names().size() == 2);
}

TEST_CASE("a group is collected as the counters that its wildcard matched, and follows their query") {
    GroupScene scene;
    CHECK(scene.samples().members().size() == 2); // a base has no value
    CHECK(scene.samples().are_collected());
    CHECK(scene.samples().sequence() == 0);
    scene.collect({{u"a", 5}});
    CHECK(scene.samples().sequence() == 1);
    // A counter that is added to a query later does not see the collects before it.
    const auto later =
        test::add_counter(*scene.query, path::parse_counter_path(u"\\Widget(*)\\*").value()).value();
    CHECK_FALSE(later->samples()->newest(*later, scene.cursor).has_value());
}
