// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Any function from any thread at any time. Threads go through a number of rounds, not a stretch of time.
// What cannot be seen here a thread sanitizer sees.
#include "findings.h"
#include "readings.h"
#include "support.h"

#include <array>
#include <atomic>
#include <functional>
#include <initializer_list>
#include <thread>

using namespace conformance;

namespace {

constexpr int threads = 8;
constexpr int rounds = 200;

constexpr const TCHAR* made_path = TEXT("\\Thing(*)\\Made/sec");
constexpr const TCHAR* left_path = TEXT("\\Thing(*)\\Left");
constexpr const TCHAR* left_of_a_path = TEXT("\\Thing(a)\\Left");
constexpr const TCHAR* room_path = TEXT("\\Place\\Room");

// Runs a round in each of the threads, again and again; all begin at once.
void run_rounds(const std::function<void(int thread, int round)>& one_round) {
    std::atomic<int> waiting{threads};
    std::vector<std::thread> running;
    running.reserve(threads);
    for (int thread = 0; thread < threads; ++thread) {
        running.emplace_back([&, thread] {
            --waiting;
            while (waiting.load() > 0) {
                std::this_thread::yield();
            }
            for (int round = 0; round < rounds; ++round) {
                one_round(thread, round);
            }
        });
    }
    for (std::thread& thread : running) {
        thread.join();
    }
}

// Reads and changes a counter that others collect.
void use_shared_counter(
    Findings& findings, const Readings& readings, PDH_HCOUNTER counter, bool others_close = false) {
    readings.check(findings, counter, others_close);
    const DWORD closed = others_close ? PDH_INVALID_HANDLE : DWORD{ERROR_SUCCESS};
    findings.expect_status(
        "PdhSetCounterScaleFactor", PdhSetCounterScaleFactor(counter, 1), {ERROR_SUCCESS, closed});
    std::array<PDH_COUNTER_INFO, 16> info{};
    DWORD size = sizeof info;
    findings.expect_status(
        "PdhGetCounterInfo", PdhGetCounterInfo(counter, TRUE, &size, info.data()), {ERROR_SUCCESS, closed});
}

// With its own query: values are exact.
void use_own_query(Findings& findings) {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER rate = nullptr;
    PDH_HCOUNTER room = nullptr;
    PDH_HCOUNTER all = nullptr;
    findings.expect_success("PdhOpenQuery", PdhOpenQuery(nullptr, 0, &query));
    findings.expect_success("PdhAddCounter", PdhAddCounter(query, TEXT("\\Thing(b)\\Made/sec"), 0, &rate));
    findings.expect_success(
        "PdhAddEnglishCounter", PdhAddEnglishCounter(query, TEXT("\\Place\\Room"), 0, &room));
    findings.expect_success("PdhAddCounter", PdhAddCounter(query, TEXT("\\Thing(*)\\Left"), 0, &all));
    findings.expect_success("PdhCollectQueryData", PdhCollectQueryData(query));
    findings.expect_success("PdhCollectQueryData", PdhCollectQueryData(query));
    PDH_FMT_COUNTERVALUE value{};
    findings.expect_success("own rate", PdhGetFormattedCounterValue(rate, PDH_FMT_DOUBLE, nullptr, &value));
    findings.expect(value.doubleValue == 20, "another rate");
    findings.expect_success("own count", PdhGetFormattedCounterValue(room, PDH_FMT_LARGE, nullptr, &value));
    findings.expect(value.largeValue == 200, "another count");
    std::array<PDH_FMT_COUNTERVALUE_ITEM, 8> items{};
    DWORD size = sizeof items;
    DWORD count = 0;
    findings.expect_success(
        "own array", PdhGetFormattedCounterArray(all, PDH_FMT_LONG, &size, &count, items.data()));
    findings.expect(count == 3 && items[2].FmtValue.longValue == 1, "another array");
    findings.expect_success("PdhRemoveCounter", PdhRemoveCounter(room));
    findings.expect_success("PdhCloseQuery", PdhCloseQuery(query));
    findings.expect_status(
        "PdhRemoveCounter of a closed query", PdhRemoveCounter(rate), {PDH_INVALID_HANDLE});
}

void enumerate_all(Findings& findings) {
    std::array<TCHAR, 500> first{};
    std::array<TCHAR, 500> second{};
    DWORD size = 500;
    DWORD other_size = 500;
    findings.expect_success(
        "PdhEnumObjects", PdhEnumObjects(nullptr, nullptr, first.data(), &size, PERF_DETAIL_WIZARD, TRUE));
    size = 500;
    findings.expect_success(
        "PdhEnumObjectItems", PdhEnumObjectItems(nullptr, nullptr, TEXT("Thing"), first.data(), &size,
                                  second.data(), &other_size, PERF_DETAIL_WIZARD, 0));
    size = 500;
    findings.expect_success("PdhExpandWildCardPath",
        PdhExpandWildCardPath(nullptr, TEXT("\\Thing(*)\\*"), first.data(), &size, PDH_REFRESHCOUNTERS));
    size = 500;
    findings.expect_success(
        "PdhLookupPerfNameByIndex", PdhLookupPerfNameByIndex(nullptr, 6000, first.data(), &size));
    findings.expect_success(
        "PdhLookupPerfIndexByName", PdhLookupPerfIndexByName(nullptr, TEXT("Made/sec"), &size));
    findings.expect_success("PdhValidatePath", PdhValidatePath(TEXT("\\Thing(b)\\Left")));
}

} // namespace

TEST_CASE("threads with queries of their own do not disturb each other" * needs_script) {
    use_script("threads.json");
    Findings findings;
    run_rounds([&](int, int) {
        use_own_query(findings);
        enumerate_all(findings);
    });
    CHECK(findings.all() == "");
}

