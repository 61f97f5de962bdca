// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "machine/fake_source.h"
#include "model/log.h"
#include "path/counter_path.h"
#include "query/awaited_samples.h"
#include "query/query.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#ifndef _WIN32
#include "child_process.h"
#endif

using namespace pdh_shim;
using query::AwaitedSamples;

namespace {

constexpr std::uint32_t fmt_large = 0x400;

/// A computer that answers when the test lets it.
class FarComputer final : public test::FakeDataSource {
  public:
    explicit FarComputer(std::shared_ptr<test::FakeSource> source)
        : FakeDataSource(source), source_(std::move(source)) {}

    Result<std::shared_ptr<const machine::Machine>> machine(std::u16string_view name) override {
        when_asked();
        return answers ? FakeDataSource::machine(name) : Status::cstatus_no_machine;
    }
    std::shared_ptr<model::Source> awaited(std::u16string_view /*machine*/) override { return source_; }

    bool answers = false;
    std::function<void()> when_asked = [] {};

  private:
    std::shared_ptr<test::FakeSource> source_;
};

/// A query with one counter of a computer that has not answered.
struct AwaitedScene {
    explicit AwaitedScene(std::u16string_view path = u"\\\\host\\widget(a)\\LEVEL")
        : counter(query->make_counter(path::parse_counter_path(path).value(), 7).value()) {
        source->set({{u"a", 5}});
        REQUIRE(query->link(*counter, nullptr).has_value());
    }
    [[nodiscard]] AwaitedSamples& samples() const { return *counter->samples()->awaited(); }
    bool collects() const { return query->collect().has_value(); }

    query::CounterContext context;
    std::shared_ptr<test::FakeSource> source = std::make_shared<test::FakeSource>();
    std::shared_ptr<FarComputer> computer = std::make_shared<FarComputer>(source);
    std::shared_ptr<query::Query> query = std::make_shared<query::Query>(
        system_clock(), context, computer, std::make_shared<query::CollectedSamples>(), 0);
    std::shared_ptr<query::Counter> counter;
    query::Samples::Cursor cursor;
};

} // namespace

TEST_CASE("of an awaited counter the path is known, and a type that needs no calculation") {
    const AwaitedScene scene;
    const machine::ResolvedCounter known = scene.samples().definition();
    CHECK(known.definition().name == u"LEVEL");
    CHECK(known.definition().type == model::displayed_value_type);
    CHECK(known.object_name() == u"widget");
    CHECK(known.active_source().source == scene.source);
    CHECK(scene.samples().found() == nullptr);
    CHECK_FALSE(scene.samples().are_collected());
    CHECK(scene.counter->is_unknown());
    CHECK(scene.counter->path().object == u"widget");
}

TEST_CASE(
    "an awaited counter has no sample before the next collect, and then one that says why it has no value") {
    AwaitedScene scene;
    AwaitedSamples& samples = scene.samples();
    CHECK_FALSE(samples.newest(*scene.counter, scene.cursor).has_value());
    CHECK(samples.items(*scene.counter, scene.cursor).error() == Status::no_data);
    CHECK(scene.query->collect().error() == Status::no_data);
    auto newest = samples.newest(*scene.counter, scene.cursor);
    REQUIRE(newest.has_value());
    CHECK(newest->newer.sample.cstatus == Status::cstatus_no_machine);
    CHECK(newest->newer.time_stamp == scene.query->newest_time());
    CHECK_FALSE(newest->older.has_value());
    samples.set_status(Status::cstatus_no_object);
    newest = samples.newest(*scene.counter, scene.cursor);
    CHECK(newest->newer.sample.cstatus == Status::cstatus_no_object);
    CHECK(samples.items(*scene.counter, scene.cursor).error() == Status::cstatus_no_object);
    CHECK(samples.sequence() == 1);
}

TEST_CASE("a collect from before an awaited counter was added is not one of its samples") {
    AwaitedScene scene;
    CHECK_FALSE(scene.collects());
    scene.cursor.born = 1;
    CHECK_FALSE(scene.samples().newest(*scene.counter, scene.cursor).has_value());
    CHECK_FALSE(scene.collects());
    CHECK(scene.samples().newest(*scene.counter, scene.cursor).has_value());
}

TEST_CASE("an awaited counter whose computer answers gets the column that was found, and is collected") {
    AwaitedScene scene;
    const query::Column& before = scene.counter->column();
    CHECK_FALSE(scene.collects());
    scene.computer->answers = true;
    CHECK_FALSE(scene.collects());
    CHECK_FALSE(scene.counter->is_unknown());
    CHECK(&scene.counter->column() != &before);
    CHECK(before.definition.type == model::displayed_value_type); // it lives as long as the counter
    CHECK(scene.counter->definition().name == u"Level");
    CHECK(scene.counter->user_data() == 7);
    CHECK(scene.counter->path().counter == u"LEVEL"); // as it was given
    // Until the next collect, it has the sample from before.
    CHECK(scene.counter->raw().sample.cstatus == Status::cstatus_no_machine);
    CHECK(scene.counter->raw_items().error() == Status::cstatus_no_machine);
    CHECK(scene.collects());
    CHECK(scene.counter->raw().sample.first == 5);
    CHECK(scene.counter->raw_items().value().size() == 1);
    CHECK(scene.counter->format(fmt_large).datum.value.integer == 50); // its default scale is 1
    scene.counter->leave_query();
    CHECK(scene.query->collect().error() == Status::no_data);
}

TEST_CASE("an awaited wildcard has the instances of its computer once this answers") {
    AwaitedScene scene(u"\\\\host\\Widget(*)\\Level");
    scene.source->set({{u"a", 5}, {u"b", 6}});
    CHECK(scene.counter->is_wildcard());
    CHECK(scene.counter->raw_items().error() == Status::no_data);
    scene.computer->answers = true;
    CHECK_FALSE(scene.collects());
    CHECK(scene.counter->raw_items().error() == Status::cstatus_no_machine);
    CHECK(scene.collects());
    CHECK(scene.counter->raw_items().value().size() == 2);
}

TEST_CASE("an awaited counter that is removed while its computer is asked stays unknown") {
    AwaitedScene scene;
    scene.computer->answers = true;
    scene.computer->when_asked = [&scene] { scene.counter->leave_query(); };
    CHECK_FALSE(scene.collects());
    CHECK(scene.counter->is_unknown());
    CHECK(scene.counter->raw().sample.cstatus == Status::cstatus_no_machine);
    CHECK(scene.query->collect().error() == Status::no_data);
}

TEST_CASE("an awaited counter may end while its computer is asked") {
    AwaitedScene scene;
    scene.computer->answers = true;
    scene.computer->when_asked = [&scene] { scene.counter.reset(); };
    CHECK_FALSE(scene.collects());
    CHECK(scene.query->tokens().empty());
}

#ifndef _WIN32
TEST_CASE("a child of fork() finds what its parent awaits, and the parent does not") {
    AwaitedScene scene;
    CHECK_FALSE(scene.collects());
    const int status = test::status_of_child([&scene] {
        scene.computer->answers = true;
        const bool is_found = !scene.collects() && !scene.counter->is_unknown();
        return is_found && scene.collects() && scene.counter->raw().sample.first == 5;
    });
    CHECK(status == 0);
    CHECK_FALSE(scene.collects());
    CHECK(scene.counter->is_unknown());
    scene.computer->answers = true;
    CHECK_FALSE(scene.collects());
    CHECK(scene.collects());
    CHECK(scene.counter->raw().sample.first == 5);
}
#endif
