// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "add_counter.h"
#include "base/clock.h"
#include "base/manual_clock.h"
#include "base/trace.h"
#include "machine/fake_source.h"
#include "machine/resolve.h"
#include "model/snapshot.h"
#include "path/counter_path.h"
#include "query/collected_samples.h"
#include "query/column.h"
#include "query/counter.h"
#include "query/plan.h"
#include "query/query.h"
#include "query/samples.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using namespace pdh_shim;

using pdh_shim::Status;
using pdh_shim::path::CounterPath;
using pdh_shim::path::parse_counter_path;
using pdh_shim::query::CounterContext;
using pdh_shim::query::Query;
using pdh_shim::test::add_counter;
using pdh_shim::test::FakeDataSource;
using pdh_shim::test::FakeSource;

namespace calc = pdh_shim::calc;
namespace trace = pdh_shim::trace;

namespace {

constexpr std::uint32_t fmt_double = 0x200;
constexpr std::uint32_t fmt_noscale = 0x1000;

CounterPath path(std::u16string_view text) {
    return parse_counter_path(text).value();
}

// What is formatted without a lock, or nothing.
std::optional<calc::Formatted> format_again(const pdh_shim::query::Counter& counter, std::uint32_t format) {
    calc::Formatted formatted;
    return counter.read_formatted(format, formatted) ? std::optional(formatted) : std::nullopt;
}

std::shared_ptr<Query> make_query(CounterContext& counter_context, std::shared_ptr<FakeDataSource> source) {
    return std::make_shared<Query>(pdh_shim::system_clock(), counter_context, std::move(source),
        std::make_shared<pdh_shim::query::CollectedSamples>(), 0);
}

// A query over a fake source of its own.
struct Fixture {
    std::shared_ptr<pdh_shim::query::Counter> add(std::u16string_view text) {
        return counters.emplace_back(add_counter(*query, path(text)).value());
    }
    void collect(std::vector<pdh_shim::test::FakeInstance> instances) {
        source->set(std::move(instances));
        REQUIRE(query->collect().has_value());
    }

    CounterContext counter_context;
    std::shared_ptr<FakeSource> source = std::make_shared<FakeSource>();
    std::shared_ptr<Query> query = make_query(counter_context, std::make_shared<FakeDataSource>(source));
    std::vector<std::shared_ptr<pdh_shim::query::Counter>> counters; // the query does not keep them
};

} // namespace

TEST_CASE_FIXTURE(Fixture, "a rate is the change between the two newest collects") {
    const auto counter = add(u"\\Widget(a)\\Rate");
    collect({{u"a", 10}});
    collect({{u"a", 15}});
    collect({{u"a", 35}});
    const auto formatted = counter->format(fmt_double);
    CHECK(formatted.status == Status::success);
    CHECK(formatted.datum.value.real == 20.0);
}

TEST_CASE_FIXTURE(Fixture, "a counter added between two collects has one sample after the second") {
    const auto first = add(u"\\Widget(a)\\Rate");
    collect({{u"a", 10}});
    const auto second = add(u"\\Widget(a)\\Rate");
    collect({{u"a", 15}});
    CHECK(first->format(fmt_double).status == Status::success);
    CHECK(second->format(fmt_double).status == Status::invalid_data);
    collect({{u"a", 16}});
    CHECK(second->format(fmt_double).datum.value.real == 1.0);
}

TEST_CASE_FIXTURE(Fixture, "a counter reports a missing instance, and needs two samples when it returns") {
    add(u"\\Widget(b)\\Level");
    const auto counter = add(u"\\Widget(a)\\Rate");
    collect({{u"a", 10}, {u"b", 1}});
    collect({{u"b", 1}});
    CHECK(counter->raw().sample.cstatus == Status::cstatus_no_instance);
    CHECK(counter->format(fmt_double).datum.cstatus == Status::cstatus_no_instance);
    collect({{u"a", 20}, {u"b", 1}});
    CHECK(counter->format(fmt_double).status == Status::invalid_data);
    collect({{u"a", 21}, {u"b", 1}});
    CHECK(counter->format(fmt_double).datum.value.real == 1.0);
}

