// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Queries and collecting: PdhOpenQuery, PdhOpenQueryH, PdhCloseQuery, PdhCollectQueryData,
// PdhCollectQueryDataWithTime, PdhCollectQueryDataEx, PdhIsRealTimeQuery, PdhGetDllVersion.
#include "support.h"

#include <unordered_set>

using namespace conformance;

// -- Opening and closing --------------------------------------------------------------------------

TEST_CASE_FIXTURE(Widgets, "PdhOpenQuery needs a place for the handle") {
    CHECK_STATUS(PdhOpenQuery(nullptr, 0, nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhOpenQuery(TEXT("no such log"), 0, nullptr), PDH_INVALID_ARGUMENT);
    PDH_HQUERY query = nullptr;
    CHECK_SUCCESS(PdhOpenQuery(nullptr, 0, &query));
    CHECK(query != nullptr);
    CHECK_SUCCESS(PdhCloseQuery(query));
}

TEST_CASE_FIXTURE(Widgets, "PdhOpenQuery: an empty data source is the running computer") {
    PDH_HQUERY query = nullptr;
    REQUIRE_SUCCESS(PdhOpenQuery(TEXT(""), 0, &query));
    CHECK(PdhIsRealTimeQuery(query) == TRUE);
    CHECK_SUCCESS(PdhCloseQuery(query));
}

TEST_CASE_FIXTURE(Widgets, "PdhOpenQuery: the handle is NULL if the data source is not a log") {
    auto* query = reinterpret_cast<PDH_HQUERY>(std::uintptr_t{42});
    CHECK_STATUS(PdhOpenQuery(script_path("no such file").c_str(), 0, &query), PDH_FILE_NOT_FOUND);
    CHECK(query == nullptr);
    query = reinterpret_cast<PDH_HQUERY>(std::uintptr_t{42});
    CHECK_STATUS(PdhOpenQuery(script_path("widgets.json").c_str(), 0, &query), PDH_UNKNOWN_LOG_FORMAT);
    CHECK(query == nullptr);
}

TEST_CASE_FIXTURE(Widgets, "PdhOpenQueryH: the pseudo handles are the running computer") {
    for (PDH_HLOG const source : {PDH_HLOG{H_REALTIME_DATASOURCE}, wbem_data_source}) {
        PDH_HQUERY query = nullptr;
        REQUIRE_SUCCESS(PdhOpenQueryH(source, 0, &query));
        CHECK(PdhIsRealTimeQuery(query) == TRUE);
        CHECK_SUCCESS(PdhCloseQuery(query));
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhOpenQueryH: other handles") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    CHECK_STATUS(PdhOpenQueryH(query.handle(), 0, nullptr), PDH_INVALID_ARGUMENT);
    for (PDH_HLOG const bad : {query.handle(), counter, reinterpret_cast<HANDLE>(std::uintptr_t{1})}) {
        auto* opened = reinterpret_cast<PDH_HQUERY>(std::uintptr_t{42});
        CHECK_STATUS(PdhOpenQueryH(bad, 0, &opened), PDH_INVALID_HANDLE);
        CHECK(opened == nullptr);
    }
}

TEST_CASE_FIXTURE(Widgets, "PdhCloseQuery: a query can be closed once") {
    int local = 0;
    CHECK_STATUS(PdhCloseQuery(nullptr), PDH_INVALID_HANDLE);
    CHECK_STATUS(PdhCloseQuery(&local), PDH_INVALID_HANDLE);
    PDH_HQUERY query = nullptr;
    REQUIRE_SUCCESS(PdhOpenQuery(nullptr, 0, &query));
    CHECK_STATUS(PdhCloseQuery(static_cast<PDH_HQUERY>(&query)), PDH_INVALID_HANDLE);
    CHECK_SUCCESS(PdhCloseQuery(query));
    CHECK_STATUS(PdhCloseQuery(query), PDH_INVALID_HANDLE);
}

TEST_CASE_FIXTURE(WidgetQuery, "client: every call on a query answers a bad handle with PDH_INVALID_HANDLE") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    const Event event;
    for (const BadHandle& bad : not_a_query(counter)) {
        CAPTURE(bad.what);
        LONGLONG time = 42;
        PDH_HCOUNTER added = counter;
        CHECK_STATUS(PdhCloseQuery(bad.handle), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhCollectQueryData(bad.handle), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhCollectQueryDataWithTime(bad.handle, &time), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhCollectQueryDataEx(bad.handle, 1, nullptr), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhCollectQueryDataEx(bad.handle, 1, event.handle()), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhCollectQueryDataEx(bad.handle, 0, nullptr), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhAddCounter(bad.handle, TEXT("\\Gadget\\Depth"), 0, &added), PDH_INVALID_HANDLE);
        CHECK(added == nullptr);
        added = counter;
        CHECK_STATUS(PdhAddEnglishCounter(bad.handle, TEXT("\\Gadget\\Depth"), 0, &added),
            bad.handle == invalid_handle_value ? PDH_INVALID_ARGUMENT : PDH_INVALID_HANDLE);
        CHECK(added == nullptr);
        CHECK(PdhIsRealTimeQuery(bad.handle) == FALSE);
        CHECK(time == 42);
    }
    query.collect(); // the live ones are none the worse for it
    CHECK(double_value(counter) == 7);
}

TEST_CASE_FIXTURE(Widgets, "closing a query ends its counters") {
    Query query;
    PDH_HCOUNTER const first = query.add(TEXT("\\Gadget\\Depth"));
    PDH_HCOUNTER const second = query.add(TEXT("\\Widget(*)\\Depth"));
    query.collect();
    query.close();
    for (PDH_HCOUNTER const counter : {first, second}) {
        PDH_FMT_COUNTERVALUE value{};
        CHECK_STATUS(PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, nullptr, &value), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhRemoveCounter(counter), PDH_INVALID_HANDLE);
    }
}

