// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Requests to the system fail: the n-th one in a call, for each n until the call needs no
// more; and then all from the n-th on. The call returns a status or does without, and the same objects work
// as if it had not been made.
#include "calls.h"
#include "fail_each.h"
#include "fixture.h"
#include "scenes.h"

#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <doctest/doctest.h>

#include <new>
#include <set>
#include <string>
#include <vector>

using namespace pdh_shim::torture;

namespace {

// Without memory a call returns that. If the C library lacks it, or a file cannot be read, there
// may be no data or no instance in this call.
bool may_answer(const Lack& lack, PDH_STATUS status) {
    switch (static_cast<DWORD>(status)) {
    case ERROR_SUCCESS:
    case PDH_MEMORY_ALLOCATION_FAILURE:
    case PDH_INVALID_DATASOURCE:
    case PDH_FILE_NOT_FOUND:
    case PDH_CSTATUS_NO_INSTANCE:
        return true;
    case PDH_NO_DATA:
    case PDH_LOG_FILE_OPEN_ERROR:
        return lack.resource != Resource::memory;
    default:
        return false;
    }
}

// The difference after the system has the resource again.
std::string difference_after_pause(Fixture& fixture) {
    pass(fixture.scene().pause);
    return fixture.difference_after(fixture.scene().pause == 0 ? 1 : 2);
}

PDH_STATUS collect_values(Fixture& fixture) {
    PDH_HCOUNTER counter = fixture.single();
    double value = 0;
    DWORD records = 0;
    return pdh_shim_collect_values(fixture.subject().query(), &counter, 1, PDH_FMT_DOUBLE, 1, &value, nullptr,
        nullptr, nullptr, nullptr, &records);
}

PDH_STATUS collect(Fixture& fixture) {
    return PdhCollectQueryData(fixture.subject().query());
}

void torture_collects(const Scene& scene, const Lack& lack, PDH_STATUS (*call)(Fixture&)) {
    Fixture fixture(scene, scene.paths.size());
    const auto collect_later = [&] {
        pass_a_moment();
        return call(fixture);
    };
    fail_each(lack, may_answer, collect_later, [&](PDH_STATUS status) {
        if (status == ERROR_SUCCESS) {
            fixture.follow();
            pass(scene.pause);
            return fixture.difference_after(2); // what could not be read is missing in one sample
        }
        const std::string lost = fixture.difference();
        return lost == "" ? difference_after_pause(fixture) : lost;
    });
    CHECK(fixture.difference_after(8) == "");
}

void torture_all_collects(const Scene& scene, const Lack& lack) {
    torture_collects(scene, lack, collect);
    torture_collects(scene, lack, collect_values);
}

void torture_calls(const Scene& scene, const Lack& lack) {
    Fixture fixture(scene, scene.few);
    for (const Call& call : calls()) {
        const std::string name = call.name;
        CAPTURE(name);
        fail_each(
            lack, may_answer, [&] { return call.call(fixture); },
            [&](PDH_STATUS /*status*/) {
                pass(scene.pause);
                return fixture.difference();
            });
        CHECK(difference_after_pause(fixture) == "");
    }
}

// Adds counters, collects once and describes them.
PDH_STATUS look_once(const Scene& scene, PDH_HQUERY query, std::string& told) {
    Counters counters(query);
    PDH_STATUS status = ERROR_SUCCESS;
    for (std::size_t i = 0; i < scene.few; ++i) {
        status = status == ERROR_SUCCESS ? counters.add(scene.paths[i]) : status;
    }
    status = status == ERROR_SUCCESS ? PdhCollectQueryData(query) : status;
    if (status == ERROR_SUCCESS) {
        told = counters.describe();
    }
    return status;
}

// From the choice of the source to the last value, which is described.
PDH_STATUS live(const Scene& scene, std::string& told) {
    PDH_STATUS status = choose_source(scene);
    PDH_HQUERY query = nullptr;
    status = status == ERROR_SUCCESS ? PdhOpenQueryA(nullptr, 0, &query) : status;
    if (status != ERROR_SUCCESS) {
        return status;
    }
    try {
        status = look_once(scene, query, told);
    } catch (const std::bad_alloc&) {
        told.clear(); // it was the client's own memory
    }
    const PDH_STATUS closed = PdhCloseQuery(query);
    const PDH_STATUS left = leave_source(scene);
    return status != ERROR_SUCCESS ? status : closed != ERROR_SUCCESS ? closed : left;
}

void torture_lives(const Scene& scene, const Lack& lack) {
    const FrozenClock clock;
    std::string right;
    REQUIRE(live(scene, right) == ERROR_SUCCESS);
    const auto live_once = [&] {
        std::string ignored;
        return live(scene, ignored);
    };
    const auto difference = [&](PDH_STATUS /*status*/) {
        pass(scene.pause);
        std::string told;
        const PDH_STATUS status = live(scene, told);
        return status != ERROR_SUCCESS ? pdh_shim_status_name(status) : told == right ? "" : told;
    };
    fail_each(
        lack, may_answer, live_once, difference, lack.resource == Resource::memory ? scene.life_step : 1);
}

// The names of the exported functions, without the A or W of their texts.
std::set<std::string> exported_names() {
    return {
#define EXPORT(family, name, ...) #name,
#define EXPORT_TEXT(family, name, ...) #name,
#define EXPORT_WIDE(family, name, ...) #name,
#define EXPORT_WIDE_CSTR(family, name, ...) #name,
#define EXPORT_VALUE(family, type, name, ...) #name,
#include "api/exports.inc"
    };
}

// Functions with their own cases above.
const std::set<std::string> collecting{
    "PdhCollectQueryData", "PdhCollectQueryDataWithTime", "pdh_shim_collect_values"};
// Functions of logs, with their own cases in log_failure_test.cpp.
const std::set<std::string> logging{"PdhCreateSQLTables", "PdhEnumLogSetNames", "PdhGetLogFileSize",
    "PdhReadRawLogRecord", "PdhSetLogSetRunID", "PdhSetQueryTimeRange", "PdhUpdateLog", "PdhVerifySQLDB"};
// Functions that need no resource, or only a terminal, or that are another name of one above.
const std::set<std::string> asking_nothing{"PdhBrowseCounters", "PdhBrowseCountersH", "PdhGetCounterTimeBase",
    "PdhGetDllVersion", "PdhGetLogSetGUID", "PdhIsRealTimeQuery", "PdhResetRelogCounterValues",
    "PdhSelectDataSource", "PdhSetCounterScaleFactor", "PdhSetDefaultRealTimeDataSource",
    "PdhUpdateLogFileCatalog", "PdhVbCreateCounterPathList", "PdhVbGetCounterPathFromList",
    "PdhVbGetLogFileSize", "PdhVbGetOneCounterPath", "PdhVbIsGoodStatus", "PdhVbUpdateLog",
    "PdhWriteRelogSample", "pdh_shim_advance_clock", "pdh_shim_freeze_clock", "pdh_shim_release_clock",
    "pdh_shim_set_default_scale", "pdh_shim_set_descriptors", "pdh_shim_set_log", "pdh_shim_status_name",
    "pdh_shim_status_text"};

template <class Torture>
void for_each_scene(const std::vector<Lack>& lacks, int samples, const Torture& torture) {
    const pdh_shim::test::TemporaryFolder folder;
    for (const Scene& scene : make_scenes(folder, samples)) {
        for (const Lack& lack : lacks) {
            const std::string& name = scene.name;
            const auto resource = static_cast<int>(lack.resource);
            const bool only_one = lack.extent == Extent::one;
            CAPTURE(name);
            CAPTURE(resource);
            CAPTURE(only_one);
            torture(scene, lack);
        }
    }
}

} // namespace

