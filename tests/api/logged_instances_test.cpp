// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Instances in logs: of one name, without a value, and with some of the counters.
#include "temporary_folder.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace {

using pdh_shim::test::TemporaryFolder;
using Texts = std::vector<std::string>;

/// Values of two counters, n (raw) and d (a difference), of the instances of each sample; null = unreadable.
std::string script(const Texts& samples) {
    std::string text = R"(script:{"objects": [{"name": "W", "instances": "multi", "counters": [
        {"name": "n", "type": "PERF_COUNTER_LARGE_RAWCOUNT"}, {"name": "d", "type": "PERF_COUNTER_LARGE_DELTA"}]}],
        "loop": false, "samples": [)";
    for (std::size_t i = 0; i < samples.size(); ++i) {
        text += (i == 0 ? "" : ",");
        text += R"({"perfTime": )" + std::to_string(i + 1) + R"(0000000, "time100ns": )" +
                std::to_string(i + 1) + R"(0000000, "systemTime": "2026-01-01T00:00:0)" + std::to_string(i) +
                R"(.000Z", "data": {"W": [)" + samples[i] + "]}}";
    }
    return text + "]}";
}

std::string write_log(const TemporaryFolder& folder, DWORD type, const Texts& paths, std::size_t records) {
    const std::string file = folder.path(type == PDH_LOG_TYPE_BINARY ? "w.blg" : "w.csv");
    PDH_HQUERY query = nullptr;
    REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
    for (const std::string& path : paths) {
        PDH_HCOUNTER counter = nullptr;
        REQUIRE(PdhAddCounterA(query, path.c_str(), 0, &counter) == ERROR_SUCCESS);
    }
    PDH_HLOG log = nullptr;
    REQUIRE(PdhOpenLogA(file.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type, query, 0, nullptr,
                &log) == ERROR_SUCCESS);
    for (std::size_t i = 0; i < records; ++i) {
        REQUIRE(PdhUpdateLogA(log, nullptr) == ERROR_SUCCESS);
    }
    REQUIRE(PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY) == ERROR_SUCCESS);
    return file;
}

/// What a counter displays; `-` without a value.
std::string shown(PDH_HCOUNTER counter) {
    PDH_FMT_COUNTERVALUE value{};
    const bool is_valid =
        PdhGetFormattedCounterValue(counter, PDH_FMT_LARGE, nullptr, &value) == ERROR_SUCCESS;
    return is_valid ? std::to_string(value.largeValue) : "-";
}

/// The items of a counter's array, as `name=value`.
Texts array_of(PDH_HCOUNTER counter) {
    DWORD size = 0;
    DWORD count = 0;
    if (PdhGetRawCounterArrayA(counter, &size, &count, nullptr) != static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        return {};
    }
    std::vector<PDH_RAW_COUNTER_ITEM_A> items(size / sizeof(PDH_RAW_COUNTER_ITEM_A) + 1);
    REQUIRE(PdhGetRawCounterArrayA(counter, &size, &count, items.data()) == ERROR_SUCCESS);
    Texts texts;
    for (DWORD i = 0; i < count; ++i) {
        const PDH_RAW_COUNTER_ITEM_A& item = items[i];
        const bool is_valid = item.RawValue.CStatus == PDH_CSTATUS_VALID_DATA;
        texts.push_back(item.szName + ("=" + (is_valid ? std::to_string(item.RawValue.FirstValue) : "-")));
    }
    return texts;
}

/// A query on a log.
struct LogQuery {
    LogQuery(const std::string& file, const char* path) {
        REQUIRE(PdhOpenQueryA(file.c_str(), 0, &query) == ERROR_SUCCESS);
        status = PdhAddCounterA(query, path, 0, &counter);
    }
    ~LogQuery() { PdhCloseQuery(query); }
    LogQuery(const LogQuery&) = delete;
    LogQuery& operator=(const LogQuery&) = delete;

    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    PDH_STATUS status = ERROR_SUCCESS;
};

/// What a counter displays in each record.
Texts values(const std::string& file, const char* path) {
    const LogQuery log(file, path);
    REQUIRE(log.status == ERROR_SUCCESS);
    Texts texts;
    while (PdhCollectQueryData(log.query) != static_cast<PDH_STATUS>(PDH_NO_MORE_DATA)) {
        texts.push_back(shown(log.counter));
    }
    return texts;
}

