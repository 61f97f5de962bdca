// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"
#include "base/text.h"
#include "base/trace.h"
#include "c_plugin.h"
#include "calc/counter_type.h"
#include "require_value.h"
#include "source/plugin/plugin_source.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using pdh_shim::Clock;
using pdh_shim::ManualClock;
using pdh_shim::Result;
using pdh_shim::Status;
using pdh_shim::to_code;
using pdh_shim::to_utf8;
using pdh_shim::calc::CounterType;
using namespace pdh_shim::model;
using pdh_shim::source::plugin::make_plugin_source;
using pdh_shim::test::require_value;

namespace trace = pdh_shim::trace;

namespace {

enum ObjectNumber : std::uint32_t { disk, memory };
enum DiskCounter : std::uint32_t { bytes, busy };

constexpr pdh_shim_counter make_counter(const char* name, CounterType type) {
    pdh_shim_counter counter{};
    counter.name = name;
    counter.type = static_cast<std::uint32_t>(type);
    return counter;
}

constexpr pdh_shim_counter disk_counters[] = {
    make_counter("Bytes", CounterType::perf_counter_large_rawcount),
    make_counter("Busy", CounterType::perf_100nsec_multi_timer),
};

// A plug-in whose functions a test chooses. It offers "Disk" with instances and a clock of its own, and
// "Memory" without both.
class TestPlugin {
  public:
    using Collect = std::function<std::int32_t(pdh_shim_writer* writer)>;

    TestPlugin() {
        source.size = sizeof source;
        source.version = PDH_SHIM_SOURCE_VERSION;
        source.name = "test";
        source.context = this;
        source.describe = [](void* context, pdh_shim_catalogue* catalogue) {
            auto& self = *static_cast<TestPlugin*>(context);
            catalogue->objects = self.objects_;
            catalogue->object_count = 2;
            catalogue->perf_freq = self.perf_freq;
            return self.describe_status;
        };
        source.collect = [](void* context, const pdh_shim_request* requests, std::uint32_t request_count,
                             pdh_shim_times* times, pdh_shim_writer* writer) {
            auto& self = *static_cast<TestPlugin*>(context);
            self.requests = {requests, requests + request_count};
            self.times = times;
            return self.collect(writer);
        };
        source.enumerate = [](void* context, std::uint32_t object, pdh_shim_writer* writer) {
            auto& self = *static_cast<TestPlugin*>(context);
            self.enumerated_object = object;
            return self.enumerate(writer);
        };
        source.close = [](void* context) { ++static_cast<TestPlugin*>(context)->closed; };
        objects_[disk].name = "Disk";
        objects_[disk].has_instances = 1;
        objects_[disk].counter_count = 2;
        objects_[disk].counters = disk_counters;
        objects_[disk].object_freq = 100;
        objects_[memory].name = "Memory";
        objects_[memory].counter_count = 1;
        objects_[memory].counters = disk_counters;
    }

    pdh_shim_source source{};
    Collect collect = [](pdh_shim_writer*) { return 0; };
    Collect enumerate = [](pdh_shim_writer*) { return 0; };
    std::int64_t perf_freq = 0;
    std::int32_t describe_status = 0;

    // What it was asked last.
    std::vector<pdh_shim_request> requests;
    pdh_shim_times* times = nullptr;
    std::uint32_t enumerated_object = 99;
    int closed = 0;

  private:
    pdh_shim_object objects_[2]{};
};

std::unique_ptr<Source> make(const pdh_shim_source& plugin, Clock& clock) {
    auto source = require_value(make_plugin_source(plugin, clock));
    source->set_added();
    return source;
}

// Plug-in, source, and a session that asks for everything: Disk is request 0, Memory request 1.
struct Fixture {
    ManualClock clock{pdh_shim::Instant{.perf_time = 5, .time_100ns = 6, .system_time = 7}};
    TestPlugin plugin;
    std::unique_ptr<Source> source;
    std::unique_ptr<Session> session;
    Snapshot snapshot;
    pdh_shim::Failure failure; // of the last collect

