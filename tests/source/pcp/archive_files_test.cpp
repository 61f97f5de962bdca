// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "fake_libpcp.h"
#include "source/linux/linux_source.h"
#include "source/pcp/archive_files.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <dlfcn.h>
#include <memory>
#include <pcp/pmapi.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using pdh_shim::Failure;
using pdh_shim::Result;
using pdh_shim::Status;
using pdh_shim::ticks_per_second;
namespace model = pdh_shim::model;

namespace {

using Readers = std::vector<std::unique_ptr<model::LogReader>>;

constexpr std::int64_t start = pdh_shim::unix_epoch_as_file_time + 1'600'000'000 * ticks_per_second;

template <class Function>
Function* fake(const char* name) {
    void* const library = dlopen(FAKE_LIBPCP, RTLD_NOW);
    REQUIRE(library != nullptr);
    return reinterpret_cast<Function*>(dlsym(library, name));
}

void log_value(const char* archive, int milliseconds, const char* metric) {
    fake<fake_log_value>("fake_log")(archive, milliseconds, metric);
}

Result<Readers, Failure> try_open(std::string_view names) {
    auto found = pdh_shim::source::pcp::find_archives(
        names, pdh_shim::source::linux::described_objects(), FAKE_LIBPCP);
    return found ? found.value()() : std::move(found).error();
}

std::unique_ptr<model::LogReader> open_one(std::string_view names) {
    auto opened = try_open(names);
    REQUIRE(opened.has_value());
    REQUIRE(opened.value().size() == 1);
    return std::move(opened.value().front());
}

std::size_t position_of(
    const model::LogReader& reader, std::u16string_view object, std::u16string_view counter) {
    const auto& entries = reader.entries();
    const auto found = std::ranges::find_if(entries,
        [&](const model::LogEntry& entry) { return entry.object == object && entry.counter == counter; });
    REQUIRE(found != entries.end());
    return static_cast<std::size_t>(found - entries.begin());
}

// The values of a counter in all records that follow; -1 where there is none.
std::vector<std::int64_t> values_of(model::LogReader& reader, std::size_t entry) {
    std::vector<std::int64_t> values;
    model::LogRecord record;
    while (reader.next(record).value()) {
        const model::LogCell& cell = record.cells[entry];
        values.push_back(cell.is_there && cell.value.cstatus == 0 ? cell.value.first : -1);
    }
    return values;
}

std::int64_t local(int seconds) {
    return pdh_shim::to_local_file_time(start + seconds * ticks_per_second);
}

using Values = std::vector<std::int64_t>;

} // namespace