TEST_CASE_FIXTURE(Widgets, "a handle never comes back to life") {
    std::unordered_set<PDH_HQUERY> closed;
    for (int i = 0; i < 5000; ++i) {
        PDH_HQUERY query = nullptr;
        REQUIRE_SUCCESS(PdhOpenQuery(nullptr, 0, &query));
        REQUIRE(closed.insert(query).second);
        REQUIRE_SUCCESS(PdhCloseQuery(query));
    }
    const Query live;
    for (PDH_HQUERY const query : closed) {
        REQUIRE_STATUS(PdhCollectQueryData(query), PDH_INVALID_HANDLE);
    }
}

TEST_CASE_FIXTURE(Widgets, "queries do not share their place in the samples") {
    const Query first;
    const Query second;
    PDH_HCOUNTER const of_first = first.add(TEXT("\\Gadget\\Depth"));
    PDH_HCOUNTER const of_second = second.add(TEXT("\\Gadget\\Depth"));
    first.collect(2);
    second.collect();
    CHECK(double_value(of_first) == 8);
    CHECK(double_value(of_second) == 7);
}

// -- PdhCollectQueryData --------------------------------------------------------------------------

TEST_CASE_FIXTURE(WidgetQuery, "PdhCollectQueryData: a query without counters has no data") {
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_DATA);
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    CHECK_SUCCESS(PdhCollectQueryData(query.handle()));
    REQUIRE_SUCCESS(PdhRemoveCounter(counter));
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_DATA);
}

TEST_CASE_FIXTURE(WidgetQuery, "client: PdhCollectQueryData has no data if its only instance is missing") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(nobody)\\Depth"));
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_DATA);
    LONGLONG time = 42;
    CHECK_STATUS(PdhCollectQueryDataWithTime(query.handle(), &time), PDH_NO_DATA);
    CHECK(time == 42);
    CHECK_STATUS(raw_value(counter).CStatus, PDH_CSTATUS_NO_INSTANCE);
}

TEST_CASE_FIXTURE(
    WidgetQuery, "PdhCollectQueryData has no data when the only counter's wildcard matches nothing") {
    static_cast<void>(query.add(TEXT("\\Silo(*)\\Fill")));
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_DATA);
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhCollectQueryData succeeds with several counters, all instances missing") {
    PDH_HCOUNTER const missing = query.add(TEXT("\\Widget(nobody)\\Depth"));
    PDH_HCOUNTER const there = query.add(TEXT("\\Widget(a)\\Depth"));
    CHECK_SUCCESS(PdhCollectQueryData(query.handle()));
    CHECK(double_value(there) == 5);
    CHECK(failure(missing) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE));
    REQUIRE_SUCCESS(PdhRemoveCounter(there));
    static_cast<void>(query.add(TEXT("\\Widget(nobody else)\\Depth")));
    CHECK_SUCCESS(PdhCollectQueryData(query.handle()));
}

TEST_CASE("PdhCollectQueryData has no data when the only counter's value cannot be read" * needs_script) {
    use_script("lifecycle.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gate\\Passed"));
    query.collect(2);
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_DATA); // null in the script
    CHECK_STATUS(raw_value(counter).CStatus, PDH_CSTATUS_INVALID_DATA);
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_DATA); // the object is not in the sample
    CHECK_STATUS(raw_value(counter).CStatus, PDH_CSTATUS_INVALID_DATA);
    CHECK_SUCCESS(PdhCollectQueryData(query.handle()));
    CHECK(double_value(counter) == 5);
}

