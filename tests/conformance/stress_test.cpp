// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// All calls at the same time, from all threads, on handles that others close: each status must be a possible
// one, and each value one that a thread alone reads. The thread sanitizer finds the rest. With STRESS_SECONDS
// in the environment it runs for so many seconds of real time.
#include "findings.h"
#include "readings.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>

using namespace conformance;

namespace {

constexpr std::size_t stress_threads = 8;
constexpr int seconds = 30;
constexpr int rounds_a_second = 160; // of all threads together
constexpr const TCHAR* shared_path = TEXT("\\Thing(*)\\Made/sec");

// Possible statuses of a call on a query or counter that another thread may close.
constexpr std::initializer_list<DWORD> done{ERROR_SUCCESS, PDH_INVALID_HANDLE};
constexpr std::initializer_list<DWORD> collected{
    ERROR_SUCCESS, PDH_NO_DATA, PDH_NO_MORE_DATA, PDH_INVALID_HANDLE};
constexpr std::initializer_list<DWORD> formatted{ERROR_SUCCESS, PDH_INVALID_DATA, PDH_NO_DATA, PDH_MORE_DATA,
    PDH_CSTATUS_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE, PDH_CALC_NEGATIVE_VALUE, PDH_CALC_NEGATIVE_DENOMINATOR,
    PDH_INVALID_HANDLE};
// Sources come and go too.
constexpr std::initializer_list<DWORD> found{ERROR_SUCCESS, PDH_CSTATUS_NO_OBJECT, PDH_MORE_DATA};

// A place with a query and one of its counters, which any thread may exchange.
struct Place {
    std::atomic<PDH_HQUERY> query{nullptr};
    std::atomic<PDH_HCOUNTER> counter{nullptr};
};

class Stress {
  public:
    // The steps of each thread, which begin at different positions.
    void round(std::size_t thread, std::size_t round) {
        constexpr std::array steps{&Stress::open_and_exchange, &Stress::collect, &Stress::read_values,
            &Stress::ask_sizes, &Stress::change_counters, &Stress::enumerate, &Stress::look_up,
            &Stress::supply_samples, &Stress::add_and_remove_source, &Stress::bind_and_close,
            &Stress::show_dialogs, &Stress::calculate};
        (this->*steps[(thread + round) % steps.size()])(thread);
        rounds_.fetch_add(1);
        rounds_.notify_all();
    }

    // Waits until the threads have gone through so many rounds more.
    void wait_for_rounds(int more) const {
        const int wanted = rounds_.load() + more;
        for (int now = rounds_.load(); now < wanted; now = rounds_.load()) {
            rounds_.wait(now);
        }
    }

    void close_all() {
        for (Place& place : places_) {
            findings_.expect_status("PdhCloseQuery", PdhCloseQuery(place.query), done);
        }
    }

    [[nodiscard]] std::string findings() const { return findings_.all(); }

  private:
    Place& next_place(std::size_t thread) {
        return places_[(thread + static_cast<std::size_t>(rounds_.load())) % places_.size()];
    }

    void open_and_exchange(std::size_t thread) {
        PDH_HQUERY query = nullptr;
        PDH_HCOUNTER counter = nullptr;
        PDH_HCOUNTER second = nullptr;
        findings_.expect_success("PdhOpenQuery", PdhOpenQuery(nullptr, 0, &query));
        findings_.expect_success(
            "PdhAddEnglishCounter", PdhAddEnglishCounter(query, TEXT("\\Place\\Room"), 0, &second));
        findings_.expect_success("PdhAddCounter", PdhAddCounter(query, shared_path, 0, &counter));
        // The event is closed while the thread continues.
        const Event event;
        findings_.expect_success("PdhCollectQueryDataEx",
            PdhCollectQueryDataEx(query, 1, thread % 2 == 0 ? event.handle() : nullptr));
        Place& place = next_place(thread);
        place.counter = counter;
        findings_.expect_status("PdhCloseQuery", PdhCloseQuery(place.query.exchange(query)), done);
    }

    void collect(std::size_t /*thread*/) {
        for (Place& place : places_) {
            LONGLONG time = 0;
            findings_.expect_status("PdhCollectQueryData", PdhCollectQueryData(place.query), collected);
            findings_.expect_status(
                "PdhCollectQueryDataWithTime", PdhCollectQueryDataWithTime(place.query, &time), collected);
            findings_.expect_status(
                "PdhCollectQueryDataEx", PdhCollectQueryDataEx(place.query, 2, nullptr), collected);
        }
    }

    void read_values(std::size_t /*thread*/) {
        for (const Place& place : places_) {
            readings_.check(findings_, place.counter, true);
        }
    }