    Status collect() {
        if (source == nullptr) {
            source = make(plugin.source, clock);
        }
        if (session == nullptr) {
            session = source->open_session();
        }
        const std::vector<ObjectRequest> requests{{disk, {true, true, true}, false}, {memory, {true}, false}};
        snapshot.objects.resize(2);
        auto collected = session->collect(requests, snapshot);
        for (ObjectSnapshot& object : snapshot.objects) {
            object.publish(nullptr);
        }
        failure = collected ? pdh_shim::Failure() : std::move(collected).error();
        return failure.status();
    }

    Status collect(TestPlugin::Collect function) {
        plugin.collect = std::move(function);
        return collect();
    }
};

std::string instance_text(const ObjectSnapshot& object) {
    std::string text;
    for (const Instance& instance : object.instances()->instances()) {
        text += to_utf8(instance.parent).value() + "/" + to_utf8(instance.name).value() + ":" +
                std::to_string(instance.unique_id) + " ";
    }
    return text;
}

std::string enumerated(Source& source, std::uint32_t object) {
    ObjectSnapshot rows;
    REQUIRE(source.enumerate(object, rows).has_value());
    rows.publish(nullptr);
    return instance_text(rows);
}

void begin_disk(pdh_shim_writer* writer) {
    writer->begin(writer, 0);
    writer->set_object_time(writer, 42);
}

std::uint32_t add(pdh_shim_writer* writer, const char* name) {
    return writer->add_instance(writer, name, nullptr, PDH_SHIM_NO_ID);
}

} // namespace

TEST_CASE("a plug-in in C offers its objects and values") {
    ManualClock clock{{}};
    const auto source = make(c_plugin, clock);
    const auto catalogue = source->catalogue();
    REQUIRE(catalogue->objects.size() == 2);
    CHECK(to_utf8(catalogue->objects[1].name).value() == "Worker");
    CHECK(catalogue->objects[1].counters[0].base == 1);
    Snapshot snapshot;
    snapshot.objects.resize(2);
    const std::vector<ObjectRequest> requests{{1, {true, true}, false}, {0, {true}, false}};
    REQUIRE(source->open_session()->collect(requests, snapshot).has_value());
    CHECK(snapshot.objects[0].cell(1, 0) == 20);
    CHECK(snapshot.objects[0].cell(1, 1) == 100);
    CHECK(snapshot.objects[1].cell(0, 0) == 7);
    CHECK(enumerated(*source, 1) == "/one:-1 /two:-1 ");
}

TEST_CASE("the snapshot has the values that a plug-in writes") {
    Fixture fixture;
    const Status status = fixture.collect([](pdh_shim_writer* writer) {
        CHECK(writer->size == sizeof(pdh_shim_writer));
        writer->begin(writer, 1);
        writer->set(writer, 0, 0, -5);
        begin_disk(writer);
        CHECK(add(writer, "sda") == 0);
        CHECK(writer->add_instance(writer, "sda", "\xC3\x84", 77) == 1);
        writer->set(writer, 1, bytes, INT64_MAX);
        writer->set(writer, 0, busy, 3);
        writer->set_multi(writer, 0, busy, 4);
        writer->set_invalid(writer, 0, bytes);
        return 0;
    });
    CHECK(status == Status::success);
    const ObjectSnapshot& disks = fixture.snapshot.objects[0];
    CHECK(instance_text(disks) == "/sda:-1 \xC3\x84/sda:77 ");
    CHECK(disks.status() == Status::success);
    CHECK(disks.cell(1, bytes) == INT64_MAX);
    CHECK(disks.cell(0, busy) == 3);
    CHECK(disks.cell(1, busy) == 0);
    CHECK(!disks.is_valid(0, bytes));
    CHECK(disks.is_valid(1, bytes));
    const std::uint32_t multi = fixture.source->catalogue()->objects[disk].counters[busy].multi;
    CHECK(disks.cell(0, multi) == 4);
    CHECK(disks.cell(1, multi) == 1);
    CHECK(disks.object_time() == 42);
    CHECK(fixture.snapshot.objects[1].cell(0, 0) == -5);
}