TEST_CASE("a record of an archive has the values and the time that were logged") {
    log_value("values", 10'000, "kernel.all.pswitch");
    const auto reader = open_one("values");
    const std::size_t entry = position_of(*reader, u"System", u"Context Switches/sec");
    CHECK(reader->entries()[entry].machine == u"logged");
    CHECK(reader->entries()[entry].type == 0x10410400); // PERF_COUNTER_COUNTER
    model::LogRecord record;
    REQUIRE(reader->next(record).value());
    CHECK(record.time_stamp == local(10));
    CHECK(record.cells[entry].value ==
          model::LogValue{
              .cstatus = 0, .time_stamp = local(10), .first = 5000, .second = start + 10 * ticks_per_second});
    CHECK_FALSE(reader->next(record).value());
}

TEST_CASE("records within a second are one until a metric comes again") {
    for (const int second : {10, 11}) {
        log_value("moments", second * 1000, "kernel.all.pswitch");
        log_value("moments", second * 1000 + 400, "web.requests");
    }
    const auto reader = open_one("moments");
    const std::size_t requests = position_of(*reader, u"PCP web", u"requests");
    CHECK(values_of(*reader, requests) == Values{250, 275});
    const auto range = reader->range();
    REQUIRE(range.has_value());
    CHECK(range.value().records == 2);
    CHECK(range.value().first == local(10));
    CHECK(range.value().last == local(11));
    CHECK(values_of(*reader, requests) == Values{250, 275}); // from the start again
}

TEST_CASE("records that have none of the chosen counters are left out") {
    log_value("chosen", 10'000, "kernel.all.pswitch");
    log_value("chosen", 20'000, "web.requests");
    log_value("chosen", 30'000, "kernel.all.pswitch");
    const auto reader = open_one("chosen");
    const std::size_t requests = position_of(*reader, u"PCP web", u"requests");
    CHECK(values_of(*reader, requests) == Values{-1, 500, -1});
    REQUIRE(reader->seek(0).has_value());
    reader->choose({requests});
    CHECK(values_of(*reader, requests) == Values{500});
}

TEST_CASE("a mark is a record without values, but not at the start and the end") {
    log_value("marks", 1'000, nullptr);
    log_value("marks", 10'000, "kernel.all.pswitch");
    log_value("marks", 10'001, nullptr);
    log_value("marks", 10'002, nullptr);
    log_value("marks", 20'000, "kernel.all.pswitch");
    log_value("marks", 20'001, nullptr);
    const auto reader = open_one("marks");
    const std::size_t switches = position_of(*reader, u"System", u"Context Switches/sec");
    CHECK(values_of(*reader, switches) == Values{5000, -1, 10'000});
    CHECK(reader->range().value().records == 3);
}

TEST_CASE("a metric that holds has its value in later records, wherever reading begins") {
    log_value("holds", 2'000, "web.workers");
    for (const int second : {10, 20, 30}) {
        log_value("holds", second * 1000, "web.requests");
    }
    const auto reader = open_one("holds");
    const std::size_t workers = position_of(*reader, u"PCP web", u"workers");
    CHECK(values_of(*reader, workers) == Values{8, 8, 8, 8});
    REQUIRE(reader->seek(local(20)).has_value());
    CHECK(values_of(*reader, workers) == Values{8, 8});
}

TEST_CASE("a reader goes to the first record that is not before a time") {
    for (const int second : {0, 10'000, 20'000, 30'000}) {
        log_value("seeks", second * 1000, "kernel.all.pswitch");
    }
    const auto reader = open_one("seeks");
    const std::size_t switches = position_of(*reader, u"System", u"Context Switches/sec");
    for (const auto& [second, count] :
        {std::pair(0, 4), std::pair(10'000, 3), std::pair(10'001, 2), std::pair(40'000, 0)}) {
        REQUIRE(reader->seek(local(second)).has_value());
        CHECK(values_of(*reader, switches).size() == static_cast<std::size_t>(count));
    }
}

TEST_CASE("what cannot be read ends an archive, and the next one follows behind a gap") {
    log_value("broken", 10'000, "kernel.all.pswitch");
    fake<fake_break_archive>("fake_break")("broken");
    log_value("whole", 20'000, "kernel.all.pswitch");
    const auto reader = open_one("broken,whole");
    const std::size_t switches = position_of(*reader, u"System", u"Context Switches/sec");
    CHECK(values_of(*reader, switches) == Values{5000, -1, 10'000});
    REQUIRE(reader->seek(local(20)).has_value());
    CHECK(values_of(*reader, switches) == Values{10'000});
    REQUIRE(reader->seek(0).has_value());
    CHECK(values_of(*reader, switches) == Values{5000, -1, 10'000});
}

TEST_CASE("a program's own context of libpcp stays the present one") {
    log_value("own", 10'000, "kernel.all.pswitch");
    const int own = fake<decltype(::pmNewContext)>("pmNewContext")(PM_CONTEXT_HOST, "of-the-program");
    auto* const present = fake<decltype(::pmWhichContext)>("pmWhichContext");
    const auto reader = open_one("own");
    CHECK(present() == own);
    CHECK(values_of(*reader, 0).size() == 1);
    CHECK(present() == own);
}

TEST_CASE("a child of fork() continues by itself where its parent was") {
    for (const int second : {10, 20, 30}) {
        log_value("forks", second * 1000, "kernel.all.pswitch");
    }
    auto* const contexts = fake<fake_get_contexts>("fake_contexts");
    const auto reader = open_one("forks");
    const std::size_t switches = position_of(*reader, u"System", u"Context Switches/sec");
    model::LogRecord record;
    REQUIRE(reader->next(record).value());
    const int before = contexts();
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const bool is_right =
            values_of(*reader, switches) == Values{10'000, 15'000} && contexts() == before + 1;
        _exit(is_right ? 0 : 1);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(values_of(*reader, switches) == Values{10'000, 15'000});
    CHECK(contexts() == before);
}

TEST_CASE("a missing archive and a missing library have a status and a reason") {
    const auto missing = try_open("missing");
    REQUIRE_FALSE(missing.has_value());
    CHECK(missing.error().status() == Status::file_not_found);
    const auto opened = pdh_shim::source::pcp::find_archives(
        "any", pdh_shim::source::linux::described_objects(), "libpcp-that-is-not-there.so");
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().status() == Status::invalid_datasource);
    CHECK(opened.error().message().find("libpcp-that-is-not-there.so") != std::string::npos);
}

TEST_CASE("instances of an archive are known without reading it, unless a metric names them") {
    log_value("instances", 10'000, "kernel.percpu.cpu.user");
    const auto reader = open_one("instances");
    std::vector<std::u16string> names;
    CHECK(reader->all_instances(position_of(*reader, u"Processor", u"% User Time"), names).value());
    CHECK(names == std::vector<std::u16string>{u"0", u"1", u"_Total"});
}
