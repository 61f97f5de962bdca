// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Each call with each of its allocations failing in turn: it returns the status, nothing is lost or leaked,
// and the next call succeeds.
#include "../torture/failure.h"
#include "temporary_folder.h"

#include <pdh.h>
#include <pdh_shim/control.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <array>
#include <functional>
#include <string>
#include <string_view>

using pdh_shim::torture::Extent;
using pdh_shim::torture::Failure;
using pdh_shim::torture::Resource;

namespace {

// Lets the first, second... allocation of the call fail until it needs no more. `after_failure` checks the
// state after each failure. Returns the number of failures.
int fail_each(const std::function<PDH_STATUS()>& call, const std::function<void()>& after_failure) {
    for (int failures = 0; failures < 10'000; ++failures) {
        PDH_STATUS status = ERROR_SUCCESS;
        bool failed = false;
        {
            const Failure failure(Resource::memory, failures, Extent::one);
            status = call();
            failed = failure.happened();
        }
        if (!failed) {
            CHECK(status == ERROR_SUCCESS);
            return failures;
        }
        CAPTURE(failures);
        CHECK(static_cast<DWORD>(status) == PDH_MEMORY_ALLOCATION_FAILURE);
        after_failure();
    }
    FAIL("the call never succeeds");
    return 0;
}

struct Fixture : private boost::noncopyable {
    Fixture() {
        REQUIRE(pdh_shim_set_sources("script:" TEST_SCRIPT) == ERROR_SUCCESS);
        REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
    }
    ~Fixture() { CHECK(PdhCloseQuery(query) == ERROR_SUCCESS); }

    [[nodiscard]] DWORD collect() const { return static_cast<DWORD>(PdhCollectQueryData(query)); }

    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
};

} // namespace

TEST_CASE_FIXTURE(Fixture, "out of memory: a query that could not be opened") {
    PDH_HQUERY opened = nullptr;
    CHECK(
        fail_each([&] { return PdhOpenQueryA(nullptr, 0, &opened); }, [&] { CHECK(opened == nullptr); }) > 0);
    CHECK(PdhCloseQuery(opened) == ERROR_SUCCESS);
}

TEST_CASE_FIXTURE(Fixture, "out of memory: a counter that could not be added is not collected") {
    const int failures = fail_each([&] { return PdhAddCounterA(query, "\\Gadget\\Depth", 0, &counter); },
        [&] {
            CHECK(counter == nullptr);
            CHECK(collect() == PDH_NO_DATA); // no counters
        });
    CHECK(failures > 5);
    CHECK(collect() == ERROR_SUCCESS);
    PDH_FMT_COUNTERVALUE value{};
    CHECK(PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, nullptr, &value) == ERROR_SUCCESS);
    CHECK(value.longValue == 7);
    CHECK(PdhRemoveCounter(counter) == ERROR_SUCCESS);
    CHECK(collect() == PDH_NO_DATA);
}

TEST_CASE_FIXTURE(Fixture, "out of memory: a second counter of the object, and one of another") {
    REQUIRE(PdhAddCounterA(query, "\\Gadget\\Depth", 0, &counter) == ERROR_SUCCESS);
    for (const char* const path : {"\\Gadget\\Total", "\\Widget(a)\\Items/sec"}) {
        CAPTURE(path);
        PDH_HCOUNTER second = nullptr;
        fail_each([&] { return PdhAddCounterA(query, path, 0, &second); }, [&] { CHECK(second == nullptr); });
        CHECK(PdhRemoveCounter(second) == ERROR_SUCCESS);
    }
    CHECK(collect() == ERROR_SUCCESS);
}

TEST_CASE_FIXTURE(Fixture, "out of memory: lists and expansions") {
    std::array<char, 1000> counters{};
    std::array<char, 1000> instances{};
    const auto room = static_cast<DWORD>(counters.size());
    DWORD size = room;
    DWORD other_size = room;
    const auto fresh = [&] { size = other_size = room; };
    CHECK(fail_each(
              [&] {
                  return PdhEnumObjectItemsA(nullptr, nullptr, "Widget", counters.data(), &size,
                      instances.data(), &other_size, PERF_DETAIL_WIZARD, 0);
              },
              fresh) > 0);
    fresh();
    CHECK(fail_each(
              [&] {
                  return PdhEnumObjectsA(nullptr, nullptr, counters.data(), &size, PERF_DETAIL_WIZARD, TRUE);
              },
              fresh) > 0);
    fresh();
    CHECK(fail_each(
              [&] { return PdhExpandWildCardPathA(nullptr, "\\Widget(*)\\*", counters.data(), &size, 0); },
              fresh) > 0);
}

