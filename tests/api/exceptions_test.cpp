// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What a program's own source throws: the other objects have their values, and the log says who threw what.
#include "own_source.h"
#include "temporary_folder.h"

#include <pdh.h>
#include <pdh_shim/control.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <atomic>
#include <functional>
#include <new>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

using pdh_shim::test::TemporaryFolder;

namespace {

using Throw = std::function<void()>;

pdh_shim_counter level() {
    pdh_shim_counter counter{};
    counter.name = "Level";
    counter.type = PERF_COUNTER_RAWCOUNT;
    return counter;
}

const pdh_shim_counter level_counter = level();

pdh_shim_object object_of(const char* name, bool has_instances) {
    pdh_shim_object object{};
    object.name = name;
    object.has_instances = has_instances ? 1 : 0;
    object.counter_count = 1;
    object.counters = &level_counter;
    return object;
}

// The log of the library, from here to read().
class Log : boost::noncopyable {
  public:
    Log() { REQUIRE(pdh_shim_set_log("warning", folder_.path("log").c_str()) == ERROR_SUCCESS); }
    ~Log() { pdh_shim_set_log("off", nullptr); }

    [[nodiscard]] std::string read() const { return folder_.read("log"); }
    [[nodiscard]] int count(std::string_view text) const {
        const std::string log = read();
        int found = 0;
        for (std::size_t at = log.find(text); at != std::string::npos; at = log.find(text, at + 1)) {
            ++found;
        }
        return found;
    }

  private:
    TemporaryFolder folder_;
};

// A source `db` with the objects `Tables` and `Locks`; the latter has instances. A test chooses what its
// functions throw. And a source `calm` with the object `Sea`.
struct Sources : boost::noncopyable {
    Sources() {
        REQUIRE(pdh_shim_set_sources("script:" TEST_SCRIPT) == ERROR_SUCCESS);
        REQUIRE(calm.add() == 0);
        db.size = sizeof db;
        db.version = PDH_SHIM_SOURCE_VERSION;
        db.name = "db";
        db.context = this;
        db.describe = [](void* context, pdh_shim_catalogue* catalogue) {
            auto& self = *static_cast<Sources*>(context);
            run(self.in_describe);
            catalogue->objects = self.objects;
            catalogue->object_count = 2;
            return 0;
        };
        db.collect = [](void* context, const pdh_shim_request* requests, std::uint32_t count, pdh_shim_times*,
                         pdh_shim_writer* writer) {
            auto& self = *static_cast<Sources*>(context);
            for (std::uint32_t i = 0; i < count; ++i) {
                writer->begin(writer, i);
                if (requests[i].object == 1) {
                    writer->set(writer, writer->add_instance(writer, "a", nullptr, PDH_SHIM_NO_ID), 0, 8);
                    run(self.in_collect);
                } else {
                    writer->set(writer, 0, 0, 7);
                }
            }
            return 0;
        };
        db.enumerate = [](void* context, std::uint32_t, pdh_shim_writer* writer) {
            writer->add_instance(writer, "a", nullptr, PDH_SHIM_NO_ID);
            run(static_cast<Sources*>(context)->in_enumerate);
            return 0;
        };
        db.close = [](void* context) { run(static_cast<Sources*>(context)->in_close); };
    }
    ~Sources() { pdh_shim_remove_source("db"); }

    static void run(const Throw& action) {
        if (action) {
            action();
        }
    }

    pdh_shim_object objects[2] = {object_of("Tables", false), object_of("Locks", true)};
    pdh_shim_source db{};
    Throw in_describe;
    Throw in_collect;
    Throw in_enumerate;
    Throw in_close;
    pdh_shim::test::OwnSource calm{"calm", {object_of("Sea", false)},
        [](pdh_shim_writer& writer, std::uint32_t, std::int64_t) { writer.set(&writer, 0, 0, 9); }};
};

// A query of a counter of each of the three objects.
struct Query : boost::noncopyable {
    Query() {
        REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
        REQUIRE(PdhAddCounterA(query, "\\Locks(a)\\Level", 0, &locks) == ERROR_SUCCESS);
        REQUIRE(PdhAddCounterA(query, "\\Tables\\Level", 0, &tables) == ERROR_SUCCESS);
        REQUIRE(PdhAddCounterA(query, "\\Sea\\Level", 0, &sea) == ERROR_SUCCESS);
    }
    ~Query() { PdhCloseQuery(query); }