TEST_CASE("threads add to, collect, format and remove from one query" * needs_script) {
    use_script("threads.json");
    Findings findings;
    const Query query;
    PDH_HCOUNTER const shared = query.add(made_path);
    const Readings made_readings(made_path, {0, 1});
    const Readings left_readings(left_of_a_path, {0, 1});
    const Readings room_readings(room_path, {0, 1});
    run_rounds([&](int thread, int) {
        PDH_HCOUNTER own = nullptr;
        const TCHAR* const path = thread % 2 == 0 ? left_of_a_path : room_path;
        findings.expect_success("PdhAddCounter", PdhAddCounter(query.handle(), path, 0, &own));
        LONGLONG time = 0;
        findings.expect_success("PdhCollectQueryData", PdhCollectQueryData(query.handle()));
        findings.expect_success(
            "PdhCollectQueryDataWithTime", PdhCollectQueryDataWithTime(query.handle(), &time));
        use_shared_counter(findings, made_readings, shared);
        use_shared_counter(findings, thread % 2 == 0 ? left_readings : room_readings, own);
        findings.expect_success("PdhRemoveCounter", PdhRemoveCounter(own));
    });
    CHECK(findings.all() == "");
    query.collect();
}

TEST_CASE("threads use queries and counters that others close" * needs_script) {
    use_script("threads.json");
    Findings findings;
    struct Shared {
        std::atomic<PDH_HQUERY> query{nullptr};
        std::atomic<PDH_HCOUNTER> counter{nullptr};
    };
    std::array<Shared, 4> shared;
    const Readings readings(left_path, {0, 1});
    run_rounds([&](int thread, int round) {
        Shared& place = shared[static_cast<std::size_t>(thread + round) % shared.size()];
        PDH_HQUERY query = nullptr;
        PDH_HCOUNTER counter = nullptr;
        findings.expect_success("PdhOpenQuery", PdhOpenQuery(nullptr, 0, &query));
        findings.expect_success("PdhAddCounter", PdhAddCounter(query, left_path, 0, &counter));
        place.counter = counter;
        PDH_HQUERY const replaced = place.query.exchange(query);
        for (const Shared& other : shared) {
            const std::initializer_list<DWORD> collected{ERROR_SUCCESS, PDH_NO_DATA, PDH_INVALID_HANDLE};
            findings.expect_status("PdhCollectQueryData", PdhCollectQueryData(other.query), collected);
            use_shared_counter(findings, readings, other.counter, true);
            PDH_HCOUNTER added = nullptr;
            findings.expect_status("PdhAddCounter to any query",
                PdhAddCounter(other.query, TEXT("\\Place\\Room"), 0, &added),
                {ERROR_SUCCESS, PDH_INVALID_HANDLE});
        }
        findings.expect_status("PdhRemoveCounter of any query", PdhRemoveCounter(place.counter),
            {ERROR_SUCCESS, PDH_INVALID_HANDLE});
        findings.expect_status("PdhCloseQuery", PdhCloseQuery(replaced), {ERROR_SUCCESS, PDH_INVALID_HANDLE});
    });
    for (Shared& place : shared) {
        CHECK_SUCCESS(PdhCloseQuery(place.query));
    }
    CHECK(findings.all() == "");
}

TEST_CASE("a handle can be closed by one thread only") {
    use_script("threads.json");
    std::array<PDH_HQUERY, rounds> queries{};
    for (PDH_HQUERY& query : queries) {
        REQUIRE_SUCCESS(PdhOpenQuery(nullptr, 0, &query));
    }
    std::atomic<int> closed{0};
    run_rounds([&](int, int round) {
        if (PdhCloseQuery(queries[static_cast<std::size_t>(round)]) == ERROR_SUCCESS) {
            ++closed;
        }
    });
    CHECK(closed == rounds);
}

TEST_CASE("collecting threads start, collect and end in the middle of everything") {
    use_script("threads.json");
    const FrozenClock clock;
    Findings findings;
    const Query shared;
    PDH_HCOUNTER const counter = shared.add(made_path);
    const Readings made_readings(made_path, {0, 1});
    const Readings left_readings(left_path, {0, 1});
    run_rounds([&](int thread, int round) {
        PDH_HQUERY query = nullptr;
        PDH_HCOUNTER own = nullptr;
        findings.expect_success("PdhOpenQuery", PdhOpenQuery(nullptr, 0, &query));
        findings.expect_success("PdhAddCounter", PdhAddCounter(query, left_path, 0, &own));
        findings.expect_success("PdhCollectQueryDataEx", PdhCollectQueryDataEx(query, 1, nullptr));
        if (round % threads == thread) {
            findings.expect_success(
                "PdhCollectQueryDataEx again", PdhCollectQueryDataEx(shared.handle(), 1, nullptr));
        }
        FrozenClock::advance(1);
        use_shared_counter(findings, made_readings, counter);
        use_shared_counter(findings, left_readings, own);
        findings.expect_success("PdhCollectQueryData", PdhCollectQueryData(query));
        findings.expect_success("PdhCloseQuery", PdhCloseQuery(query));
    });
    CHECK(findings.all() == "");
}

TEST_CASE("sources can be exchanged while they are used" * needs_script) {
    use_script("threads.json");
    Findings findings;
    const Query old;
    PDH_HCOUNTER const counter = old.add(left_path);
    const Readings readings(left_path, {0, 1});
    run_rounds([&](int thread, int) {
        if (thread == 0) {
            use_script("threads.json");
        }
        use_own_query(findings);
        enumerate_all(findings);
        findings.expect_success("PdhCollectQueryData", PdhCollectQueryData(old.handle()));
        use_shared_counter(findings, readings, counter);
    });
    CHECK(findings.all() == "");
}
