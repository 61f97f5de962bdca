// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Counters that are removed, and queries that are closed, while a log of them is written.
#include "temporary_folder.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

constexpr const char* two_counters =
    R"(script:{"objects": [{"name": "Widgets", "instances": "none", "counters": [
    {"name": "Made/sec", "type": "PERF_COUNTER_COUNTER"}, {"name": "Stock", "type": "PERF_COUNTER_RAWCOUNT"}]}],
    "samples": [{"perfTime": 10, "systemTime": "2026-01-01T00:00:01.000Z", "data": {"Widgets": [5, 6]}},
                {"perfTime": 20, "systemTime": "2026-01-01T00:00:02.000Z", "data": {"Widgets": [7, 8]}}], "loop": false})";

/// A query with both counters, and a log of them.
struct LoggedQuery {
    LoggedQuery() {
        REQUIRE(pdh_shim_set_sources(two_counters) == ERROR_SUCCESS);
        REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
        REQUIRE(PdhAddCounterA(query, R"(\Widgets\Made/sec)", 0, &made) == ERROR_SUCCESS);
        REQUIRE(PdhAddCounterA(query, R"(\Widgets\Stock)", 0, &stock) == ERROR_SUCCESS);
        DWORD type = PDH_LOG_TYPE_BINARY;
        REQUIRE(PdhOpenLogA(file.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type, query, 0,
                    nullptr, &log) == ERROR_SUCCESS);
        REQUIRE(PdhUpdateLogA(log, nullptr) == ERROR_SUCCESS);
    }

    const pdh_shim::test::TemporaryFolder folder;
    const std::string file = folder.path("widgets.blg");
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER made = nullptr;
    PDH_HCOUNTER stock = nullptr;
    PDH_HLOG log = nullptr;
};

/// The raw sample of a counter in each record of a log.
std::vector<PDH_RAW_COUNTER> read(const std::string& file, const char* path) {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    REQUIRE(PdhOpenQueryA(file.c_str(), 0, &query) == ERROR_SUCCESS);
    REQUIRE(PdhAddCounterA(query, path, 0, &counter) == ERROR_SUCCESS);
    std::vector<PDH_RAW_COUNTER> samples;
    while (PdhCollectQueryData(query) == ERROR_SUCCESS) {
        REQUIRE(PdhGetRawCounterValue(counter, nullptr, &samples.emplace_back()) == ERROR_SUCCESS);
    }
    CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
    return samples;
}

bool has_time(const PDH_RAW_COUNTER& sample) {
    return sample.TimeStamp.dwHighDateTime != 0;
}

} // namespace

TEST_CASE_FIXTURE(LoggedQuery, "a log whose query is closed keeps its counters") {
    CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
    CHECK(PdhUpdateLogA(log, nullptr) == ERROR_SUCCESS);
    CHECK(PdhCloseLog(log, 0) == ERROR_SUCCESS);
    const auto samples = read(file, R"(\Widgets\Stock)");
    REQUIRE(samples.size() == 2);
    CHECK(samples[0].FirstValue == 6);
    CHECK(samples[1].FirstValue == 8);
}

TEST_CASE_FIXTURE(
    LoggedQuery, "a counter that is removed is logged without a value, with the record's time") {
    CHECK(PdhRemoveCounter(made) == ERROR_SUCCESS);
    CHECK(PdhUpdateLogA(log, nullptr) == ERROR_SUCCESS);
    CHECK(PdhCloseLog(log, 0) == ERROR_SUCCESS);
    CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
    const auto samples = read(file, R"(\Widgets\Made/sec)");
    REQUIRE(samples.size() == 2);
    CHECK(samples[0].CStatus == PDH_CSTATUS_VALID_DATA);
    CHECK(samples[1].CStatus == static_cast<DWORD>(PDH_CSTATUS_ITEM_NOT_VALIDATED));
    CHECK(has_time(samples[1]));
}