    static DWORD value(PDH_HCOUNTER counter, LONG& value) {
        PDH_FMT_COUNTERVALUE formatted{};
        const PDH_STATUS status = PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, nullptr, &formatted);
        value = formatted.longValue;
        return status == ERROR_SUCCESS ? formatted.CStatus : static_cast<DWORD>(status);
    }

    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER tables = nullptr;
    PDH_HCOUNTER locks = nullptr;
    PDH_HCOUNTER sea = nullptr;
};

DWORD expand(const char* path) {
    DWORD size = 0;
    return static_cast<DWORD>(PdhExpandWildCardPathA(nullptr, path, nullptr, &size, 0));
}

struct Row {
    const char* name;
    Throw action;
    std::string_view says;
};

const Row rows[] = {
    {"std::runtime_error", [] { throw std::runtime_error("database is down"); }, "database is down"},
    {"std::system_error", [] { throw std::system_error(std::make_error_code(std::errc::timed_out), "db"); },
        "db: "},
    {"std::bad_alloc", [] { throw std::bad_alloc(); }, "std::bad_alloc"},
    {"a number", [] { throw 42; }, "it is not a std::exception"},
    {"a text", [] { throw "down"; }, "it is not a std::exception"},
};

} // namespace

TEST_CASE_FIXTURE(Sources, "a source that throws in a collect loses only the object that it was writing") {
    REQUIRE(pdh_shim_add_source(&db) == 0);
    for (const Row& row : rows) {
        CAPTURE(row.name);
        in_collect = nullptr;
        const Query query;
        LONG value = 0;
        REQUIRE(PdhCollectQueryData(query.query) == ERROR_SUCCESS);
        CHECK(Query::value(query.locks, value) == PDH_CSTATUS_VALID_DATA);
        const Log log;
        in_collect = row.action;
        CHECK(PdhCollectQueryData(query.query) == ERROR_SUCCESS);
        CHECK(PdhCollectQueryData(query.query) == ERROR_SUCCESS);
        CHECK(Query::value(query.locks, value) == PDH_INVALID_DATA);
        CHECK(Query::value(query.sea, value) == PDH_CSTATUS_VALID_DATA);
        CHECK(value == 9);
        CHECK(
            log.count("source db: object Locks: collect threw an exception: " + std::string(row.says)) == 1);
        in_collect = nullptr;
        CHECK(PdhCollectQueryData(query.query) == ERROR_SUCCESS);
        CHECK(Query::value(query.locks, value) == PDH_CSTATUS_VALID_DATA);
        CHECK(value == 8);
        CHECK(log.count("\n") == 1); // nothing else was logged
    }
}

TEST_CASE_FIXTURE(Sources, "what a source had written of other objects before it threw stays") {
    REQUIRE(pdh_shim_add_source(&db) == 0);
    Query query;
    // Now Tables, which is written first, precedes Locks in what the source is asked.
    REQUIRE(PdhRemoveCounter(query.locks) == ERROR_SUCCESS);
    REQUIRE(PdhRemoveCounter(query.tables) == ERROR_SUCCESS);
    PDH_HQUERY other = nullptr;
    REQUIRE(PdhOpenQueryA(nullptr, 0, &other) == ERROR_SUCCESS);
    REQUIRE(PdhAddCounterA(other, "\\Tables\\Level", 0, &query.tables) == ERROR_SUCCESS);
    REQUIRE(PdhAddCounterA(other, "\\Locks(a)\\Level", 0, &query.locks) == ERROR_SUCCESS);
    in_collect = [] { throw std::runtime_error("database is down"); };
    CHECK(PdhCollectQueryData(other) == ERROR_SUCCESS);
    LONG value = 0;
    CHECK(Query::value(query.locks, value) == PDH_INVALID_DATA);
    CHECK(Query::value(query.tables, value) == PDH_CSTATUS_VALID_DATA);
    CHECK(value == 7);
    CHECK(PdhCloseQuery(other) == ERROR_SUCCESS);
}

