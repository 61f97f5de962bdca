// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Samples that the caller supplies: PdhAddRelogCounter, PdhSetCounterValue, PdhResetRelogCounterValues,
// PdhWriteRelogSample. Their text is always wide.
#include "support.h"

#include <string>

using namespace conformance;

namespace {

constexpr ULONGLONG ticks = 1000;

PDH_STATUS add_status(PDH_HQUERY query, const char* path, DWORD type, PDH_HCOUNTER* counter) {
    return PdhAddRelogCounter(query, wide_from_utf8(path).c_str(), type, 2, ticks, counter);
}

PDH_HCOUNTER add(const Query& query, const char* path, DWORD type = PERF_COUNTER_COUNTER) {
    PDH_HCOUNTER counter = nullptr;
    REQUIRE_SUCCESS(add_status(query.handle(), path, type, &counter));
    return counter;
}

PDH_STATUS set_status(PDH_HCOUNTER counter, LONGLONG first, LONGLONG second, const char* instance = nullptr) {
    PDH_RAW_COUNTER raw{};
    raw.CStatus = PDH_CSTATUS_VALID_DATA;
    raw.TimeStamp = {static_cast<DWORD>(second), 7};
    raw.FirstValue = first;
    raw.SecondValue = second;
    raw.MultiCount = 1;
    const WideText name = wide_from_utf8(instance == nullptr ? "" : instance);
    return PdhSetCounterValue(counter, &raw, instance == nullptr ? nullptr : name.c_str());
}

void set(PDH_HCOUNTER counter, LONGLONG first, LONGLONG second, const char* instance = nullptr) {
    REQUIRE_SUCCESS(set_status(counter, first, second, instance));
}

} // namespace

TEST_CASE_FIXTURE(WidgetQuery, "supplied samples are read back, and two of them make a value") {
    PDH_HCOUNTER const counter = add(query, R"(\\far\Anything(x)\Per second)");
    CHECK(failure(counter) == failure_of(PDH_NO_DATA, PDH_CSTATUS_INVALID_DATA));
    set(counter, 100, 0);
    CHECK(failure(counter) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA));
    set(counter, 150, 2 * static_cast<LONGLONG>(ticks));
    CHECK(double_value(counter) == 25.0);
    const PDH_RAW_COUNTER raw = raw_value(counter);
    CHECK(raw.FirstValue == 150);
    CHECK(raw.SecondValue == 2000);
    CHECK(raw.MultiCount == 1);
    CHECK(raw.TimeStamp.dwLowDateTime == 2000);
    CHECK(raw.TimeStamp.dwHighDateTime == 7);
    set(counter, 160, 3 * static_cast<LONGLONG>(ticks));
    CHECK(double_value(counter) == 10.0);
}

TEST_CASE_FIXTURE(Widgets, "the information of a supplied counter is what its caller gave") {
    const Query query(5);
    PDH_HCOUNTER const counter = add(query, R"(\\far\Anything(p/x#1)\Level)", PERF_COUNTER_RAWCOUNT);
    std::vector<char> buffer(1000);
    auto* const info = reinterpret_cast<PDH_COUNTER_INFO*>(buffer.data());
    DWORD size = 1000;
    REQUIRE_SUCCESS(PdhGetCounterInfo(counter, TRUE, &size, info));
    CHECK(info->dwType == PERF_COUNTER_RAWCOUNT);
    CHECK(info->lScale == 0);
    CHECK(info->lDefaultScale == 2);
    CHECK(info->dwQueryUserData == 5);
    CHECK(utf8(info->szFullPath) == "\\\\far\\Anything(p/x#1)\\Level");
    CHECK(utf8(info->szMachineName) == "\\\\far");
    CHECK(info->dwInstanceIndex == 1);
    PDH_HCOUNTER const here = add(query, R"(\\.\Anything(*)\Level)", PERF_COUNTER_RAWCOUNT);
    size = 1000;
    REQUIRE_SUCCESS(PdhGetCounterInfo(here, TRUE, &size, info));
    CHECK(utf8(info->szFullPath) == machine() + "\\Anything(*)\\Level");
    CHECK(utf8(info->szMachineName) == machine());
    LONGLONG time_base = 0;
    PDH_HCOUNTER const rate = add(query, "\\Anything\\Rate");
    REQUIRE_SUCCESS(PdhGetCounterTimeBase(rate, &time_base));
    CHECK(time_base == static_cast<LONGLONG>(ticks));
}