TEST_CASE_FIXTURE(Fixture, "a new instance of the same name is not compared with the old one") {
    const auto counter = add(u"\\Widget(a)\\Rate");
    collect({{u"a", 1000, 1}});
    collect({{u"a", 5, 2}});
    const auto formatted = counter->format(fmt_double);
    CHECK(formatted.status == Status::invalid_data);
    CHECK(formatted.datum.cstatus == Status::cstatus_invalid_data);
    collect({{u"a", 7, 2}});
    CHECK(counter->format(fmt_double).datum.value.real == 2.0);
}

TEST_CASE_FIXTURE(Fixture, "a value follows its instance when the rows move") {
    const auto counter = add(u"\\Widget(b)\\Rate");
    collect({{u"a", 1}, {u"b", 10}});
    collect({{u"x", 1}, {u"y", 1}, {u"b", 14}});
    CHECK(counter->format(fmt_double).datum.value.real == 4.0);
}

TEST_CASE_FIXTURE(Fixture, "a wildcard counter has an item for each match, duplicates side by side") {
    const auto counter = add(u"\\Widget(*)\\Level");
    collect({{u"a", 1}, {u"b", 2}, {u"a", 3}});
    const auto items = counter->raw_items().value();
    REQUIRE(items.size() == 3);
    CHECK(items[0].name == u"a");
    CHECK(items[0].value.sample.first == 1);
    CHECK(items[1].name == u"a");
    CHECK(items[1].value.sample.first == 3);
    CHECK(items[2].name == u"b");
}

TEST_CASE_FIXTURE(Fixture, "a new item has no value yet, while the others keep theirs") {
    const auto counter = add(u"\\Widget(*)\\Rate");
    collect({{u"a", 1}});
    CHECK(counter->formatted_items(fmt_double).value().status == Status::cstatus_invalid_data);
    collect({{u"a", 3}, {u"b", 100}});
    const auto items = counter->formatted_items(fmt_double).value().items;
    REQUIRE(items.size() == 2);
    CHECK(items[0].value.value.real == 2.0);
    CHECK(items[1].value.cstatus == Status::cstatus_no_instance);
    CHECK(items[1].value.value.real == 0.0);
}

TEST_CASE_FIXTURE(Fixture, "an item of a wildcard keeps its samples when it is renamed or renumbered") {
    const auto counter = add(u"\\Widget(*)\\Rate");
    const auto value = [&](std::size_t item) {
        return counter->formatted_items(fmt_double).value().items[item].value;
    };
    collect({{u"a", 10, 1}, {u"a", 20, 2}, {u"a", 30, 3}, {u"b", 40, 4}});
    collect({{u"a", 21, 2}, {u"a", 32, 3}, {u"c", 43, 4}, {u"z", 5, 9}});
    CHECK(value(0).value.real == 1.0);
    CHECK(value(1).value.real == 2.0);
    CHECK(value(2).value.real == 3.0);
    // Identities that two instances share say nothing, and names that another one has had neither.
    collect({{u"a", 1, 7}, {u"d", 2, 7}, {u"c", 3, 8}, {u"z", 6, 9}});
    CHECK(value(0).cstatus == Status::cstatus_invalid_data);
    CHECK(value(1).cstatus == Status::cstatus_no_instance);
    CHECK(value(2).cstatus == Status::cstatus_invalid_data);
    CHECK(value(3).value.real == 1.0);
}

TEST_CASE_FIXTURE(Fixture, "a query without counters has no data") {
    CHECK(query->collect().error() == Status::no_data);
    const auto counter = add(u"\\Widget(a)\\Rate");
    counter->leave_query();
    CHECK(query->collect().error() == Status::no_data);
    CHECK(query->collect_every(1, nullptr).error() == Status::no_data);
}

