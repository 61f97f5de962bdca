// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "add_counter.h"
#include "base/clock.h"
#include "machine/fake_source.h"
#include "model/log.h"
#include "path/counter_path.h"
#include "query/plan.h"
#include "query/query.h"
#include "query/special_samples.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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

TEST_CASE("an awaited counter has no sample before the next collect, then one with a reason") {
    AwaitedScene scene;
    AwaitedSamples& samples = scene.samples();
    CHECK_FALSE(samples.newest(*scene.counter, scene.cursor).has_value());
    CHECK(samples.items(*scene.counter, scene.cursor).error() == Status::no_data);
    CHECK(scene.query->collect().error() == Status::no_data);
    auto newest = samples.newest(*scene.counter, scene.cursor);
    REQUIRE(newest.has_value());
    CHECK(newest->newer.sample.cstatus == Status::cstatus_no_machine);
    CHECK(newest->newer.time_stamp == scene.query->newest()->local_time);
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

TEST_CASE("an awaited counter whose computer answers gets its column, and is collected") {
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

TEST_CASE("a group has the newest samples of its first counter") {
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

TEST_CASE("a group is collected as its wildcard's counters, and follows their query") {
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

using pdh_shim::Status;
using pdh_shim::query::make_supplied_counter;
using pdh_shim::query::RawValue;
using pdh_shim::query::SuppliedDefinition;

namespace calc = pdh_shim::calc;
namespace path = pdh_shim::path;

namespace {

constexpr std::uint32_t as_double = 0x200;

pdh_shim::query::CounterContext& counter_context() {
    static pdh_shim::query::CounterContext made;
    return made;
}

pdh_shim::query::QueryContext context(std::uintptr_t user_data) {
    return {counter_context(), std::make_shared<pdh_shim::query::Plan>(nullptr), user_data};
}

std::shared_ptr<pdh_shim::query::Counter> make(std::u16string_view text, calc::CounterType type,
    std::int64_t time_base = 1000, std::int32_t default_scale = 0) {
    const SuppliedDefinition definition{static_cast<std::uint32_t>(type), default_scale, time_base};
    return make_supplied_counter(u"here", path::parse_counter_path(text).value(), definition, context(7))
        .value();
}

RawValue raw(std::int64_t first, std::int64_t second = 0) {
    RawValue value;
    value.sample.first = first;
    value.sample.second = second;
    return value;
}

} // namespace

TEST_CASE("a supplied counter has no data before the first sample, whatever its type") {
    for (const auto type :
        {calc::CounterType::perf_counter_rawcount, calc::CounterType::perf_counter_counter}) {
        const auto counter = make(u"\\Object\\Counter", type);
        CHECK(counter->cstatus() == Status::cstatus_item_not_validated);
        CHECK(counter->raw().sample.cstatus == Status::cstatus_item_not_validated);
        CHECK(counter->format(as_double).status == Status::no_data);
        CHECK(counter->raw_items().error() == Status::no_data);
    }
}

TEST_CASE("the two newest supplied samples make a rate, by the caller's time base") {
    const auto counter = make(u"\\Object\\Counter", calc::CounterType::perf_counter_counter, 500);
    counter->supplied()->supply(u"", raw(1000, 0));
    CHECK(counter->format(as_double).status == Status::invalid_data);
    counter->supplied()->supply(u"", raw(1010, 500));
    counter->supplied()->supply(u"", raw(1040, 1500));
    CHECK(counter->raw().sample.first == 1040);
    CHECK(counter->format(as_double).datum.value.real == 15.0);
    CHECK(counter->time_base() == 500);
}

TEST_CASE("a supplied sample is new data until it is formatted") {
    const auto counter = make(u"\\Object\\Counter", calc::CounterType::perf_counter_rawcount);
    counter->supplied()->supply(u"", raw(1));
    CHECK(counter->cstatus() == Status::cstatus_new_data);
    CHECK(counter->format(as_double).datum.value.real == 1.0);
    CHECK(counter->cstatus() == Status::cstatus_valid_data);
    counter->supplied()->supply(u"", raw(1));
    CHECK(counter->cstatus() == Status::cstatus_valid_data);
    counter->supplied()->supply(u"", raw(2));
    CHECK(counter->cstatus() == Status::cstatus_new_data);
}

TEST_CASE("instances of a supplied wildcard counter have their own samples, in any case") {
    const auto counter = make(u"\\Object(*)\\Counter", calc::CounterType::perf_counter_counter);
    counter->supplied()->supply(u"b", raw(10, 0));
    counter->supplied()->supply(u"a", raw(1, 0));
    counter->supplied()->supply(u"B", raw(30, 1000));
    counter->supplied()->supply(u"A", raw(2, 1000));
    const auto formatted = counter->formatted_items(as_double);
    REQUIRE(formatted.has_value());
    const auto& items = formatted.value().items;
    REQUIRE(items.size() == 2);
    CHECK(items[0].name == u"a");
    CHECK(items[0].value.value.real == 1.0);
    CHECK(items[1].name == u"b");
    CHECK(items[1].value.value.real == 20.0);
    CHECK(counter->raw().sample.first == 2);
}

TEST_CASE("a supplied counter of one instance has its path's name, whatever a sample names") {
    const auto counter = make(u"\\Object(p/a#2)\\Counter", calc::CounterType::perf_counter_rawcount);
    counter->supplied()->supply(u"something else", raw(5));
    const auto items = counter->raw_items();
    REQUIRE(items.has_value());
    REQUIRE(items.value().size() == 1);
    CHECK(items.value()[0].name == u"p/a");
    CHECK(items.value()[0].value.sample.first == 5);
}

TEST_CASE("the default scale of a supplied counter is reported but not applied") {
    const auto counter = make(u"\\Object\\Counter", calc::CounterType::perf_counter_rawcount, 0, 3);
    counter->supplied()->supply(u"", raw(5));
    CHECK(counter->definition().default_scale == 3);
    CHECK(counter->format(as_double).datum.value.real == 5.0);
    counter->set_scale(1);
    CHECK(counter->format(as_double).datum.value.real == 50.0);
}

TEST_CASE("a supplied counter keeps the machine of its path, or else names this computer") {
    CHECK(make(u"\\\\far\\Object\\Counter", calc::CounterType::perf_counter_rawcount)->path().machine ==
          u"far");
    const auto local = make(u"\\Object\\Counter", calc::CounterType::perf_counter_rawcount);
    CHECK(local->path().machine == u"here");
    CHECK(local->query_user_data() == 7);
}

TEST_CASE("a supplied counter of a type without a formula is refused") {
    const auto parsed = path::parse_counter_path(u"\\Object\\Counter").value();
    const auto base = static_cast<std::uint32_t>(calc::CounterType::perf_sample_base);
    for (const std::uint32_t type : {base, std::uint32_t{0x12345678}}) {
        CHECK(make_supplied_counter(u"here", parsed, {.type = type}, context(0)).error() ==
              Status::function_not_found);
    }
}
