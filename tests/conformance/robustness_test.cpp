// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What programs in use do to PDH that the documentation does not promise to survive. Others of these cases
// are in the file of their function, under a name that begins with "client:".
#include "fixture.h"

using namespace conformance;

TEST_CASE("client: a NULL counter or query is answered by every call of a sampling loop") {
    // Programs that ignore the status of PdhAddCounter or PdhOpenQuery continue like this.
    PDH_FMT_COUNTERVALUE value{};
    PDH_RAW_COUNTER raw{};
    PDH_HCOUNTER counter = nullptr;
    for (int i = 0; i < 3; ++i) {
        CHECK_STATUS(PdhAddCounter(nullptr, TEXT("\\Gadget\\Depth"), 0, &counter), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhCollectQueryData(nullptr), PDH_INVALID_HANDLE);
        CHECK_STATUS(
            PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhGetRawCounterValue(counter, nullptr, &raw), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhRemoveCounter(counter), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhCloseQuery(nullptr), PDH_INVALID_HANDLE);
    }
}

TEST_CASE_FIXTURE(Widgets, "client: the address of a handle in place of the handle") {
    Query query;
    PDH_HCOUNTER counter = query.add(TEXT("\\Gadget\\Depth"));
    PDH_HQUERY handle = query.handle();
    PDH_FMT_COUNTERVALUE value{};
    CHECK_STATUS(PdhCollectQueryData(static_cast<HANDLE>(&handle)), PDH_INVALID_HANDLE);
    CHECK_STATUS(PdhGetFormattedCounterValue(static_cast<HANDLE>(&counter), PDH_FMT_LONG, nullptr, &value),
        PDH_INVALID_HANDLE);
    CHECK_STATUS(PdhRemoveCounter(static_cast<HANDLE>(&counter)), PDH_INVALID_HANDLE);
    CHECK_STATUS(PdhCloseQuery(static_cast<HANDLE>(&handle)), PDH_INVALID_HANDLE);
    query.collect();
    CHECK(long_value(counter) == 7);
}

TEST_CASE_FIXTURE(Widgets, "client: the type of a counter is optional, and the same everywhere") {
    Fixture fixture;
    DWORD type = 0;
    CHECK_SUCCESS(PdhGetFormattedCounterValue(fixture.rate, PDH_FMT_LONG, nullptr, &fixture.value));
    CHECK_SUCCESS(PdhGetFormattedCounterValue(fixture.rate, PDH_FMT_LONG, &type, &fixture.value));
    CHECK(type == PERF_COUNTER_COUNTER);
    type = 0;
    CHECK_SUCCESS(PdhGetRawCounterValue(fixture.rate, nullptr, &fixture.newer));
    CHECK_SUCCESS(PdhGetRawCounterValue(fixture.rate, &type, &fixture.newer));
    CHECK(type == PERF_COUNTER_COUNTER);
}

TEST_CASE_FIXTURE(Widgets, "client: a buffer with size 0 asks for the size, in every function with text") {
    Fixture fixture;
    fixture.size = 0;
    CHECK_STATUS(
        PdhExpandWildCardPath(nullptr, TEXT("\\Widget(*)\\*"), fixture.text.data(), &fixture.size, 0),
        PDH_MORE_DATA);
    CHECK(fixture.size > 0);
    fixture.size = fixture.other_size = 0;
    CHECK_STATUS(PdhEnumObjectItems(nullptr, nullptr, TEXT("Widget"), fixture.text.data(), &fixture.size,
                     fixture.other_text.data(), &fixture.other_size, PERF_DETAIL_WIZARD, 0),
        PDH_MORE_DATA);
    CHECK(fixture.size > 0);
    CHECK(fixture.other_size > 0);
    CHECK(fixture.text[0] == 0);
}

TEST_CASE_FIXTURE(Widgets, "client: the returned size suffices for the second call, and exceeds the given") {
    for (DWORD given = 0; given < 12; ++given) {
        CAPTURE(given);
        std::vector<TCHAR> buffer(given + 1);
        DWORD size = given;
        REQUIRE_STATUS(
            PdhEnumObjects(nullptr, nullptr, buffer.data(), &size, PERF_DETAIL_WIZARD, TRUE), PDH_MORE_DATA);
        REQUIRE(size > given);
        buffer.resize(size);
        CHECK_SUCCESS(PdhEnumObjects(nullptr, nullptr, buffer.data(), &size, PERF_DETAIL_WIZARD, FALSE));
    }
}

TEST_CASE_FIXTURE(Widgets, "client: counters that are never removed go with their query") {
    std::vector<PDH_HCOUNTER> counters;
    for (int i = 0; i < 100; ++i) {
        Query query;
        for (int j = 0; j < 20; ++j) {
            counters.push_back(query.add(TEXT("\\Widget(*)\\Depth")));
        }
        query.collect();
        query.close();
    }
    for (PDH_HCOUNTER const counter : counters) {
        REQUIRE_STATUS(PdhRemoveCounter(counter), PDH_INVALID_HANDLE);
    }
}

TEST_CASE("client: two collects at one and the same time give no infinity") {
    const StationSource station;
    use_script("widgets.json");
    const FrozenClock clock;
    const Query query;
    PDH_HCOUNTER const rate = query.add(TEXT("\\Station(north)\\Arrivals/sec"));
    query.collect(2); // the counter has risen, the clock has not
    CHECK(failure(rate) == failure_of(PDH_CALC_NEGATIVE_DENOMINATOR, PDH_CSTATUS_INVALID_DATA));
    FrozenClock::advance(1);
    query.collect();
    CHECK(double_value(rate) == 1);
}

TEST_CASE_FIXTURE(Widgets, "client: a path is validated again and again with the same answer") {
    for (int i = 0; i < 1000; ++i) {
        REQUIRE_SUCCESS(PdhValidatePath(TEXT("\\Widget(a)\\Items/sec")));
        REQUIRE_STATUS(PdhValidatePath(TEXT("\\Widget(a)\\Nothing")), PDH_CSTATUS_NO_COUNTER);
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "client: a thousand counters in one query") {
    std::vector<PDH_HCOUNTER> counters;
    for (int i = 0; i < 1000; ++i) {
        counters.push_back(query.add(i % 2 == 0 ? TEXT("\\Gadget\\Depth") : TEXT("\\Widget(b)\\Depth")));
    }
    query.collect();
    for (std::size_t i = 0; i < counters.size(); ++i) {
        REQUIRE(long_value(counters[i]) == (i % 2 == 0 ? 7 : 1));
    }
}