    void ask_sizes(std::size_t /*thread*/) {
        for (const Place& place : places_) {
            DWORD size = 0;
            DWORD count = 0;
            findings_.expect_status("PdhGetFormattedCounterArray, size",
                PdhGetFormattedCounterArray(place.counter, PDH_FMT_LONG, &size, &count, nullptr), formatted);
            size = 0;
            findings_.expect_status("PdhGetRawCounterArray, size",
                PdhGetRawCounterArray(place.counter, &size, &count, nullptr), formatted);
        }
    }

    void change_counters(std::size_t thread) {
        for (Place& place : places_) {
            std::array<PDH_COUNTER_INFO, 16> info{};
            DWORD size = sizeof info;
            PDH_HCOUNTER added = nullptr;
            findings_.expect_status("PdhSetCounterScaleFactor",
                PdhSetCounterScaleFactor(place.counter, static_cast<LONG>(thread) % 3), done);
            findings_.expect_status(
                "PdhGetCounterInfo", PdhGetCounterInfo(place.counter, TRUE, &size, info.data()), done);
            findings_.expect_status(
                "PdhAddCounter", PdhAddCounter(place.query, TEXT("\\Thing(a)\\Left"), 0, &added), done);
            findings_.expect_status("PdhRemoveCounter", PdhRemoveCounter(added), done);
        }
        findings_.expect_status("PdhRemoveCounter", PdhRemoveCounter(next_place(thread).counter), done);
    }

    void enumerate(std::size_t /*thread*/) {
        std::array<TCHAR, 1000> list{};
        std::array<TCHAR, 1000> other{};
        DWORD size = 1000;
        DWORD other_size = 1000;
        findings_.expect_success(
            "PdhEnumObjects", PdhEnumObjects(nullptr, nullptr, list.data(), &size, PERF_DETAIL_WIZARD, TRUE));
        for (const TCHAR* const object : {TEXT("Thing"), TEXT("Station")}) {
            size = other_size = 0;
            findings_.expect_status("PdhEnumObjectItems, size",
                PdhEnumObjectItems(
                    nullptr, nullptr, object, nullptr, &size, nullptr, &other_size, PERF_DETAIL_WIZARD, 0),
                found);
            size = other_size = 1000;
            findings_.expect_status("PdhEnumObjectItems",
                PdhEnumObjectItems(nullptr, nullptr, object, list.data(), &size, other.data(), &other_size,
                    PERF_DETAIL_WIZARD, 0),
                found);
        }
        for (const TCHAR* const path : {TEXT("\\Thing(*)\\*"), TEXT("\\Station(*)\\*")}) {
            size = 1000;
            findings_.expect_status("PdhExpandWildCardPath",
                PdhExpandWildCardPath(nullptr, path, list.data(), &size, PDH_REFRESHCOUNTERS), found);
        }
    }

    void look_up(std::size_t /*thread*/) {
        std::array<TCHAR, 200> name{};
        DWORD size = 200;
        DWORD index = 0;
        const WideText thing = wide_from_utf8("Thing");
        findings_.expect_success(
            "PdhLookupPerfNameByIndex", PdhLookupPerfNameByIndex(nullptr, 6002, name.data(), &size));
        findings_.expect_success(
            "PdhLookupPerfIndexByName", PdhLookupPerfIndexByName(nullptr, TEXT("Made/sec"), &index));
        findings_.expect(index == 6002, "another index");
        findings_.expect_success("PdhValidatePath", PdhValidatePath(TEXT("\\Place\\Room")));
        findings_.expect(
            PdhGetExplainText(nullptr, thing.c_str(), nullptr) == nullptr, "an explanation out of nothing");
        size = 200;
        findings_.expect_success(
            "PdhGetDefaultPerfObject", PdhGetDefaultPerfObject(nullptr, nullptr, name.data(), &size));
        findings_.expect(text_of_status(PDH_NO_DATA).size() > 10, "no text of a status");
    }

    void supply_samples(std::size_t thread) {
        PDH_HCOUNTER supplied = nullptr;
        PDH_RAW_COUNTER raw{};
        PDH_FMT_COUNTERVALUE value{};
        const WideText path = wide_from_utf8("\\Supplied(*)\\Level");
        const WideText instance = wide_from_utf8("x");
        findings_.expect_status("PdhAddRelogCounter",
            PdhAddRelogCounter(
                next_place(thread).query, path.c_str(), PERF_COUNTER_RAWCOUNT, 0, 1, &supplied),
            done);
        for (raw.FirstValue = 0; raw.FirstValue < 3; ++raw.FirstValue) {
            findings_.expect_status(
                "PdhSetCounterValue", PdhSetCounterValue(supplied, &raw, instance.c_str()), done);
            const auto status = PdhGetFormattedCounterValue(supplied, PDH_FMT_LONG, nullptr, &value);
            findings_.expect_status("a supplied value", status, done);
            findings_.expect(
                status != ERROR_SUCCESS || value.longValue == raw.FirstValue, "another supplied value");
        }
        findings_.expect_status("PdhRemoveCounter", PdhRemoveCounter(supplied), done);
    }

