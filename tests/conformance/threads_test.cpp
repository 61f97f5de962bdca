// Any function from any thread at any time. Threads go through a number of rounds, not a stretch of time.
// What cannot be seen here a thread sanitizer sees.
#include "findings.h"
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

// What a counter that others collect and close may answer.
void use_shared_counter(Findings& findings, PDH_HCOUNTER counter) {
    PDH_FMT_COUNTERVALUE value{};
    findings.expect_status("PdhGetFormattedCounterValue",
        PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value),
        {ERROR_SUCCESS, PDH_INVALID_DATA, PDH_NO_DATA, PDH_CALC_NEGATIVE_VALUE, PDH_CALC_NEGATIVE_DENOMINATOR,
            PDH_INVALID_HANDLE});
    PDH_RAW_COUNTER raw{};
    findings.expect_status("PdhGetRawCounterValue", PdhGetRawCounterValue(counter, nullptr, &raw),
        {ERROR_SUCCESS, PDH_INVALID_HANDLE});
    std::array<PDH_FMT_COUNTERVALUE_ITEM, 16> items{};
    DWORD size = sizeof items;
    DWORD count = 0;
    findings.expect_status("PdhGetFormattedCounterArray",
        PdhGetFormattedCounterArray(counter, PDH_FMT_LONG, &size, &count, items.data()),
        {ERROR_SUCCESS, PDH_NO_DATA, PDH_CSTATUS_INVALID_DATA, PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE,
            PDH_CALC_NEGATIVE_VALUE, PDH_CALC_NEGATIVE_DENOMINATOR, PDH_INVALID_HANDLE});
    findings.expect_status("PdhSetCounterScaleFactor", PdhSetCounterScaleFactor(counter, 1),
        {ERROR_SUCCESS, PDH_INVALID_HANDLE});
    std::array<PDH_COUNTER_INFO, 16> info{};
    size = sizeof info;
    findings.expect_status("PdhGetCounterInfo", PdhGetCounterInfo(counter, TRUE, &size, info.data()),
        {ERROR_SUCCESS, PDH_INVALID_HANDLE});
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

TEST_CASE("threads with queries of their own do not disturb each other") {
    use_script("threads.json");
    Findings findings;
    run_rounds([&](int, int) {
        use_own_query(findings);
        enumerate_all(findings);
    });
    CHECK(findings.all().empty());
}

TEST_CASE("threads add to, collect, format and remove from one query") {
    use_script("threads.json");
    Findings findings;
    const Query query;
    PDH_HCOUNTER const shared = query.add(TEXT("\\Thing(*)\\Made/sec"));
    run_rounds([&](int thread, int) {
        PDH_HCOUNTER own = nullptr;
        const TCHAR* const path = thread % 2 == 0 ? TEXT("\\Thing(a)\\Left") : TEXT("\\Place\\Room");
        findings.expect_success("PdhAddCounter", PdhAddCounter(query.handle(), path, 0, &own));
        LONGLONG time = 0;
        findings.expect_success("PdhCollectQueryData", PdhCollectQueryData(query.handle()));
        findings.expect_success(
            "PdhCollectQueryDataWithTime", PdhCollectQueryDataWithTime(query.handle(), &time));
        use_shared_counter(findings, shared);
        use_shared_counter(findings, own);
        findings.expect_success("PdhRemoveCounter", PdhRemoveCounter(own));
    });
    CHECK(findings.all().empty());
    query.collect();
}

TEST_CASE("threads use queries and counters that others close") {
    use_script("threads.json");
    Findings findings;
    struct Shared {
        std::atomic<PDH_HQUERY> query{nullptr};
        std::atomic<PDH_HCOUNTER> counter{nullptr};
    };
    std::array<Shared, 4> shared;
    run_rounds([&](int thread, int round) {
        Shared& place = shared[static_cast<std::size_t>(thread + round) % shared.size()];
        PDH_HQUERY query = nullptr;
        PDH_HCOUNTER counter = nullptr;
        findings.expect_success("PdhOpenQuery", PdhOpenQuery(nullptr, 0, &query));
        findings.expect_success("PdhAddCounter", PdhAddCounter(query, TEXT("\\Thing(*)\\Left"), 0, &counter));
        place.counter = counter;
        PDH_HQUERY const replaced = place.query.exchange(query);
        for (const Shared& other : shared) {
            const std::initializer_list<DWORD> collected{ERROR_SUCCESS, PDH_NO_DATA, PDH_INVALID_HANDLE};
            findings.expect_status("PdhCollectQueryData", PdhCollectQueryData(other.query), collected);
            use_shared_counter(findings, other.counter);
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
    CHECK(findings.all().empty());
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
    PDH_HCOUNTER const counter = shared.add(TEXT("\\Thing(*)\\Made/sec"));
    run_rounds([&](int thread, int round) {
        PDH_HQUERY query = nullptr;
        PDH_HCOUNTER own = nullptr;
        findings.expect_success("PdhOpenQuery", PdhOpenQuery(nullptr, 0, &query));
        findings.expect_success("PdhAddCounter", PdhAddCounter(query, TEXT("\\Thing(*)\\Left"), 0, &own));
        findings.expect_success("PdhCollectQueryDataEx", PdhCollectQueryDataEx(query, 1, nullptr));
        if (round % threads == thread) {
            findings.expect_success(
                "PdhCollectQueryDataEx again", PdhCollectQueryDataEx(shared.handle(), 1, nullptr));
        }
        FrozenClock::advance(1);
        use_shared_counter(findings, counter);
        use_shared_counter(findings, own);
        findings.expect_success("PdhCollectQueryData", PdhCollectQueryData(query));
        findings.expect_success("PdhCloseQuery", PdhCloseQuery(query));
    });
    CHECK(findings.all().empty());
}

TEST_CASE("sources can be exchanged while they are used") {
    use_script("threads.json");
    Findings findings;
    const Query old;
    PDH_HCOUNTER const counter = old.add(TEXT("\\Thing(*)\\Left"));
    run_rounds([&](int thread, int) {
        if (thread == 0) {
            use_script("threads.json");
        }
        use_own_query(findings);
        enumerate_all(findings);
        findings.expect_success("PdhCollectQueryData", PdhCollectQueryData(old.handle()));
        use_shared_counter(findings, counter);
    });
    CHECK(findings.all().empty());
}