TEST_CASE("each exported function is made to fail, or asks for nothing") {
    std::set<std::string> left = exported_names();
    for (const Call& call : calls()) {
        CHECK_MESSAGE(left.erase(call.name) == 1, call.name);
    }
    for (const auto& names : {collecting, logging, asking_nothing}) {
        for (const std::string& name : names) {
            CHECK_MESSAGE(left.erase(name) == 1, name);
        }
    }
    for (const std::string& name : left) {
        FAIL_CHECK(name << " has no row in calls.cpp");
    }
}

TEST_CASE("memory that fails in a collect: nothing was collected, and the next one is right") {
    for_each_scene(memory, 500, torture_all_collects);
}

TEST_CASE("memory that fails in any function changes nothing, and the call can be repeated") {
    for_each_scene(memory, 2000, torture_calls);
}

TEST_CASE("memory that fails in a life from open to close: the next one is right") {
    for_each_scene(memory, 2, torture_lives);
}

#ifdef TORTURE_SYSTEM_CALLS
TEST_CASE("files, threads and mappings that fail in a collect: the next ones are right") {
    for_each_scene(system_calls, 500, torture_all_collects);
}

TEST_CASE("files, threads and mappings that fail in any function change nothing") {
    for_each_scene(system_calls, 2000, torture_calls);
}

TEST_CASE("files, threads and mappings that fail between open and close: the next is right") {
    for_each_scene(system_calls, 2, torture_lives);
}
#endif