TEST_CASE_FIXTURE(Fixture, "a missing instance fails the collect only if no other counter is in the query") {
    add(u"\\Widget(missing)\\Rate");
    source->set({{u"a", 1}});
    CHECK(query->collect().error() == Status::no_data);
    add(u"\\Widget(missing too)\\Rate");
    CHECK(query->collect().has_value());
}

TEST_CASE_FIXTURE(Fixture, "a collect after the last sample changes no samples") {
    const auto counter = add(u"\\Widget(a)\\Rate");
    collect({{u"a", 1}});
    collect({{u"a", 2}});
    source->fail_with(Status::no_more_data);
    CHECK(query->collect().error() == Status::no_more_data);
    CHECK(counter->format(fmt_double).datum.value.real == 1.0);
}

TEST_CASE_FIXTURE(Fixture, "a source that fails makes its counters invalid and is tried again") {
    const auto counter = add(u"\\Widget(a)\\Level");
    collect({{u"a", 1}});
    source->fail_with(Status::access_denied);
    CHECK(query->collect().error() == Status::no_data);
    CHECK(counter->raw().sample.cstatus == Status::cstatus_invalid_data);
    source->fail_with(Status::success);
    collect({{u"a", 2}});
    CHECK(counter->raw().sample.first == 2);
}

TEST_CASE_FIXTURE(Fixture, "the log names the source and the object that cannot be read, once") {
    const pdh_shim::test::TemporaryFolder folder;
    const auto counter = add(u"\\Widget(a)\\Level");
    const auto another = add(u"\\Widget(b)\\Level"); // or the collect has no data
    REQUIRE(trace::configure(trace::Level::warning, folder.path("log")));
    const auto lines = [&folder] { return std::ranges::count(folder.read("log"), '\n'); };
    source->fail_with(Status::access_denied);
    CHECK(query->collect().has_value());
    CHECK(query->collect().has_value());
    CHECK(folder.read("log").find("fake: object Widget could not be read: PDH_ACCESS_DENIED") !=
          std::string::npos);
    CHECK(lines() == 1);
    source->fail_with(Status::success);
    CHECK(query->collect().has_value());
    source->fail_with(Status::access_denied);
    CHECK(query->collect().has_value());
    CHECK(lines() == 2);
    CHECK(trace::configure(trace::Level::off, ""));
}

TEST_CASE_FIXTURE(Fixture, "a source that runs out of memory changes nothing in the query") {
    const auto counter = add(u"\\Widget(a)\\Rate");
    add(u"\\Widget(b)\\Rate");
    collect({{u"a", 1}});
    collect({{u"a", 2}});
    source->fail_with(Status::memory_allocation_failure);
    CHECK(query->collect().error() == Status::memory_allocation_failure);
    CHECK(counter->format(fmt_double).datum.value.real == 1.0);
    source->fail_with(Status::success);
    collect({{u"a", 4}});
    CHECK(counter->format(fmt_double).datum.value.real == 2.0);
}

TEST_CASE_FIXTURE(Fixture, "the source is asked only for the columns and instances that counters need") {
    add(u"\\Widget(_Total)\\Rate");
    const auto level = add(u"\\Widget(a)\\Level");
    collect({{u"a", 1}});
    auto request = source->last_requests().at(0);
    CHECK(request.columns == std::vector<bool>{true, true, false});
    CHECK_FALSE(request.only_total);
    level->leave_query();
    collect({{u"_Total", 1}});
    request = source->last_requests().at(0);
    CHECK(request.columns == std::vector<bool>{true, false, false});
    CHECK(request.only_total);
}