TEST_CASE("PdhCollectQueryData succeeds with several counters, even if no value can be read" * needs_script) {
    use_script("lifecycle.json");
    const Query query;
    PDH_HCOUNTER const first = query.add(TEXT("\\Gate\\Passed"));
    PDH_HCOUNTER const second = query.add(TEXT("\\Gate\\Passed"));
    query.collect(2);
    CHECK_SUCCESS(PdhCollectQueryData(query.handle())); // null in the script
    CHECK_STATUS(raw_value(first).CStatus, PDH_CSTATUS_INVALID_DATA);
    CHECK_STATUS(raw_value(second).CStatus, PDH_CSTATUS_INVALID_DATA);
}

TEST_CASE("PdhCollectQueryData succeeds when one instance of its wildcard can be read" * needs_script) {
    use_script("lifecycle.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Blinds(*)\\Size"));
    CHECK_SUCCESS(PdhCollectQueryData(query.handle()));
    const auto values = formatted_items(counter);
    REQUIRE(values.size() == 2);
    CHECK_STATUS(values[0].cstatus, PDH_CSTATUS_INVALID_DATA);
    CHECK(values[1].value == 9);
}

TEST_CASE_FIXTURE(
    WidgetQuery, "PdhCollectQueryData: at the end of the samples the values stay" * needs_script) {
    PDH_HCOUNTER const depth = query.add(TEXT("\\Gadget\\Depth"));
    PDH_HCOUNTER const rate = query.add(TEXT("\\Widget(a)\\Items/sec"));
    query.collect(3);
    CHECK(double_value(rate) == 10);
    LONGLONG time = 42;
    for (int i = 0; i < 3; ++i) {
        CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_MORE_DATA);
        CHECK_STATUS(PdhCollectQueryDataWithTime(query.handle(), &time), PDH_NO_MORE_DATA);
    }
    CHECK(time == 42);
    CHECK(double_value(depth) == 8);
    CHECK(double_value(rate) == 10);
}

// -- PdhCollectQueryDataWithTime ------------------------------------------------------------------

TEST_CASE_FIXTURE(WidgetQuery, "PdhCollectQueryDataWithTime looks at its argument before the handle") {
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    LONGLONG time = 0;
    CHECK_STATUS(PdhCollectQueryDataWithTime(nullptr, nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhCollectQueryDataWithTime(query.handle(), nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhCollectQueryDataWithTime(nullptr, &time), PDH_INVALID_HANDLE);
    CHECK_SUCCESS(PdhCollectQueryDataWithTime(query.handle(), &time));
}

TEST_CASE_FIXTURE(WidgetQuery, "samples are stamped with local time" * needs_script) {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    for (LONGLONG expected : {script_start, script_start + one_second, script_start + 2 * one_second}) {
        LONGLONG time = 0;
        REQUIRE_SUCCESS(PdhCollectQueryDataWithTime(query.handle(), &time));
        CHECK(time == to_local(expected));
        CHECK(as_number(raw_value(counter).TimeStamp) == to_local(expected));
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhCollectQueryDataWithTime: a query without counters") {
    LONGLONG time = 42;
    CHECK_STATUS(PdhCollectQueryDataWithTime(query.handle(), &time), PDH_NO_DATA);
    CHECK(time == 42);
}

TEST_CASE_FIXTURE(WidgetQuery, "a missing instance is stamped with the time of the collect" * needs_script) {
    PDH_HCOUNTER const missing = query.add(TEXT("\\Widget(nobody)\\Depth"));
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    query.collect();
    CHECK(as_number(raw_value(missing).TimeStamp) == to_local(script_start));
}

// -- PdhCollectQueryDataEx ------------------------------------------------------------------------

TEST_CASE_FIXTURE(Widgets, "PdhCollectQueryDataEx refuses no counters, no interval, and a bad event") {
    const FrozenClock clock;
    const Query query;
    CHECK_STATUS(PdhCollectQueryDataEx(query.handle(), 1, nullptr), PDH_NO_DATA);
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    CHECK_STATUS(PdhCollectQueryDataEx(query.handle(), 0, nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhCollectQueryDataEx(query.handle(), 1, not_an_event()), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhCollectQueryDataEx(query.handle(), 1, invalid_handle_value), PDH_INVALID_ARGUMENT);
    CHECK_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1, nullptr));
}

TEST_CASE_FIXTURE(Widgets, "PdhCollectQueryDataEx sets the event each time it has collected") {
    const FrozenClock clock;
    const Query query;
    const Event event;
    PDH_HCOUNTER const depth = query.add(TEXT("\\Gadget\\Total"));
    PDH_HCOUNTER const rate = query.add(TEXT("\\Gadget\\Turns/sec"));
    REQUIRE_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1, event.handle()));
    CHECK_STATUS(info_status(depth), PDH_CSTATUS_ITEM_NOT_VALIDATED); // it has returned at once
    REQUIRE(advance_and_wait(event));
    CHECK(double_value(depth) == 100);
    REQUIRE(advance_and_wait(event));
    CHECK(double_value(rate) == 500);
    REQUIRE(advance_and_wait(event));
    CHECK(double_value(depth) == 300);
    CHECK(double_value(rate) == 0);
}