TEST_CASE_FIXTURE(
    WidgetQuery, "a supplied wildcard counter has samples by instance, in any case of letters") {
    PDH_HCOUNTER const counter = add(query, "\\Anything(*)\\Level", PERF_COUNTER_RAWCOUNT);
    set(counter, 1, 0, "a");
    set(counter, 2, 0, "b");
    set(counter, 3, 0, "A");
    CHECK(item_texts(counter) == "a=3 b=2");
    CHECK_STATUS(set_status(counter, 4, 0), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(set_status(counter, 4, 0, ""), PDH_INVALID_ARGUMENT);
}

TEST_CASE_FIXTURE(WidgetQuery, "a status that is supplied with a sample is returned with its value") {
    PDH_HCOUNTER const counter = add(query, "\\Anything\\Level", PERF_COUNTER_RAWCOUNT);
    PDH_RAW_COUNTER raw{};
    raw.CStatus = PDH_CSTATUS_NO_INSTANCE;
    REQUIRE_SUCCESS(PdhSetCounterValue(counter, &raw, nullptr));
    CHECK_STATUS(raw_value(counter).CStatus, PDH_CSTATUS_NO_INSTANCE);
    CHECK(failure(counter) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE));
}

TEST_CASE_FIXTURE(Widgets, "a supplied counter is not collected, and goes with its query" * needs_script) {
    Query query;
    PDH_HCOUNTER const supplied = add(query, "\\Anything\\Level", PERF_COUNTER_RAWCOUNT);
    set(supplied, 5, 0);
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_DATA);
    PDH_HCOUNTER const collected = query.add(TEXT("\\Gadget\\Depth"));
    query.collect();
    CHECK(large_value(collected) == 7);
    CHECK(large_value(supplied) == 5);
    PDH_HCOUNTER const removed = add(query, "\\Anything\\Level", PERF_COUNTER_RAWCOUNT);
    REQUIRE_SUCCESS(PdhRemoveCounter(removed));
    CHECK_STATUS(set_status(removed, 1, 0), PDH_INVALID_HANDLE);
    query.collect();
    query.close();
    CHECK_STATUS(set_status(supplied, 1, 0), PDH_INVALID_HANDLE);
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhAddRelogCounter: arguments, then the query, then the path") {
    const WideText path = wide_from_utf8("\\Anything\\Level");
    auto* counter = reinterpret_cast<PDH_HCOUNTER>(std::uintptr_t{42});
    CHECK_STATUS(PdhAddRelogCounter(nullptr, path.c_str(), PERF_COUNTER_RAWCOUNT, 0, 0, nullptr),
        PDH_INVALID_ARGUMENT);
    CHECK_STATUS(
        PdhAddRelogCounter(nullptr, nullptr, PERF_COUNTER_RAWCOUNT, 0, 0, &counter), PDH_INVALID_ARGUMENT);
    CHECK(counter == nullptr);
    CHECK_STATUS(add_status(query.handle(), "", PERF_COUNTER_RAWCOUNT, &counter), PDH_CSTATUS_NO_COUNTERNAME);
    CHECK_STATUS(
        add_status(query.handle(), "Level", PERF_COUNTER_RAWCOUNT, &counter), PDH_CSTATUS_BAD_COUNTERNAME);
    CHECK_STATUS(
        add_status(query.handle(), "\\Anything\\Base", PERF_SAMPLE_BASE, &counter), PDH_FUNCTION_NOT_FOUND);
    PDH_HCOUNTER const live = add(query, "\\Anything\\Level", PERF_COUNTER_RAWCOUNT);
    for (const BadHandle& bad : not_a_query(live)) {
        CAPTURE(bad.what);
        CHECK_STATUS(add_status(bad.handle, "", PERF_COUNTER_RAWCOUNT, &counter), PDH_INVALID_HANDLE);
        CHECK(counter == nullptr);
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhSetCounterValue: the value, then the counter") {
    PDH_HCOUNTER const collected = query.add(TEXT("\\Gadget\\Depth"));
    CHECK_STATUS(PdhSetCounterValue(nullptr, nullptr, nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(set_status(collected, 1, 0), PDH_INVALID_HANDLE);
    for (const BadHandle& bad : not_a_counter(query.handle())) {
        CAPTURE(bad.what);
        CHECK_STATUS(set_status(bad.handle, 1, 0), PDH_INVALID_HANDLE);
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "relogging needs a log to write to") {
    for (auto* const bad : {HANDLE{nullptr}, query.handle(), reinterpret_cast<HANDLE>(std::uintptr_t{1})}) {
        PdhResetRelogCounterValues(bad);
        CHECK_STATUS(PdhWriteRelogSample(bad, script_start), PDH_INVALID_HANDLE);
    }
}