TEST_CASE_FIXTURE(Fixture, "a counter is new data until its value has been formatted") {
    const auto counter = add(u"\\Widget(a)\\Level");
    CHECK(counter->cstatus() == Status::cstatus_item_not_validated);
    collect({{u"a", 1}});
    CHECK(counter->cstatus() == Status::cstatus_new_data);
    CHECK(counter->format(fmt_double).status == Status::success);
    CHECK(counter->cstatus() == Status::cstatus_valid_data);
    collect({{u"a", 1}});
    CHECK(counter->cstatus() == Status::cstatus_valid_data);
    collect({{u"a", 2}});
    CHECK(counter->cstatus() == Status::cstatus_new_data);
}

TEST_CASE_FIXTURE(Fixture, "a value is formatted again without a lock only while it is the newest") {
    const auto counter = add(u"\\Widget(a)\\Rate");
    CHECK_FALSE(format_again(*counter, fmt_double).has_value());
    collect({{u"a", 10}});
    collect({{u"a", 15}});
    CHECK_FALSE(format_again(*counter, fmt_double).has_value());
    const auto formatted = counter->format(fmt_double);
    CHECK(format_again(*counter, fmt_double) == formatted);
    CHECK_FALSE(format_again(*counter, fmt_double | fmt_noscale).has_value());
    CHECK(counter->format(0).status == Status::invalid_argument);
    CHECK(format_again(*counter, fmt_double) == formatted);
    collect({{u"a", 25}});
    CHECK_FALSE(format_again(*counter, fmt_double).has_value());
    CHECK(counter->raw().sample.first == 25); // takes the new sample, formats nothing
    CHECK_FALSE(format_again(*counter, fmt_double).has_value());
    CHECK(counter->format(fmt_double).datum.value.real == 10.0);
    CHECK(format_again(*counter, fmt_double)->datum.value.real == 10.0);
}

TEST_CASE_FIXTURE(Fixture, "no lock is held while samples of the caller's are read") {
    const auto counter = add(u"\\Widget(a)\\Level");
    int read = 0;
    const auto sample_at = [&](std::uint32_t) {
        counter->set_scale(0); // would wait for ever
        return calc::RawSample{.first = ++read};
    };
    const calc::Statistics statistics = counter->statistics(fmt_double, 0, 3, sample_at);
    CHECK(statistics.status == Status::success);
    CHECK(statistics.maximum.value.real == 30.0); // by the factor before
}

TEST_CASE_FIXTURE(Fixture, "a value that is formatted again follows the scale factor and the policy") {
    using pdh_shim::query::ScalePolicy;
    const auto counter = add(u"\\Widget(a)\\Level"); // default scale 1
    collect({{u"a", 3}});
    CHECK(counter->format(fmt_double).datum.value.real == 30.0);
    CHECK(format_again(*counter, fmt_double)->datum.value.real == 30.0);
    counter_context.scale_policy = ScalePolicy::ignore;
    CHECK_FALSE(format_again(*counter, fmt_double).has_value());
    CHECK(counter->format(fmt_double).datum.value.real == 3.0);
    CHECK(format_again(*counter, fmt_double)->datum.value.real == 3.0);
    counter_context.scale_policy = ScalePolicy::by_source;
    counter->set_scale(2);
    CHECK_FALSE(format_again(*counter, fmt_double).has_value());
    CHECK(counter->format(fmt_double).datum.value.real == 300.0);
    CHECK(format_again(*counter, fmt_double)->datum.value.real == 300.0);
}

TEST_CASE_FIXTURE(Fixture, "the default scale is in force until a factor is set") {
    const auto counter = add(u"\\Widget(a)\\Level");
    collect({{u"a", 7}});
    CHECK(counter->format(fmt_double).datum.value.real == 70.0);
    CHECK(counter->format(fmt_double | fmt_noscale).datum.value.real == 7.0);
    counter->set_scale(0);
    CHECK(counter->format(fmt_double).datum.value.real == 7.0);
    counter->set_scale(2);
    CHECK(counter->format(fmt_double).datum.value.real == 700.0);
}