TEST_CASE_FIXTURE(Widgets, "PdhCollectQueryDataEx collects again and again, past the end of the samples") {
    const FrozenClock clock;
    const Query query;
    const Event event;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Total"));
    REQUIRE_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1, event.handle()));
    for (int i = 0; i < 5; ++i) {
        REQUIRE(advance_and_wait(event));
    }
    CHECK(double_value(counter) == 300);
}

TEST_CASE_FIXTURE(Widgets, "PdhCollectQueryDataEx: intervals in seconds, the first sample after one") {
    const StationSource station;
    const FrozenClock clock;
    const Query query;
    const Event event;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Station(north)\\Trains"));
    const Query other;
    const Event other_event;
    static_cast<void>(other.add(TEXT("\\Station(north)\\Trains")));
    LONGLONG begin = 0;
    REQUIRE_SUCCESS(PdhCollectQueryDataWithTime(other.handle(), &begin));
    REQUIRE_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1'000'000, event.handle()));
    REQUIRE_SUCCESS(PdhCollectQueryDataEx(other.handle(), 999'999, other_event.handle()));
    FrozenClock::advance(999'999);
    REQUIRE(other_event.wait(patience)); // one interval has passed, a slightly longer one has not
    CHECK_STATUS(info_status(counter), PDH_CSTATUS_ITEM_NOT_VALIDATED);
    CHECK_FALSE(event.wait(0));
    FrozenClock::advance(1);
    REQUIRE(event.wait(patience));
    CHECK(as_number(raw_value(counter).TimeStamp) - begin == 1'000'000 * one_second);
    FrozenClock::advance(1'000'000);
    REQUIRE(event.wait(patience));
    CHECK(as_number(raw_value(counter).TimeStamp) - begin == 2'000'000 * one_second);
}

TEST_CASE_FIXTURE(Widgets, "PdhCollectQueryDataEx: a second call takes the place of the first") {
    const FrozenClock clock;
    const Query query;
    const Event first;
    const Event second;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    REQUIRE_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1, nullptr));
    REQUIRE_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1, first.handle()));
    REQUIRE_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1, second.handle()));
    REQUIRE(advance_and_wait(second));
    CHECK_FALSE(first.wait(0));
}

TEST_CASE_FIXTURE(Widgets, "PdhCollectQueryData may be called while a thread collects") {
    const FrozenClock clock;
    const Query query;
    const Event event;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Total"));
    REQUIRE_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1, event.handle()));
    query.collect();
    CHECK(double_value(counter) == 100);
    REQUIRE(advance_and_wait(event));
    REQUIRE(advance_and_wait(event));
    CHECK(double_value(counter) == 300);
}

TEST_CASE_FIXTURE(Widgets, "PdhCloseQuery ends the collecting thread") {
    const FrozenClock clock;
    const Event event;
    Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    REQUIRE_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1, event.handle()));
    REQUIRE(advance_and_wait(event));
    query.close();
    static_cast<void>(event.wait(0)); // one that was set before
    FrozenClock::advance(10);
    CHECK_FALSE(event.wait(0));
}

TEST_CASE_FIXTURE(Widgets, "PdhCloseQuery does not wait for the interval to pass") {
    const FrozenClock clock;
    Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    REQUIRE_SUCCESS(PdhCollectQueryDataEx(query.handle(), 0xFFFFFFFF, nullptr));
    query.close(); // if this waits, the suite's timeout ends it
}