TEST_CASE("a plug-in learns which counters are needed") {
    Fixture fixture;
    fixture.source = make(fixture.plugin.source, fixture.clock);
    Snapshot snapshot;
    snapshot.objects.resize(2);
    const auto session = fixture.source->open_session();
    std::vector<std::vector<int>> wanted;
    fixture.plugin.collect = [&](pdh_shim_writer*) {
        for (const pdh_shim_request& request : fixture.plugin.requests) {
            wanted.emplace_back(request.wanted, request.wanted + (request.object == disk ? 2 : 1));
        }
        return 0;
    };
    const std::vector<ObjectRequest> requests{{memory, {true}, false}, {disk, {false, true, true}, true}};
    REQUIRE(session->collect(requests, snapshot).has_value());
    REQUIRE(fixture.plugin.requests.size() == 2);
    CHECK(fixture.plugin.requests[0].object == memory);
    CHECK(fixture.plugin.requests[0].only_total == 0);
    CHECK(fixture.plugin.requests[1].object == disk);
    CHECK(fixture.plugin.requests[1].only_total == 1);
    CHECK(wanted == std::vector<std::vector<int>>{{1}, {0, 1}});
}

TEST_CASE("samples have the library's clock unless the plug-in sets another") {
    Fixture fixture;
    const pdh_shim::Instant now = fixture.clock.now();
    CHECK(fixture.collect() == Status::success);
    CHECK(fixture.snapshot.perf_time == now.perf_time);
    CHECK(fixture.snapshot.time_100ns == now.time_100ns);
    CHECK(fixture.snapshot.system_time == now.system_time);
    const Status status = fixture.collect([&](pdh_shim_writer*) {
        *fixture.plugin.times = {.perf_time = 1, .time_100ns = 2, .system_time = 3};
        return 0;
    });
    CHECK(status == Status::success);
    CHECK(fixture.snapshot.perf_time == 1);
    CHECK(fixture.snapshot.time_100ns == 2);
    CHECK(fixture.snapshot.system_time == 3);
}

TEST_CASE("the clock of an object without one is PerfTime") {
    Fixture fixture;
    const Status status = fixture.collect([&](pdh_shim_writer* writer) {
        fixture.plugin.times->perf_time = 123;
        writer->begin(writer, 1);
        return 0;
    });
    CHECK(status == Status::success);
    CHECK(fixture.snapshot.objects[1].object_time() == 123);
}

TEST_CASE("an object that is not begun has no valid data") {
    Fixture fixture;
    const Status status = fixture.collect([](pdh_shim_writer* writer) {
        begin_disk(writer);
        add(writer, "sda");
        return 0;
    });
    CHECK(status == Status::success);
    CHECK(fixture.snapshot.objects[0].status() == Status::success);
    CHECK(fixture.snapshot.objects[1].status() == Status::cstatus_invalid_data);
    CHECK(fixture.snapshot.objects[1].rows() == 1);
}

TEST_CASE("an object begun twice starts anew") {
    Fixture fixture;
    const Status status = fixture.collect([](pdh_shim_writer* writer) {
        begin_disk(writer);
        add(writer, "sda");
        begin_disk(writer);
        add(writer, "sdb");
        return 0;
    });
    CHECK(status == Status::success);
    CHECK(instance_text(fixture.snapshot.objects[0]) == "/sdb:-1 ");
}

TEST_CASE("a plug-in's errors of PDH are passed on, and others are invalid data") {
    struct Row {
        std::int32_t returned;
        Status status;
    };
    const Row rows[] = {
        {0, Status::success},
        {to_code(Status::no_more_data), Status::no_more_data},
        {to_code(Status::access_denied), Status::access_denied},
        {-1, Status::invalid_data},
        {1, Status::invalid_data},
        {5, Status::invalid_data},
    };
    for (const Row& row : rows) {
        CAPTURE(row.returned);
        Fixture fixture;
        CHECK(fixture.collect([&](pdh_shim_writer*) { return row.returned; }) == row.status);
        fixture.plugin.enumerate = [&](pdh_shim_writer*) { return row.returned; };
        ObjectSnapshot rows_of_disk;
        const auto listed = fixture.source->enumerate(disk, rows_of_disk);
        CHECK((listed ? Status::success : listed.error().status()) == row.status);
    }
}