    void add_and_remove_source(std::size_t thread) {
        PDH_HQUERY query = nullptr;
        PDH_HCOUNTER counter = nullptr;
        PDH_FMT_COUNTERVALUE value{};
        findings_.expect_success("PdhOpenQuery", PdhOpenQuery(nullptr, 0, &query));
        {
            const StationSource source(std::to_string(thread).c_str());
            // Perhaps that of another thread, which removes it at any time.
            findings_.expect_status("PdhAddCounter of a source that was added",
                PdhAddCounter(query, TEXT("\\Station(south)\\Trains"), 0, &counter), found);
        }
        findings_.expect_status("PdhCollectQueryData of a source that was removed",
            PdhCollectQueryData(query), {ERROR_SUCCESS, PDH_NO_DATA});
        findings_.expect_status("a value of a source that was removed",
            PdhGetFormattedCounterValue(counter, PDH_FMT_LARGE, nullptr, &value), formatted);
        findings_.expect_success("PdhCloseQuery", PdhCloseQuery(query));
    }

    void bind_and_close(std::size_t /*thread*/) {
        PDH_HLOG source = nullptr;
        PDH_HQUERY query = nullptr;
        findings_.expect_success("PdhBindInputDataSource", PdhBindInputDataSource(&source, nullptr));
        findings_.expect_success("PdhOpenQueryH", PdhOpenQueryH(source, 0, &query));
        findings_.expect_success("PdhValidatePathEx", PdhValidatePathEx(source, TEXT("\\Place\\Room")));
        findings_.expect_success("PdhCloseLog", PdhCloseLog(source, 0));
        findings_.expect(PdhIsRealTimeQuery(query) == TRUE, "a query without its data source");
        findings_.expect_success("PdhCloseQuery", PdhCloseQuery(query));
    }

    void show_dialogs(std::size_t /*thread*/) {
        std::array<TCHAR, 100> path{};
        PDH_BROWSE_DLG_CONFIG dialog{};
        dialog.szReturnPathBuffer = path.data();
        dialog.cchReturnPathLength = 100;
        findings_.expect_status("PdhBrowseCounters", PdhBrowseCounters(&dialog), {PDH_DIALOG_CANCELLED});
    }

    void calculate(std::size_t /*thread*/) {
        PDH_RAW_COUNTER older{0, {}, 100, 1000, 1};
        PDH_RAW_COUNTER newer{0, {}, 150, 2000, 1};
        LONGLONG time_base = 1000;
        PDH_FMT_COUNTERVALUE value{};
        findings_.expect_success("PdhFormatFromRawValue",
            PdhFormatFromRawValue(PERF_COUNTER_COUNTER, PDH_FMT_DOUBLE, &time_base, &newer, &older, &value));
        findings_.expect(value.doubleValue == 50, "another rate");
        for (Place& place : places_) {
            PDH_STATISTICS statistics{};
            findings_.expect_status("PdhComputeCounterStatistics",
                PdhComputeCounterStatistics(place.counter, PDH_FMT_LONG, 0, 1, &newer, &statistics), done);
        }
    }

    const Readings readings_{shared_path, {0, 1, 2}};
    std::array<Place, 4> places_;
    std::atomic<int> rounds_{0};
    Findings findings_;
};

std::chrono::seconds real_time_to_take() {
    const char* const text = std::getenv("STRESS_SECONDS");
    return std::chrono::seconds(text == nullptr ? 0 : std::atoi(text));
}

} // namespace

TEST_CASE("thirty seconds of everything from eight threads that close each other's handles") {
    use_script("threads.json");
    const FrozenClock clock;
    Stress stress;
    std::atomic<bool> ended{false};
    std::vector<std::thread> running;
    running.reserve(stress_threads);
    for (std::size_t thread = 0; thread < stress_threads; ++thread) {
        running.emplace_back([&stress, &ended, thread] {
            for (std::size_t round = 0; !ended.load(); ++round) {
                stress.round(thread, round);
            }
        });
    }
    const auto end = std::chrono::steady_clock::now() + real_time_to_take();
    for (int second = 0; second < seconds || std::chrono::steady_clock::now() < end; ++second) {
        FrozenClock::advance(1);
        stress.wait_for_rounds(rounds_a_second);
    }
    ended.store(true);
    for (std::thread& thread : running) {
        thread.join();
    }
    stress.close_all();
    CHECK(stress.findings() == "");
}
