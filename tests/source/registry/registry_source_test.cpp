// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"
#include "base/trace.h"
#include "block/key_search.h"
#include "block/layout.h"
#include "fake_key.h"
#include "require_value.h"
#include "source/registry/registry_source.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace pdh_shim;
using namespace pdh_shim::model;
using namespace pdh_shim::block;
using namespace pdh_shim::source::registry;

namespace {

TestObject image() {
    return object_of(definition_of(5200, Instances::none, {raw_count}), {{u"", {3}}});
}

/// A source of a registry with a widget, a gadget and the costly image.
class Fixture {
  public:
    Fixture() {
        registry->objects = {widget({{u"a", {1}}, {u"b", {2}}}), gadget(7)};
        registry->costly = {image()};
        registry->names = multi_string({u"5000", u"Widget", u"5002", u"Items", u"5200", u"Image"});
        registry->perf_time = 40;
    }

    Source& start() {
        source = test::require_value(make_registry_source(std::make_unique<FakeKey>(registry), clock));
        return *source;
    }

    std::shared_ptr<FakeRegistry> registry = std::make_shared<FakeRegistry>();
    ManualClock standard{Instant{.perf_time = 1, .time_100ns = 2, .system_time = 3}};
    SwitchableClock clock{standard};
    std::unique_ptr<Source> source;
};

/// Collects objects by their positions, all columns of them.
Snapshot collect(Source& source, Session& session, const std::vector<std::uint32_t>& objects) {
    const auto catalogue = source.catalogue();
    std::vector<ObjectRequest> requests;
    for (const std::uint32_t object : objects) {
        requests.push_back({.object = object,
            .columns = std::vector<bool>(catalogue->objects[object].columns, true),
            .only_total = false});
    }
    Snapshot snapshot;
    snapshot.objects.resize(requests.size());
    CHECK(session.collect(requests, snapshot).has_value());
    for (ObjectSnapshot& object : snapshot.objects) {
        object.publish(nullptr);
    }
    return snapshot;
}

/// What is logged while it lives.
class Log : boost::noncopyable {
  public:
    Log() { REQUIRE(trace::configure(trace::Level::error, file_)); }
    ~Log() {
        trace::configure(trace::Level::off, {});
        std::error_code ignored;
        std::filesystem::remove(file_, ignored);
    }