TEST_CASE("the plug-in enumerates the instances") {
    Fixture fixture;
    fixture.plugin.enumerate = [](pdh_shim_writer* writer) {
        add(writer, "sda");
        writer->add_instance(writer, "sda1", "sda", 3);
        return 0;
    };
    const auto source = make(fixture.plugin.source, fixture.clock);
    CHECK(enumerated(*source, disk) == "/sda:-1 sda/sda1:3 ");
    CHECK(fixture.plugin.enumerated_object == disk);
}

TEST_CASE("without enumerate, a collect that wants no counter has the instances") {
    Fixture fixture;
    fixture.plugin.source.enumerate = nullptr;
    fixture.plugin.collect = [&](pdh_shim_writer* writer) {
        REQUIRE(fixture.plugin.requests.size() == 1);
        CHECK(fixture.plugin.requests[0].object == disk);
        CHECK(fixture.plugin.requests[0].wanted[bytes] == 0);
        CHECK(fixture.plugin.requests[0].wanted[busy] == 0);
        begin_disk(writer);
        add(writer, "sdc");
        return 0;
    };
    const auto source = make(fixture.plugin.source, fixture.clock);
    CHECK(enumerated(*source, disk) == "/sdc:-1 ");
}

TEST_CASE("a plug-in is not asked for the instances of an object that has none") {
    Fixture fixture;
    const auto source = make(fixture.plugin.source, fixture.clock);
    CHECK(enumerated(*source, memory) == "/:-1 ");
    CHECK(fixture.plugin.enumerated_object == 99);
}

TEST_CASE("a collect that breaks a rule is invalid data, and the next one may be good") {
    struct Row {
        std::string_view rule;
        std::function<void(pdh_shim_writer*)> breaks;
    };
    const Row rows[] = {
        {"request", [](pdh_shim_writer* w) { w->begin(w, 2); }},
        {"instance before begin", [](pdh_shim_writer* w) { CHECK(add(w, "x") == 0); }},
        {"value before begin", [](pdh_shim_writer* w) { w->set(w, 0, 0, 1); }},
        {"clock before begin", [](pdh_shim_writer* w) { w->set_object_time(w, 1); }},
        {"clock missing", [](pdh_shim_writer* w) { w->begin(w, 0); }},
        {"clock of an object without",
            [](pdh_shim_writer* w) {
                w->begin(w, 1);
                w->set_object_time(w, 1);
            }},
        {"instance of an object without",
            [](pdh_shim_writer* w) {
                w->begin(w, 1);
                add(w, "x");
            }},
        {"name NULL",
            [](pdh_shim_writer* w) {
                begin_disk(w);
                add(w, nullptr);
            }},
        {"name empty",
            [](pdh_shim_writer* w) {
                begin_disk(w);
                add(w, "");
            }},
        {"name ill-formed",
            [](pdh_shim_writer* w) {
                begin_disk(w);
                add(w, "\xC0\x80");
            }},
        {"parent ill-formed",
            [](pdh_shim_writer* w) {
                begin_disk(w);
                w->add_instance(w, "x", "\xFF", PDH_SHIM_NO_ID);
            }},
        {"id negative",
            [](pdh_shim_writer* w) {
                begin_disk(w);
                w->add_instance(w, "x", nullptr, -2);
            }},
        {"row",
            [](pdh_shim_writer* w) {
                begin_disk(w);
                w->set(w, 0, 0, 1);
            }},
        {"counter",
            [](pdh_shim_writer* w) {
                begin_disk(w);
                w->set(w, add(w, "x"), 2, 1);
            }},
        {"row of an invalid value",
            [](pdh_shim_writer* w) {
                begin_disk(w);
                w->set_invalid(w, 1, 0);
            }},
        {"row of a multi count",
            [](pdh_shim_writer* w) {
                begin_disk(w);
                w->set_multi(w, UINT32_MAX, busy, 1);
            }},
        {"multi count of a type without",
            [](pdh_shim_writer* w) {
                begin_disk(w);
                w->set_multi(w, add(w, "x"), bytes, 1);
            }},
    };
    for (const Row& row : rows) {
        CAPTURE(row.rule);
        Fixture fixture;
        const Status broken = fixture.collect([&](pdh_shim_writer* writer) {
            row.breaks(writer);
            return 0;
        });
        CHECK(broken == Status::invalid_data);
        const Status good = fixture.collect([](pdh_shim_writer* writer) {
            begin_disk(writer);
            writer->set(writer, add(writer, "x"), bytes, 1);
            return 0;
        });
        CHECK(good == Status::success);
        CHECK(fixture.snapshot.objects[0].cell(0, bytes) == 1);
    }
}