TEST_CASE_FIXTURE(Fixture, "the scale policy overrides the source's") {
    const auto counter = add(u"\\Widget(a)\\Level");
    collect({{u"a", 7}});
    counter_context.scale_policy = pdh_shim::query::ScalePolicy::ignore;
    CHECK(counter->format(fmt_double).datum.value.real == 7.0);
    counter_context.scale_policy = pdh_shim::query::ScalePolicy::by_source;
    CHECK(counter->format(fmt_double).datum.value.real == 70.0);
}

TEST_CASE_FIXTURE(Fixture, "the log has a line for each collect, from the level debug on") {
    const pdh_shim::test::TemporaryFolder folder;
    using trace::Level;
    add(u"\\Widget(a)\\Level");
    for (const Level level : {Level::info, Level::debug}) {
        REQUIRE(trace::configure(level, folder.path("log")));
        collect({{u"a", 7}});
        CHECK(trace::configure(Level::off, ""));
        const bool is_told = folder.read("log").find(": 1 objects, ") != std::string::npos;
        CHECK(is_told == (level == Level::debug));
    }
}

TEST_CASE_FIXTURE(Fixture, "a counter that cannot be added returns the reason") {
    const auto status = [&](std::u16string_view text) { return query->make_counter(path(text), 0).error(); };
    CHECK(status(u"\\Gadget(a)\\Rate") == Status::cstatus_no_object);
    CHECK(status(u"\\Widget(a)\\Speed") == Status::cstatus_no_counter);
    CHECK(status(u"\\Widget(a)\\Base") == Status::function_not_found);
    CHECK(status(u"\\Widget\\Rate") == Status::cstatus_bad_countername);
    CHECK(status(u"\\\\elsewhere\\Widget(a)\\Rate") == Status::cstatus_no_machine);
}

TEST_CASE_FIXTURE(Fixture, "a counter keeps its last samples after its query is closed") {
    const auto counter = add(u"\\Widget(a)\\Rate");
    collect({{u"a", 1}});
    collect({{u"a", 2}});
    query = nullptr;
    CHECK(counter->format(fmt_double).datum.value.real == 1.0);
}

TEST_CASE_FIXTURE(Fixture, "a query has the counters of its own data source") {
    const auto counter = add(u"\\Widget(a)\\Level");
    const auto other_source = std::make_shared<FakeSource>();
    const auto other = make_query(counter_context, std::make_shared<FakeDataSource>(other_source));
    const auto others_counter = add_counter(*other, path(u"\\Widget(a)\\Level")).value();
    other_source->set({{u"a", 2}});
    REQUIRE(other->collect().has_value());
    collect({{u"a", 1}});
    CHECK(counter->raw().sample.first == 1);
    CHECK(others_counter->raw().sample.first == 2);
}

TEST_CASE_FIXTURE(Fixture, "a query looks for the machine of a path in its data source") {
    CHECK(query->make_counter(path(u"\\\\host\\Widget(a)\\Level"), 0).value()->path().machine == u"Host");
    const auto bare = std::make_shared<const pdh_shim::machine::Machine>(
        [] { return std::u16string(u"Bare"); }, std::vector<pdh_shim::machine::ActiveSource>{});
    const auto other = make_query(counter_context, std::make_shared<FakeDataSource>(bare));
    CHECK(other->make_counter(path(u"\\Widget(a)\\Level"), 0).error() == Status::cstatus_no_object);
}

using pdh_shim::ManualClock;
using pdh_shim::ticks_per_second;
using pdh_shim::query::Collector;

namespace {

// Counts collects, and lets a test wait for the next.
class Counting {
  public:
    void collect() {
        {
            const std::scoped_lock lock(mutex_);
            ++count_;
        }
        changed_.notify_all();
    }
    int wait_for(int count) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return count_ >= count; });
        return count_;
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int count_ = 0;
};