    [[nodiscard]] std::size_t lines() const {
        std::ifstream file(file_);
        return static_cast<std::size_t>(
            std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n'));
    }

  private:
    const std::string file_ = (std::filesystem::current_path() / "registry_source_test.log").string();
};

constexpr std::uint32_t widgets = 0; // positions in the catalogue
constexpr std::uint32_t gadgets = 1;

constexpr std::int64_t discovery_interval = KeySearch::discovery_interval;
using Values = std::vector<std::u16string>;

} // namespace

TEST_CASE("the catalogue has the objects of Global, under the registry's names") {
    Fixture fixture;
    const auto catalogue = fixture.start().catalogue();
    REQUIRE(catalogue->objects.size() == 2);
    CHECK(catalogue->objects[widgets].name == u"Widget");
    CHECK(catalogue->objects[widgets].counters[0].name == u"Items");
    CHECK(catalogue->objects[gadgets].name == u"#5100");
    CHECK(catalogue->perf_freq == 1000);
    CHECK_FALSE(catalogue->default_scale_applies);
    CHECK(fixture.source->catalogue() == catalogue);
    CHECK(fixture.registry->queries == Values{u"238", u"Global"});
}

TEST_CASE("an object is found by its number in the titles; Costly is never asked for") {
    Fixture fixture;
    Source& source = fixture.start();
    fixture.registry->queries.clear();
    for (const std::u16string_view name : {u"Image", u"image", u"5200", u"#5200"}) {
        const auto found = source.catalogue_for(name, u"");
        REQUIRE(found->objects.size() == 1);
        CHECK(found->objects[0].title_index == 5200);
    }
    CHECK(source.catalogue_for(u"Image", u"#2")->objects.size() == 1);
    CHECK(fixture.registry->queries == Values{u"5200", u"5200", u"5200"}); // #5200 is not its name

    CHECK(source.catalogue_for(u"#5100", u"")->objects.size() == 2);
    CHECK(source.catalogue_for(u"Nobody's", u"")->objects.size() == 2);
    CHECK(source.catalogue_for(u"", u"")->objects.size() == 2);
    CHECK(fixture.registry->queries.back() == u"5100");
}

TEST_CASE("a name that appears later is found once the titles are ten seconds old") {
    Fixture fixture;
    Source& source = fixture.start();
    CHECK(source.catalogue_for(u"New", u"")->objects.empty());
    fixture.registry->objects.push_back(
        object_of(definition_of(5300, Instances::none, {raw_count}), {{u"", {9}}}));
    fixture.registry->names = multi_string({u"5300", u"New"});
    const int reads = fixture.registry->title_reads;
    fixture.standard.advance(discovery_interval - 1);
    CHECK(source.catalogue_for(u"New", u"")->objects.empty());
    CHECK(fixture.registry->title_reads == reads);
    fixture.standard.advance(1);
    CHECK(source.catalogue_for(u"New", u"")->objects.size() == 1);
}

TEST_CASE("a collect asks only for the objects that it needs") {
    Fixture fixture;
    Source& source = fixture.start();
    const auto session = source.open_session();
    static_cast<void>(source.catalogue());
    fixture.registry->queries.clear();
    const Snapshot snapshot = collect(source, *session, {gadgets, widgets});
    CHECK(fixture.registry->queries == Values{u"5100 5000"});
    CHECK(snapshot.perf_time == 40);
    CHECK(snapshot.time_100ns == 7);
    CHECK(snapshot.objects[0].cell(0, 0) == 7);
    REQUIRE(snapshot.objects[1].rows() == 2);
    CHECK(snapshot.objects[1].instances()->instances()[1].name == u"b");
    CHECK(snapshot.objects[1].cell(1, 0) == 2);
}

TEST_CASE("a costly object is collected by its index when one of its counters is needed") {
    Fixture fixture;
    Source& source = fixture.start();
    const auto session = source.open_session();
    static_cast<void>(source.catalogue_for(u"Image", u""));
    CHECK(collect(source, *session, {0}).objects[0].cell(0, 0) == 3);
    CHECK(fixture.registry->queries.back() == u"5200");
}

TEST_CASE("a collect without counters asks for nothing") {
    Fixture fixture;
    Source& source = fixture.start();
    const auto session = source.open_session();
    static_cast<void>(source.catalogue());
    fixture.registry->queries.clear();
    CHECK(collect(source, *session, {}).system_time == 3);
    CHECK(fixture.registry->queries.empty());
}

TEST_CASE("a block that has more than the first buffer holds is read") {
    Fixture fixture;
    std::vector<TestRow> rows;
    for (int i = 0; i < 3000; ++i) {
        rows.push_back({std::u16string(8, static_cast<char16_t>(0x4000 + i)), {i}});
    }
    fixture.registry->objects[0] = widget(rows);
    Source& source = fixture.start();
    const auto session = source.open_session();
    const Snapshot snapshot = collect(source, *session, {widgets});
    REQUIRE(snapshot.objects[0].rows() == rows.size());
    CHECK(snapshot.objects[0].cell(2999, 0) == 2999);
}

TEST_CASE("instances are enumerated as they are now") {
    Fixture fixture;
    Source& source = fixture.start();
    static_cast<void>(source.catalogue());
    fixture.registry->objects[0] = widget({{u"c", {1}}});
    ObjectSnapshot instances;
    REQUIRE(source.enumerate(widgets, instances).has_value());
    instances.publish(nullptr);
    REQUIRE(instances.rows() == 1);
    CHECK(instances.instances()->instances()[0].name == u"c");
}

TEST_CASE("objects that appear later are found, and the others keep their places") {
    Fixture fixture;
    Source& source = fixture.start();
    const auto before = source.catalogue();
    fixture.registry->objects.insert(fixture.registry->objects.begin(),
        object_of(definition_of(5300, Instances::none, {raw_count}), {{u"", {9}}}));
    fixture.registry->names = multi_string({u"5300", u"New"});
    fixture.standard.advance(discovery_interval - 1);
    CHECK(source.catalogue() == before);
    fixture.standard.advance(1);
    const auto after = source.catalogue();
    REQUIRE(after->objects.size() == 3);
    CHECK(after->objects[widgets].title_index == 5000);
    CHECK(after->objects[2].name == u"New");
    CHECK(fixture.registry->queries.back() == u"Global");

    const auto session = source.open_session();
    CHECK(collect(source, *session, {2}).objects[0].cell(0, 0) == 9);
}

TEST_CASE("a clock that is set back does not delay the next look for new objects") {
    Fixture fixture;
    Source& source = fixture.start();
    const auto before = source.catalogue();
    fixture.registry->objects.push_back(
        object_of(definition_of(5300, Instances::none, {raw_count}), {{u"", {9}}}));
    fixture.clock.use(std::make_shared<ManualClock>(Instant{}));
    CHECK(source.catalogue()->objects.size() == before->objects.size() + 1);
}

TEST_CASE("counters that an object gets later are there with the collect that brings them") {
    Fixture fixture;
    Source& source = fixture.start();
    const auto before = source.catalogue();
    fixture.registry->objects[1] =
        object_of(definition_of(5100, Instances::none, {raw_count, raw_count}), {{u"", {7, 8}}});
    const auto session = source.open_session();
    static_cast<void>(collect(source, *session, {gadgets}));
    CHECK(source.catalogue() != before);
    CHECK(source.catalogue()->objects[gadgets].counters.size() == 2);
    CHECK(collect(source, *session, {gadgets}).objects[0].cell(0, 1) == 8);
}

TEST_CASE("an object that is gone has no instances, or no data if it never has any") {
    Fixture fixture;
    Source& source = fixture.start();
    static_cast<void>(source.catalogue());
    fixture.registry->objects.clear();
    const auto session = source.open_session();
    const Snapshot snapshot = collect(source, *session, {widgets, gadgets});
    CHECK(snapshot.objects[0].rows() == 0);
    CHECK(snapshot.objects[0].status() == Status::success);
    CHECK(snapshot.objects[1].status() == Status::cstatus_invalid_data);
}

TEST_CASE("a malformed object has no valid data, others have theirs, the log says it once") {
    const auto broken_definition = [](const std::vector<std::byte>& block) {
        return with_u32(block, test_header + layout::object::definition_length, 0x10);
    };
    const auto broken_instance = [](const std::vector<std::byte>& block) {
        return with_u32(block, test_header + layout::object::size + layout::counter::size, 0x7FFFFFF0);
    };
    for (const auto& damage :
        {std::function<std::vector<std::byte>(const std::vector<std::byte>&)>(broken_definition),
            std::function<std::vector<std::byte>(const std::vector<std::byte>&)>(broken_instance)}) {
        Fixture fixture;
        Source& source = fixture.start();
        const auto session = source.open_session();
        static_cast<void>(source.catalogue());
        const auto good = block_of(fixture.registry->objects);
        fixture.registry->block = damage(good);
        const Log log;
        for (int i = 0; i < 3; ++i) {
            const Snapshot snapshot = collect(source, *session, {widgets, gadgets});
            CHECK(snapshot.objects[0].status() == Status::cstatus_invalid_data);
            CHECK(snapshot.objects[1].status() == Status::success);
            CHECK(snapshot.objects[1].cell(0, 0) == 7);
        }
        CHECK(log.lines() == 1);

        fixture.registry->block = good;
        CHECK(collect(source, *session, {widgets}).objects[0].rows() == 2);
        fixture.registry->block = damage(good);
        static_cast<void>(collect(source, *session, {widgets}));
        CHECK(log.lines() == 2);
    }
}

TEST_CASE("a malformed object at the start does not hide the other objects") {
    Fixture fixture;
    fixture.registry->block =
        with_u32(block_of(fixture.registry->objects), test_header + layout::object::definition_length, 0x10);
    const auto catalogue = fixture.start().catalogue();
    REQUIRE(catalogue->objects.size() == 1);
    CHECK(catalogue->objects[0].title_index == 5100);
}

TEST_CASE("a failed query or malformed block has no data, and the next collect recovers") {
    Fixture fixture;
    Source& source = fixture.start();
    const auto session = source.open_session();
    static_cast<void>(source.catalogue());
    const Log log;
    for (const bool is_block : {false, true}) {
        fixture.registry->error = is_block ? KeyAnswer::success : 5;
        fixture.registry->block = is_block ? std::optional(std::vector<std::byte>(200)) : std::nullopt;
        static_cast<void>(collect(source, *session, {widgets}));
        const Snapshot snapshot = collect(source, *session, {widgets, gadgets});
        CHECK(snapshot.perf_time == 1);
        CHECK(snapshot.objects[0].status() == Status::cstatus_invalid_data);
        CHECK(snapshot.objects[1].status() == Status::cstatus_invalid_data);
        fixture.registry->error = KeyAnswer::success;
        fixture.registry->block = std::nullopt;
        CHECK(collect(source, *session, {gadgets}).objects[0].cell(0, 0) == 7);
    }
    CHECK(log.lines() == 2);
}

TEST_CASE("a query for new objects that fails leaves the known ones") {
    Fixture fixture;
    Source& source = fixture.start();
    const auto before = source.catalogue();
    fixture.registry->error = 5;
    fixture.standard.advance(discovery_interval);
    CHECK(source.catalogue() == before);
}

TEST_CASE("a registry that cannot be queried, or gives no block, is refused with the reason") {
    struct Case {
        std::uint32_t error;
        std::optional<std::vector<std::byte>> block;
        std::string told;
    };
    const std::vector<Case> cases = {
        {5, std::nullopt, "registry: the performance data cannot be read: error 5"},
        {0, std::vector<std::byte>(4), "registry: the performance data is malformed: byte "},
    };
    for (const Case& item : cases) {
        Fixture fixture;
        fixture.registry->error = item.error;
        fixture.registry->block = item.block;
        const auto made = make_registry_source(std::make_unique<FakeKey>(fixture.registry), fixture.clock);
        REQUIRE_FALSE(made.has_value());
        CHECK(made.error().status() == Status::invalid_datasource);
        CHECK(made.error().message().substr(0, item.told.size()) == item.told);
    }
}

TEST_CASE("a registry has the machine's objects, only others (Wine), or nothing readable") {
    Fixture fixture;
    FakeKey key(fixture.registry);
    CHECK(look_at(key) == Contents::others);
    CHECK(fixture.registry->queries == Values{u"238"});
    CHECK(fixture.registry->closes == 1);
    fixture.registry->objects.push_back(
        object_of(definition_of(238, Instances::none, {raw_count}), {{u"", {9}}}));
    CHECK(look_at(key) == Contents::machine);
    fixture.registry->error = 5;
    CHECK(look_at(key) == Contents::nothing);
}

TEST_CASE("the key is closed after the last session, and after a look without a session") {
    Fixture fixture;
    Source& source = fixture.start();
    CHECK(fixture.registry->closes == 1);
    static_cast<void>(source.catalogue());
    CHECK(fixture.registry->closes == 2);
    auto first = source.open_session();
    auto second = source.open_session();
    ObjectSnapshot instances;
    REQUIRE(source.enumerate(widgets, instances).has_value());
    static_cast<void>(collect(source, *first, {widgets}));
    first.reset();
    CHECK(fixture.registry->closes == 2);
    static_cast<void>(collect(source, *second, {widgets}));
    second.reset();
    CHECK(fixture.registry->closes == 3);
    REQUIRE(source.enumerate(widgets, instances).has_value());
    CHECK(fixture.registry->closes == 4);
}

TEST_CASE("a session outlives its source") {
    Fixture fixture;
    Source& source = fixture.start();
    const auto session = source.open_session();
    const ObjectRequest request{.object = gadgets, .columns = {true}, .only_total = false};
    static_cast<void>(source.catalogue());
    fixture.source.reset();
    Snapshot snapshot;
    snapshot.objects.resize(1);
    REQUIRE(session->collect({&request, 1}, snapshot).has_value());
    CHECK(snapshot.objects[0].cell(0, 0) == 7);
}