TEST_CASE("the log names the source and the object of a mistake, once while it lasts") {
    const pdh_shim::test::TemporaryFolder folder;
    REQUIRE(trace::configure(trace::Level::error, folder.path("log")));
    Fixture fixture;
    pdh_shim::FailureLog failures;
    const std::vector<ObjectRequest> requests{{disk, {true, true, true}, false}};
    for (int collect = 0; collect < 2; ++collect) {
        const Status status = fixture.collect([](pdh_shim_writer* writer) {
            begin_disk(writer);
            writer->set(writer, 0, 0, 1);
            return 0;
        });
        CHECK(status == Status::invalid_data);
        pdh_shim::model::report_unread(failures, 0, *fixture.source, requests, std::move(fixture.failure));
    }
    CHECK(trace::configure(trace::Level::off, ""));
    const std::string log = folder.read("log");
    CHECK(log.find("source test: object Disk: a value was set for row 0 of 0, counter 0 of 2") !=
          std::string::npos);
    CHECK(std::ranges::count(log, '\n') == 1);
}

TEST_CASE("a plug-in with its own clock that throws before it sets it has no valid data") {
    Fixture fixture;
    fixture.plugin.perf_freq = 100;
    const auto throws = [](pdh_shim_writer* writer) -> std::int32_t {
        begin_disk(writer);
        writer->begin(writer, 1);
        throw 42;
    };
    CHECK(fixture.collect(throws) == Status::success);
    CHECK(fixture.snapshot.objects[0].status() == Status::cstatus_invalid_data);
    const auto sets_clock = [&](pdh_shim_writer* writer) {
        fixture.plugin.times->perf_time = 100;
        return throws(writer);
    };
    CHECK(fixture.collect(sets_clock) == Status::success);
    CHECK(fixture.snapshot.objects[0].status() == Status::success);
    CHECK(fixture.snapshot.objects[1].status() == Status::cstatus_invalid_data);
}

TEST_CASE("after a mistake a plug-in's calls do nothing more") {
    Fixture fixture;
    const Status status = fixture.collect([](pdh_shim_writer* writer) {
        begin_disk(writer);
        add(writer, "sda");
        writer->set(writer, 7, 0, 1);
        CHECK(add(writer, "sdb") == 0);
        return 0;
    });
    CHECK(status == Status::invalid_data);
    CHECK(fixture.snapshot.objects[0].rows() == 1);
}

TEST_CASE("a writer that is NULL does nothing") {
    Fixture fixture;
    const Status status = fixture.collect([](pdh_shim_writer* writer) {
        writer->begin(nullptr, 0);
        return 0;
    });
    CHECK(status == Status::success);
}

TEST_CASE("instances enumerated against the rules are invalid data") {
    Fixture fixture;
    fixture.plugin.enumerate = [](pdh_shim_writer* writer) {
        add(writer, "");
        return 0;
    };
    const auto source = make(fixture.plugin.source, fixture.clock);
    ObjectSnapshot rows;
    CHECK(source->enumerate(disk, rows).error().status() == Status::invalid_data);
}

