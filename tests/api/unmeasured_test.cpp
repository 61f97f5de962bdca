// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Counters that Windows has and a Linux machine cannot measure, through the exported functions.
#include "pdh_calls.h"
#include "temporary_folder.h"

#include <pdhmsg.h>
#include <winperf.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace pdh_shim::test;
namespace fs = std::filesystem;

namespace {

/// A machine whose processors tell neither their frequencies nor how they sleep.
class PlainMachine {
  public:
    PlainMachine() {
        fs::copy(TEST_DATA "/linux/virtual_machine", folder_.path(), fs::copy_options::recursive);
        fs::remove_all(folder_.path("sys/devices/system/cpu/cpu0/cpuidle"));
        fs::remove(folder_.path("proc/cpuinfo"));
        setenv("PDH_SHIM_ROOT", folder_.path().c_str(), 1);
        setenv("PDH_SHIM_SOURCE", "linux", 1);
    }

  private:
    TemporaryFolder folder_;
};

void use_plain_machine() {
    static const PlainMachine plain_machine;
}

DWORD english_add_status(const char* path) {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
    const auto status = static_cast<DWORD>(PdhAddEnglishCounterA(query, path, 0, &counter));
    CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
    return status;
}

bool contains(const Strings& texts, const std::string& part) {
    return std::ranges::any_of(
        texts, [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

PDH_COUNTER_INFO_A info_numbers(PDH_HCOUNTER counter) {
    PDH_COUNTER_INFO_A info{};
    DWORD size = sizeof info;
    REQUIRE(PdhGetCounterInfoA(counter, FALSE, &size, &info) == ERROR_SUCCESS);
    return info;
}

void check_has_no_value(PDH_HCOUNTER counter) {
    PDH_FMT_COUNTERVALUE value{};
    CHECK(static_cast<DWORD>(PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value)) ==
          PDH_INVALID_DATA);
    CHECK(value.CStatus == PDH_CSTATUS_INVALID_DATA);
    PDH_RAW_COUNTER raw{};
    CHECK(PdhGetRawCounterValue(counter, nullptr, &raw) == ERROR_SUCCESS);
    CHECK(raw.CStatus == PDH_CSTATUS_INVALID_DATA);
    CHECK(info_numbers(counter).CStatus == PDH_CSTATUS_INVALID_DATA);
}

std::vector<DWORD> raw_statuses(PDH_HCOUNTER counter) {
    DWORD size = 0;
    DWORD count = 0;
    REQUIRE(static_cast<DWORD>(PdhGetRawCounterArrayA(counter, &size, &count, nullptr)) == PDH_MORE_DATA);
    std::vector<PDH_RAW_COUNTER_ITEM_A> items(size / sizeof(PDH_RAW_COUNTER_ITEM_A) + 1);
    REQUIRE(PdhGetRawCounterArrayA(counter, &size, &count, items.data()) == ERROR_SUCCESS);
    std::vector<DWORD> statuses;
    for (DWORD i = 0; i < count; ++i) {
        statuses.push_back(items[i].RawValue.CStatus);
    }
    return statuses;
}

} // namespace

// First in this file: the library reads its environment once.
TEST_CASE("PDH_SHIM_UNMEASURED=refuse: a counter that cannot be measured is unknown") {
    use_plain_machine();
    const pid_t child = fork();
    if (child == 0) {
        setenv("PDH_SHIM_UNMEASURED", "refuse", 1);
        const bool refused = english_add_status("\\Memory\\Page Writes/sec") == PDH_CSTATUS_NO_COUNTER;
        _exit(refused && english_add_status("\\Memory\\Available Bytes") == ERROR_SUCCESS ? 0 : 1);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}

TEST_CASE("a counter that this machine cannot measure is added, and never has a value") {
    use_plain_machine();
    Query query;
    for (const char* const path : {"\\Memory\\Page Writes/sec", "\\memory\\system code total bytes",
             "\\System\\% Registry Quota In Use", "\\Process(_Total)\\Pool Paged Bytes",
             "\\Processor Information(_Total)\\Performance Limit Flags",
             "\\Processor Information(_Total)\\Average Idle Time", "\\Processor(_Total)\\% C1 Time"}) {
        CAPTURE(path);
        PDH_HCOUNTER const counter = query.add(path);
        check_has_no_value(counter);
        static_cast<void>(query.collect());
        check_has_no_value(counter);
        static_cast<void>(query.collect());
        check_has_no_value(counter);
    }
    PDH_HCOUNTER const type = query.add("\\Memory\\Page Writes/sec");
    CHECK(info_numbers(type).dwType == PERF_COUNTER_COUNTER);
    PDH_HCOUNTER const measured = query.add("\\Memory\\Available Bytes");
    CHECK(query.collect() == ERROR_SUCCESS);
    CHECK(raw_value(measured));
}

TEST_CASE("a query with nothing but a counter that cannot be measured has no data") {
    use_plain_machine();
    Query query;
    static_cast<void>(query.add("\\Memory\\Page Writes/sec"));
    CHECK(static_cast<DWORD>(query.collect()) == PDH_NO_DATA);
}

TEST_CASE("client: an array of an unmeasurable counter has a status for each instance") {
    use_plain_machine();
    Query query;
    PDH_HCOUNTER const unmeasured = query.add("\\Process(*)\\Pool Paged Bytes");
    PDH_HCOUNTER const measured = query.add("\\Process(*)\\ID Process");
    CHECK(query.collect() == ERROR_SUCCESS);
    const auto statuses = raw_statuses(unmeasured);
    CHECK(statuses.size() == raw_statuses(measured).size());
    CHECK(std::ranges::all_of(statuses, [](DWORD status) { return status == PDH_CSTATUS_INVALID_DATA; }));
    DWORD size = 0;
    DWORD count = 0;
    CHECK(static_cast<DWORD>(PdhGetFormattedCounterArrayA(
              unmeasured, PDH_FMT_DOUBLE, &size, &count, nullptr)) == PDH_MORE_DATA);
    std::vector<PDH_FMT_COUNTERVALUE_ITEM_A> items(size / sizeof(PDH_FMT_COUNTERVALUE_ITEM_A) + 1);
    CHECK(static_cast<DWORD>(PdhGetFormattedCounterArrayA(
              unmeasured, PDH_FMT_DOUBLE, &size, &count, items.data())) == PDH_CSTATUS_INVALID_DATA);
    CHECK(count == statuses.size());
    CHECK(items[0].FmtValue.CStatus == PDH_CSTATUS_INVALID_DATA);
}

TEST_CASE("a missing instance is missing, also of a counter that cannot be measured") {
    use_plain_machine();
    Query query;
    PDH_HCOUNTER const counter = query.add("\\Process(nobody)\\Pool Paged Bytes");
    static_cast<void>(query.collect());
    PDH_RAW_COUNTER raw{};
    CHECK(PdhGetRawCounterValue(counter, nullptr, &raw) == ERROR_SUCCESS);
    CHECK(raw.CStatus == PDH_CSTATUS_NO_INSTANCE);
}

TEST_CASE("counters that cannot be measured are not listed, and match no wildcard") {
    use_plain_machine();
    CHECK_FALSE(contains(items_of("Memory").counters, "Page Writes/sec"));
    CHECK(contains(items_of("Memory").counters, "Available Bytes"));
    CHECK_FALSE(contains(expand("\\Memory\\*"), "Page Writes/sec"));
    CHECK_FALSE(contains(expand("\\Processor(*)\\*"), "C1"));
    CHECK(contains(expand("\\Memory\\Page Writes/sec"), "Page Writes/sec")); // itself
    CHECK(PdhValidatePathA("\\Memory\\Page Writes/sec") == ERROR_SUCCESS);
    Query query;
    PDH_HCOUNTER const all = query.add("\\Memory\\Page*");
    CHECK(query.collect() == ERROR_SUCCESS);
    CHECK(raw_statuses(all).size() == expand("\\Memory\\Page*").size());
}

TEST_CASE("client: a program that probes for a better counter still falls back") {
    use_plain_machine();
    CHECK(
        english_add_status("\\Processor Information(_Total)\\Processor Frequency") == PDH_CSTATUS_NO_COUNTER);
    CHECK(english_add_status("\\Processor Information(_Total)\\% of Maximum Frequency") ==
          PDH_CSTATUS_NO_COUNTER);
    CHECK(english_add_status("\\Processor Information(_Total)\\% Processor Time") == ERROR_SUCCESS);
    CHECK(english_add_status("\\Memory\\No Such Counter") == PDH_CSTATUS_NO_COUNTER);
    CHECK(english_add_status("\\No Such Object\\Page Writes/sec") == PDH_CSTATUS_NO_OBJECT);
}

TEST_CASE("a counter that cannot be measured is logged without a value") {
    use_plain_machine();
    const TemporaryFolder folder;
    for (DWORD type : std::array<DWORD, 2>{PDH_LOG_TYPE_CSV, PDH_LOG_TYPE_BINARY}) {
        CAPTURE(type);
        PDH_HQUERY query = nullptr;
        PDH_HCOUNTER counter = nullptr;
        PDH_HLOG log = nullptr;
        REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
        for (const char* const path :
            {"\\Memory\\Page Writes/sec", "\\Processor(*)\\DPC Rate", "\\Memory\\Available Bytes"}) {
            REQUIRE(PdhAddCounterA(query, path, 0, &counter) == ERROR_SUCCESS);
        }
        REQUIRE(PdhOpenLogA(folder.path("log").c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type,
                    query, 0, nullptr, &log) == ERROR_SUCCESS);
        CHECK(PdhUpdateLogA(log, nullptr) == ERROR_SUCCESS);
        CHECK(PdhUpdateLogA(log, nullptr) == ERROR_SUCCESS);
        CHECK(PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY) == ERROR_SUCCESS);
        REQUIRE(PdhOpenQueryA(folder.path("log").c_str(), 0, &query) == ERROR_SUCCESS);
        REQUIRE(PdhAddCounterA(query, "\\Memory\\Page Writes/sec", 0, &counter) == ERROR_SUCCESS);
        PDH_HCOUNTER available = nullptr;
        REQUIRE(PdhAddCounterA(query, "\\Memory\\Available Bytes", 0, &available) == ERROR_SUCCESS);
        CHECK(PdhCollectQueryData(query) == ERROR_SUCCESS);
        CHECK_FALSE(raw_value(counter));
        CHECK(raw_value(available));
        CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
    }
}