TEST_CASE_FIXTURE(Sources, "a source that throws in describe is not added") {
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const Log log;
        in_describe = row.action;
        CHECK(static_cast<DWORD>(pdh_shim_add_source(&db)) == PDH_INVALID_DATA);
        CHECK(log.count("source db: describe threw an exception: " + std::string(row.says)) == 1);
        CHECK(log.count("\n") == 1);
    }
}

TEST_CASE_FIXTURE(Sources, "a source that throws in enumerate has no list of instances") {
    REQUIRE(pdh_shim_add_source(&db) == 0);
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const Log log;
        in_enumerate = row.action;
        CHECK(expand("\\Locks(*)\\Level") == PDH_INVALID_DATA);
        CHECK(expand("\\Sea\\*") == PDH_MORE_DATA);
        CHECK(log.count("source db: object Locks: enumerate threw an exception: " + std::string(row.says)) ==
              1);
        in_enumerate = nullptr;
        CHECK(expand("\\Locks(*)\\Level") == PDH_MORE_DATA);
    }
}

TEST_CASE_FIXTURE(Sources, "a source without enumerate that throws in a collect has no list of instances") {
    db.enumerate = nullptr;
    REQUIRE(pdh_shim_add_source(&db) == 0);
    in_collect = [] { throw 42; };
    CHECK(expand("\\Locks(*)\\Level") == PDH_INVALID_DATA);
}

TEST_CASE_FIXTURE(Sources, "a source that throws in close is closed") {
    for (const Row& row : rows) {
        CAPTURE(row.name);
        REQUIRE(pdh_shim_add_source(&db) == 0);
        const Log log;
        in_close = row.action;
        CHECK(pdh_shim_remove_source("db") == 0);
        CHECK(log.count("source db: close threw an exception: " + std::string(row.says)) == 1);
        in_close = nullptr;
    }
}

TEST_CASE_FIXTURE(Sources, "a source may throw in the background, too") {
    REQUIRE(pdh_shim_add_source(&db) == 0);
    const Query query;
    std::atomic<int> thrown{0};
    in_collect = [&] {
        ++thrown;
        throw 42;
    };
    REQUIRE(pdh_shim_freeze_clock(132000000000000000) == ERROR_SUCCESS);
    REQUIRE(PdhCollectQueryDataEx(query.query, 1, nullptr) == ERROR_SUCCESS);
    while (thrown < 2) {
        REQUIRE(pdh_shim_advance_clock(10'000'000) == ERROR_SUCCESS);
        std::this_thread::yield();
    }
    CHECK(PdhCollectQueryDataEx(query.query, 0, nullptr) != PDH_INVALID_HANDLE);
    CHECK(pdh_shim_release_clock() == ERROR_SUCCESS);
}

#ifdef __GLIBC__
TEST_CASE_FIXTURE(Sources, "a thread that a source ends leaves a query that works") {
    REQUIRE(pdh_shim_add_source(&db) == 0);
    Query query;
    in_collect = [] { pthread_exit(nullptr); };
    bool returned = false;
    std::thread([&] {
        static_cast<void>(PdhCollectQueryData(query.query));
        returned = true;
    }).join();
    CHECK_FALSE(returned);
    in_collect = nullptr;
    LONG value = 0;
    CHECK(PdhCollectQueryData(query.query) == ERROR_SUCCESS);
    CHECK(Query::value(query.locks, value) == PDH_CSTATUS_VALID_DATA);
}
#endif