TEST_CASE("a structure that is not a source is refused, and not closed") {
    struct Row {
        std::string_view error;
        Status status;
        std::function<void(TestPlugin&)> breaks;
    };
    const Row rows[] = {
        {"its size or version is not known", Status::invalid_argument,
            [](TestPlugin& p) { p.source.size = sizeof(pdh_shim_source) - 1; }},
        {"its size or version is not known", Status::invalid_argument,
            [](TestPlugin& p) { p.source.size = 0; }},
        {"its size or version is not known", Status::invalid_argument,
            [](TestPlugin& p) { p.source.version = 2; }},
        {"it has no name in UTF-8", Status::invalid_argument, [](TestPlugin& p) { p.source.name = nullptr; }},
        {"it has no name in UTF-8", Status::invalid_argument, [](TestPlugin& p) { p.source.name = ""; }},
        {"it has no name in UTF-8", Status::invalid_argument, [](TestPlugin& p) { p.source.name = "\xFF"; }},
        {"describe or collect is NULL", Status::invalid_argument,
            [](TestPlugin& p) { p.source.describe = nullptr; }},
        {"describe or collect is NULL", Status::invalid_argument,
            [](TestPlugin& p) { p.source.collect = nullptr; }},
        {"source test: describe failed", Status::access_denied,
            [](TestPlugin& p) { p.describe_status = to_code(Status::access_denied); }},
        {"source test: describe failed", Status::invalid_data, [](TestPlugin& p) { p.describe_status = 1; }},
        {"source test: a frequency is negative", Status::invalid_data,
            [](TestPlugin& p) { p.perf_freq = -1; }},
    };
    for (const Row& row : rows) {
        CAPTURE(row.error);
        ManualClock clock{{}};
        TestPlugin plugin;
        row.breaks(plugin);
        const auto source = make_plugin_source(plugin.source, clock);
        REQUIRE_FALSE(source.has_value());
        CHECK(source.error().status() == row.status);
        CHECK(source.error().message() == row.error);
        CHECK(plugin.closed == 0);
    }
}

TEST_CASE("a source of a newer header with more functions is taken") {
    Fixture fixture;
    fixture.plugin.source.size += 64;
    CHECK(fixture.collect() == Status::success);
}

TEST_CASE("a plug-in is closed once, when its source and all sessions are gone") {
    Fixture fixture;
    CHECK(fixture.collect() == Status::success);
    auto catalogue = fixture.source->catalogue();
    fixture.source.reset();
    CHECK(fixture.plugin.closed == 0);
    fixture.session.reset();
    CHECK(fixture.plugin.closed == 0);
    catalogue.reset();
    CHECK(fixture.plugin.closed == 1);
}

TEST_CASE("a plug-in that could not be added is not closed") {
    Fixture fixture;
    REQUIRE(make_plugin_source(fixture.plugin.source, fixture.clock).has_value());
    CHECK(fixture.plugin.closed == 0);
}

TEST_CASE("a plug-in needs no close") {
    Fixture fixture;
    fixture.plugin.source.close = nullptr;
    CHECK(fixture.collect() == Status::success);
    fixture.source.reset();
    fixture.session.reset();
    CHECK(fixture.plugin.closed == 0);
}

TEST_CASE("a plug-in is never called from two threads at the same time") {
    Fixture fixture;
    std::atomic<int> inside{0};
    std::atomic<int> overlaps{0};
    const auto enter = [&](pdh_shim_writer*) {
        overlaps += inside.fetch_add(1) != 0 ? 1 : 0;
        std::this_thread::yield();
        inside.fetch_sub(1);
        return 0;
    };
    fixture.plugin.collect = enter;
    fixture.plugin.enumerate = enter;
    const auto source = make(fixture.plugin.source, fixture.clock);
    constexpr std::size_t thread_count = 4;
    std::vector<std::thread> threads;
    threads.reserve(thread_count);
    for (std::size_t i = 0; i < thread_count; ++i) {
        threads.emplace_back([&] {
            const auto session = source->open_session();
            Snapshot snapshot;
            snapshot.objects.resize(1);
            const std::vector<ObjectRequest> requests{{memory, {true}, false}};
            for (int round = 0; round < 200; ++round) {
                ObjectSnapshot rows;
                CHECK(session->collect(requests, snapshot).has_value());
                CHECK(source->enumerate(disk, rows).has_value());
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(overlaps == 0);
}