Texts expand(const std::string& file, const char* path) {
    DWORD size = 4096;
    std::string buffer(size, '\0');
    Texts paths;
    REQUIRE(PdhExpandWildCardPathA(file.c_str(), path, buffer.data(), &size, 0) == ERROR_SUCCESS);
    for (const char* next = buffer.data(); *next != '\0'; next += std::string(next).size() + 1) {
        const std::string whole = next;
        paths.push_back(whole.substr(whole.find('\\', 2))); // without the computer
    }
    return paths;
}

} // namespace

TEST_CASE("in a binary log an instance keeps its number beside one without a value") {
    const TemporaryFolder folder;
    // The first `a` is unreadable in the first two records and the last, as another user's process is.
    REQUIRE(pdh_shim_set_sources(script({R"(["a", [null, null]], ["a", [7, 100]], ["b", [1, 1]])",
                                            R"(["a", [null, null]], ["a", [8, 150]], ["b", [2, 2]])",
                                            R"(["a", [1, 5]], ["a", [9, 170]], ["b", [3, 3]])",
                                            R"(["a", [null, null]], ["a", [10, 200]], ["b", [4, 4]])"})
                                     .c_str()) == ERROR_SUCCESS);
    const std::string file = write_log(folder, PDH_LOG_TYPE_BINARY, {R"(\W(*)\n)", R"(\W(*)\d)"}, 4);
    CHECK(values(file, R"(\W(a)\n)") == Texts{"-", "-", "1", "-"});
    CHECK(values(file, R"(\W(a#1)\n)") == Texts{"7", "8", "9", "10"});
    CHECK(values(file, R"(\W(a)\d)") == Texts{"-", "-", "-", "-"});
    CHECK(values(file, R"(\W(a#1)\d)") == Texts{"-", "50", "20", "30"});
    CHECK(values(file, R"(\W(b)\n)") == Texts{"1", "2", "3", "4"});
    CHECK(expand(file, R"(\W(*)\n)") == Texts{R"(\W(a)\n)", R"(\W(b)\n)", R"(\W(a#1)\n)"});
}

TEST_CASE("a wildcard with a number is logged as the instance that it means") {
    const TemporaryFolder folder;
    REQUIRE(pdh_shim_set_sources(script({R"(["a", [1, 1]], ["a", [2, 2]])"}).c_str()) == ERROR_SUCCESS);
    const std::string file = write_log(folder, PDH_LOG_TYPE_BINARY, {R"(\W(*#1)\n)"}, 1);
    CHECK(values(file, R"(\W(a#1)\n)") == Texts{"2"});
    CHECK(LogQuery(file, R"(\W(a)\n)").status == static_cast<PDH_STATUS>(PDH_CSTATUS_NO_INSTANCE));
}

TEST_CASE("a list and a column of a binary log name one instance alike") {
    const TemporaryFolder folder;
    REQUIRE(pdh_shim_set_sources(script({R"(["a", [1, 1]], ["a", [2, 2]])"}).c_str()) == ERROR_SUCCESS);
    const std::string file = write_log(folder, PDH_LOG_TYPE_BINARY, {R"(\W(a#1)\d)", R"(\W(*)\n)"}, 1);
    const LogQuery log(file, R"(\W(a#*)\n)");
    REQUIRE(log.status == ERROR_SUCCESS);
    REQUIRE(PdhCollectQueryData(log.query) == ERROR_SUCCESS);
    CHECK(array_of(log.counter) == Texts{"a=1", "a=2"});
}

TEST_CASE("a wildcard on a log means the instances that have the counter there") {
    const TemporaryFolder folder;
    for (const DWORD type : {DWORD{PDH_LOG_TYPE_BINARY}, DWORD{PDH_LOG_TYPE_CSV}}) {
        CAPTURE(type);
        REQUIRE(pdh_shim_set_sources(script({R"(["alpha", [1, 10]], ["gamma", [2, 20]])"}).c_str()) ==
                ERROR_SUCCESS);
        const std::string file = write_log(folder, type, {R"(\W(gamma)\d)", R"(\W(alpha)\n)"}, 1);
        const LogQuery log(file, R"(\W(*)\n)");
        REQUIRE(log.status == ERROR_SUCCESS);
        REQUIRE(PdhCollectQueryData(log.query) == ERROR_SUCCESS);
        CHECK(shown(log.counter) == "1");
        CHECK(array_of(log.counter).size() == 1);
        CHECK(expand(file, R"(\W(gamma)\*)") == Texts{R"(\W(gamma)\d)"});
        CHECK(expand(file, R"(\W(nosuch)\*)").empty());
        CHECK(expand(file, R"(\W(*)\*)") == Texts{R"(\W(gamma)\d)", R"(\W(alpha)\n)"});
    }
}