TEST_CASE_FIXTURE(Widgets, "closing the event before the query is harmless") {
    const StationSource station;
    const FrozenClock clock;
    Query query;
    Event event;
    static_cast<void>(query.add(TEXT("\\Station(north)\\Trains")));
    REQUIRE_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1, event.handle()));
    REQUIRE(advance_and_wait(event));
    event.close();
    const Event witness; // takes the number of the closed one
    FrozenClock::advance(10);
    REQUIRE(station.wait_for_samples(2));
    query.close(); // the thread has ended
    CHECK_FALSE(witness.wait(0));
}

TEST_CASE_FIXTURE(Widgets, "removing the last counter leaves the collecting thread without work") {
    const FrozenClock clock;
    const Query query;
    const Event event;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    REQUIRE_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1, event.handle()));
    REQUIRE(advance_and_wait(event));
    REQUIRE_SUCCESS(PdhRemoveCounter(counter));
    PDH_HCOUNTER const next = query.add(TEXT("\\Gadget\\Total"));
    static_cast<void>(event.wait(0));
    REQUIRE(advance_and_wait(event));
    REQUIRE(advance_and_wait(event));
    CHECK(double_value(next) >= 100);
}

// -- Others ---------------------------------------------------------------------------------------

TEST_CASE("PdhGetDllVersion") {
    DWORD version = 0;
    CHECK_SUCCESS(PdhGetDllVersion(&version));
    CHECK(version == PDH_VERSION);
    CHECK_STATUS(PdhGetDllVersion(nullptr), PDH_INVALID_ARGUMENT);
}

TEST_CASE("client: the text of every status begins with the words of Windows") {
    struct Row {
        DWORD code;
        const char* words;
        const char* rest;
    };
    constexpr Row rows[] = {
#define STATUS(constant, words, rest) {static_cast<DWORD>(constant), words, rest},
#include "status_texts.inc"
#undef STATUS
    };
    std::unordered_set<DWORD> known;
    for (const Row& row : rows) {
        CAPTURE(name_of(row.code));
        CHECK(text_of_status(row.code) == std::string(row.words) + row.rest);
        known.insert(row.code);
    }
    for (const DWORD severity : {0x00000000U, 0x80000000U, 0xC0000000U}) {
        for (DWORD code = 0; code < 0x1000; ++code) {
            CAPTURE(code);
            CHECK(text_of_status(severity | code).empty() == !known.contains(severity | code));
        }
    }
}

TEST_SUITE("live") {
    TEST_CASE("live: a query on System Up Time") {
        PDH_HQUERY query = nullptr;
        CHECK_STATUS(PdhOpenQuery(nullptr, 0, nullptr), PDH_INVALID_ARGUMENT);
        REQUIRE_SUCCESS(PdhOpenQuery(nullptr, 0, &query));
        CHECK(PdhIsRealTimeQuery(query) == TRUE);
        CHECK_STATUS(PdhCollectQueryData(nullptr), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhCollectQueryData(query), PDH_NO_DATA);
        PDH_HCOUNTER counter = nullptr;
        REQUIRE_SUCCESS(PdhAddCounter(query, TEXT("\\System\\System Up Time"), 0, &counter));
        CHECK_STATUS(PdhCollectQueryData(counter), PDH_INVALID_HANDLE);
        CHECK_SUCCESS(PdhCollectQueryData(query));
        LONGLONG time = 0;
        CHECK_STATUS(PdhCollectQueryDataWithTime(nullptr, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhCollectQueryDataWithTime(nullptr, &time), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhCollectQueryDataWithTime(query, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_SUCCESS(PdhCollectQueryDataWithTime(query, &time));
        CHECK(time > script_start - 10 * 365LL * 86'400 * one_second);
        CHECK_STATUS(PdhRemoveCounter(nullptr), PDH_INVALID_HANDLE);
        CHECK_SUCCESS(PdhRemoveCounter(counter));
        CHECK_SUCCESS(PdhCloseQuery(query));
        CHECK_STATUS(PdhCloseQuery(query), PDH_INVALID_HANDLE);
    }

    TEST_CASE("live: an event fires at least three times") {
        const FrozenClock clock;
        const Query query;
        const Event event;
        PDH_HCOUNTER const counter = query.add(TEXT("\\System\\System Up Time"));
        CHECK_STATUS(PdhCollectQueryDataEx(nullptr, 1, event.handle()), PDH_INVALID_HANDLE);
        CHECK_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1, nullptr));
        CHECK_SUCCESS(PdhCollectQueryDataEx(query.handle(), 1, event.handle()));
        CHECK_SUCCESS(PdhCollectQueryData(query.handle()));
        for (int i = 0; i < 3; ++i) {
            REQUIRE(advance_and_wait(event));
            CHECK(large_value(counter) > 0);
        }
    }
}