TEST_CASE_FIXTURE(Fixture, "out of memory: names and indices") {
    DWORD index = 0;
    CHECK(fail_each([&] { return PdhLookupPerfIndexByNameA(nullptr, "Widget", &index); }, [] {}) > 0);
    CHECK(index == 5000);
    std::array<char, 100> name{};
    auto size = static_cast<DWORD>(name.size());
    fail_each([&] { return PdhLookupPerfNameByIndexA(nullptr, 5002, name.data(), &size); }, [] {});
    CHECK(std::string_view(name.data()) == "Items/sec");
}

TEST_CASE_FIXTURE(Fixture, "out of memory: information about a counter") {
    REQUIRE(PdhAddCounterA(query, "\\Gadget\\Depth", 0, &counter) == ERROR_SUCCESS);
    std::array<PDH_COUNTER_INFO_A, 8> info{};
    DWORD size = sizeof info;
    CHECK(fail_each([&] { return PdhGetCounterInfoA(counter, TRUE, &size, info.data()); },
              [&] { CHECK(size == sizeof info); }) > 0);
    CHECK(std::string_view(info[0].szExplainText) == "Items waiting.");
}

TEST_CASE_FIXTURE(Fixture, "out of memory: supplied samples") {
    REQUIRE(PdhAddRelogCounter(query, u"\\Any(*)\\Level", PERF_COUNTER_RAWCOUNT, 0, 0, &counter) ==
            ERROR_SUCCESS);
    PDH_RAW_COUNTER raw{};
    raw.FirstValue = 5;
    fail_each(
        [&] { return PdhSetCounterValue(counter, &raw, u"an instance with a name of some length"); }, [] {});
    PDH_HCOUNTER second = nullptr;
    fail_each(
        [&] { return PdhAddRelogCounter(query, u"\\Any(*)\\Other", PERF_COUNTER_RAWCOUNT, 0, 0, &second); },
        [&] { CHECK(second == nullptr); });
    PDH_FMT_COUNTERVALUE value{};
    CHECK(PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, nullptr, &value) == ERROR_SUCCESS);
    CHECK(value.longValue == 5);
}

TEST_CASE_FIXTURE(Fixture, "out of memory: the trace of calls changes no outcome") {
    const pdh_shim::test::TemporaryFolder folder;
    REQUIRE(PdhAddCounterA(query, "\\Gadget\\Depth", 0, &counter) == ERROR_SUCCESS);
    REQUIRE(collect() == ERROR_SUCCESS);
    REQUIRE(pdh_shim_set_log("calls", folder.path("log").c_str()) == ERROR_SUCCESS);
    bool failed = true;
    for (int failures = 0; failed; ++failures) {
        CAPTURE(failures);
        PDH_FMT_COUNTERVALUE value{};
        const Failure failure(Resource::memory, failures, Extent::one);
        // Needs no memory itself.
        CHECK(PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, nullptr, &value) == ERROR_SUCCESS);
        CHECK(value.longValue == 7);
        failed = failure.happened();
        REQUIRE(failures < 1000);
    }
    failed = true;
    for (int failures = 0; failed; ++failures) {
        CAPTURE(failures);
        PDH_HCOUNTER added = nullptr;
        PDH_STATUS status = ERROR_SUCCESS;
        {
            const Failure failure(Resource::memory, failures, Extent::one);
            status = PdhAddCounterA(query, "\\Widget(a)\\Items/sec", 0, &added);
            failed = failure.happened();
        }
        const bool is_added = status == ERROR_SUCCESS;
        CHECK((is_added || static_cast<DWORD>(status) == PDH_MEMORY_ALLOCATION_FAILURE));
        CHECK(is_added == (added != nullptr));
        CHECK((!is_added || PdhRemoveCounter(added) == ERROR_SUCCESS));
        REQUIRE(failures < 1000);
    }
    pdh_shim_set_log("off", nullptr);
    CHECK(folder.read("log").find("-> value={PDH_CSTATUS_VALID_DATA, 7}, ok") != std::string::npos);
}