class CountingEvent final : public pdh_shim::platform::Event {
  public:
    explicit CountingEvent(std::shared_ptr<Counting> counting) : counting_(std::move(counting)) {}
    void set() noexcept override { counting_->collect(); }

  private:
    std::shared_ptr<Counting> counting_;
};

void wait_until_waiting(const ManualClock& clock) {
    while (clock.waiting() == 0) {
        std::this_thread::yield();
    }
}

} // namespace

TEST_CASE("the collector collects once in each interval and then sets the event") {
    ManualClock clock({});
    Counting collects;
    const auto events = std::make_shared<Counting>();
    const Collector collector(
        clock, 2, [&] { collects.collect(); }, std::make_unique<CountingEvent>(events));
    for (int i = 1; i <= 3; ++i) {
        wait_until_waiting(clock);
        clock.advance(2 * ticks_per_second);
        CHECK(collects.wait_for(i) == i);
        CHECK(events->wait_for(i) == i);
    }
}

TEST_CASE("the first interval begins when the collector is made, not when its thread runs") {
    for (int i = 0; i < 20; ++i) {
        ManualClock clock({});
        Counting collects;
        const Collector collector(
            clock, 1, [&] { collects.collect(); }, nullptr);
        clock.advance(ticks_per_second);
        CHECK(collects.wait_for(1) == 1);
    }
}

TEST_CASE("intervals that were missed are left out") {
    ManualClock clock({});
    Counting collects;
    const Collector collector(
        clock, 1, [&] { collects.collect(); }, nullptr);
    wait_until_waiting(clock);
    clock.advance(10 * ticks_per_second);
    collects.wait_for(2);
    wait_until_waiting(clock);
    CHECK(collects.wait_for(2) == 2);
}

TEST_CASE("the collector ends at once, whether or not its thread waits already") {
    ManualClock clock({});
    std::atomic<int> collects = 0;
    for (int i = 0; i < 20; ++i) {
        const Collector collector(
            clock, 1, [&] { ++collects; }, nullptr);
    }
    CHECK(collects == 0);
}

TEST_CASE("the name of an item begins with its parent, if it has one") {
    using pdh_shim::model::Instance;
    CHECK(pdh_shim::query::display_name(Instance{.name = u"a", .parent = {}}) == u"a");
    CHECK(pdh_shim::query::display_name(Instance{.name = u"0", .parent = u"java"}) == u"java/0");
    CHECK(pdh_shim::query::display_name(Instance{}).empty());
}

using model::InstanceSet;
using query::CollectedSamples;
using query::SampleSet;

namespace {

std::shared_ptr<const InstanceSet> set_of(const std::vector<std::pair<std::u16string, std::int64_t>>& rows) {
    std::vector<model::Instance> instances;
    for (const auto& [name, id] : rows) {
        instances.push_back({.name = name, .parent = {}, .unique_id = id});
    }
    return std::make_shared<const InstanceSet>(std::move(instances));
}

} // namespace

TEST_CASE("earlier rows of two sets are found once for all counters, until the next collect") {
    CollectedSamples samples;
    const auto older = set_of({{u"a", 1}, {u"b", 2}});
    const auto newer = set_of({{u"b", 2}, {u"a", 1}, {u"c", 3}});
    const auto rows = samples.earlier_rows(newer, older);
    CHECK((*rows)[0].row == 1);
    CHECK((*rows)[1].row == 0);
    CHECK_FALSE((*rows)[2].row);
    CHECK(samples.earlier_rows(newer, older) == rows);
    CHECK(samples.earlier_rows(older, newer) != rows);
    auto collected = std::make_shared<SampleSet>();
    collected->sequence = 1;
    samples.publish(collected);
    CHECK(rows.use_count() == 1); // nothing of them is left
    CHECK(samples.earlier_rows(newer, older) != rows);
}

using query::Column;
using test::FakeDataSource;
using test::FakeSource;

namespace {

/// The column of a counter of the fake source, with a clock of its own or, without ticks, with the source's.
std::shared_ptr<const Column> column_of(std::u16string_view counter, std::int64_t ticks = 0) {
    static query::CounterContext context;
    const auto source = std::make_shared<FakeSource>();
    auto catalogue = std::make_shared<model::Catalogue>(*source->catalogue());
    for (model::CounterDef& definition : catalogue->objects[0].counters) {
        definition.time_base = ticks;
    }
    source->publish(std::move(catalogue));
    const auto machine = FakeDataSource(source).machine(u"Host").value();
    const auto path = path::parse_counter_path(counter).value();
    return std::make_shared<const Column>(machine::resolve(machine, path).value(), 1,
        std::make_shared<query::CollectedSamples>(), query::QueryContext{context, nullptr, 7});
}

} // namespace

TEST_CASE("a column has the definition of its counter, and the type that this names") {
    const auto rate = column_of(u"\\Widget(a)\\Rate");
    CHECK(rate->definition.name == u"Rate");
    CHECK(rate->type.type == calc::CounterType::perf_counter_counter);
    CHECK(rate->found.name() == u"Rate");
    CHECK(&rate->definition == &rate->found.definition());
    CHECK(rate->part == 1);
    CHECK(rate->context.user_data == 7);
    CHECK(&rate->sequence == &rate->samples->sequence());
}

TEST_CASE("a rate is in ticks of its source's clock, or of its own") {
    CHECK(column_of(u"\\Widget(a)\\Rate")->time_base == 1000);
    CHECK(column_of(u"\\Widget(a)\\Rate", 77)->time_base == 77);
}

TEST_CASE("a value without relation to time has no ticks, whatever clock its counter has") {
    CHECK_FALSE(column_of(u"\\Widget(a)\\Level")->time_base.has_value());
    CHECK_FALSE(column_of(u"\\Widget(a)\\Level", 77)->time_base.has_value());
}

namespace {

/// Samples of which another one arrives whenever one has been read.
class OvertakenSamples final : public query::Samples {
  public:
    [[nodiscard]] const std::atomic<std::uint64_t>& sequence() const noexcept override { return sequence_; }
    [[nodiscard]] std::optional<query::SamplePair> newest(
        const query::Counter& /*counter*/, Cursor& /*cursor*/) override {
        query::SamplePair read;
        read.newer.sample.first = static_cast<std::int64_t>(sequence_++);
        return read;
    }
    [[nodiscard]] Result<std::vector<query::Item<query::SamplePair>>> items(
        const query::Counter& /*counter*/, Cursor& /*cursor*/) override {
        return Status::no_data;
    }

  private:
    std::atomic<std::uint64_t> sequence_{5};
};

} // namespace

TEST_CASE("what a counter read last is not the newest if a sample arrived while it was read") {
    query::CounterContext context;
    const auto machine = test::FakeDataSource(std::make_shared<test::FakeSource>()).machine(u"Host").value();
    const auto path = path::parse_counter_path(u"\\Widget(a)\\Level").value();
    const auto column = std::make_shared<const query::Column>(machine::resolve(machine, path).value(), 0,
        std::make_shared<OvertakenSamples>(),
        query::QueryContext{context, std::make_shared<query::Plan>(nullptr), 0});
    query::Counter counter(column, std::make_shared<const path::InstanceName>(*path.instance), path, 0);
    CHECK(counter.raw().sample.first == 5);
    query::Counter::LastRaw last;
    CHECK_FALSE(counter.read_raw(last));
    constexpr std::uint32_t fmt_large = 0x400;
    CHECK(counter.format(fmt_large).datum.cstatus == Status::cstatus_valid_data);
    calc::Formatted formatted;
    CHECK_FALSE(counter.read_formatted(fmt_large, formatted));
}
