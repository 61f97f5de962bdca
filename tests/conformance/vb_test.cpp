// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The Visual Basic functions (PdhVb...), whose text is always 8-bit.
#include "support.h"

#include <array>
#include <string>

using namespace conformance;

namespace {

// The five parts of a path, each with a buffer of the same size.
struct Parts {
    explicit Parts(std::size_t size) {
        for (std::string& part : texts) {
            part.assign(size, 'x');
        }
    }

    PDH_STATUS take_apart(const char* path) {
        return PdhVbGetCounterPathElements(path, texts[0].data(), texts[1].data(), texts[2].data(),
            texts[3].data(), texts[4].data(), static_cast<DWORD>(texts[0].size()));
    }
    [[nodiscard]] std::array<std::string, 5> result() const {
        std::array<std::string, 5> parts = texts;
        for (std::string& part : parts) {
            part.resize(part.find('\0'));
        }
        return parts;
    }
    [[nodiscard]] bool untouched() const {
        const std::string before(texts[0].size(), 'x');
        return texts == std::array{before, before, before, before, before};
    }

    std::array<std::string, 5> texts; // machine, object, instance, parent, counter
};

PDH_HQUERY open_query() {
    PDH_HQUERY query = nullptr;
    REQUIRE_SUCCESS(PdhVbOpenQuery(&query));
    return query;
}

} // namespace

TEST_CASE_FIXTURE(Widgets, "a Visual Basic program reads a counter") {
    PDH_HQUERY const query = open_query();
    PDH_HCOUNTER counter = nullptr;
    REQUIRE_SUCCESS(PdhVbAddCounter(query, "\\Gadget\\Depth", &counter));
    REQUIRE_SUCCESS(PdhCollectQueryData(query));
    PDH_STATUS status = -1;
    CHECK(PdhVbGetDoubleCounterValue(counter, &status) == 7.0);
    CHECK_STATUS(status, PDH_CSTATUS_VALID_DATA);
    CHECK(PdhVbIsGoodStatus(status) != 0);
    CHECK(PdhVbGetDoubleCounterValue(counter, nullptr) == 7.0);
    CHECK(PdhVbGetDoubleCounterValue(counter, &status) == double_value(counter));
    CHECK_SUCCESS(PdhCloseQuery(query));
}

TEST_CASE_FIXTURE(Widgets, "PdhVbAddCounter answers as PdhAddCounter does, but for the empty path") {
    PDH_HQUERY const query = open_query();
    struct Case {
        const char* path;
        DWORD status;
    };
    for (const Case& with : {Case{"", PDH_CSTATUS_BAD_COUNTERNAME}, Case{nullptr, PDH_INVALID_ARGUMENT},
             Case{"Depth", PDH_CSTATUS_BAD_COUNTERNAME}, Case{"\\Gadget\\", PDH_CSTATUS_NO_COUNTERNAME},
             Case{"\\Nothing\\Depth", PDH_CSTATUS_NO_OBJECT},
             Case{"\\Gadget\\Nothing", PDH_CSTATUS_NO_COUNTER}}) {
        auto* counter = reinterpret_cast<PDH_HCOUNTER>(std::uintptr_t{42});
        CHECK_STATUS(PdhVbAddCounter(query, with.path, &counter), with.status);
        CHECK(counter == nullptr);
        CHECK_STATUS(PdhVbAddCounter(query, with.path, nullptr), PDH_INVALID_ARGUMENT);
    }
    PDH_HCOUNTER counter = nullptr;
    CHECK_STATUS(PdhVbAddCounter(nullptr, "", &counter), PDH_INVALID_HANDLE);
    REQUIRE_SUCCESS(PdhVbAddCounter(query, "\\Gadget\\Depth", &counter));
    for (const BadHandle& bad : not_a_query(counter)) {
        CAPTURE(bad.what);
        PDH_HCOUNTER none = nullptr;
        CHECK_STATUS(PdhVbAddCounter(bad.handle, "\\Gadget\\Depth", &none), PDH_INVALID_HANDLE);
    }
    CHECK_SUCCESS(PdhCloseQuery(query));
}

TEST_CASE_FIXTURE(Widgets, "PdhVbGetDoubleCounterValue without a value is 0, and gives the reason") {
    PDH_HQUERY const query = open_query();
    PDH_HCOUNTER counter = nullptr;
    REQUIRE_SUCCESS(PdhVbAddCounter(query, "\\Widget(a)\\Items/sec", &counter));
    PDH_STATUS status = 0;
    CHECK(PdhVbGetDoubleCounterValue(counter, &status) == 0.0);
    CHECK_STATUS(status, PDH_NO_DATA);
    REQUIRE_SUCCESS(PdhCollectQueryData(query));
    CHECK(PdhVbGetDoubleCounterValue(counter, &status) == 0.0);
    CHECK_STATUS(status, PDH_INVALID_DATA);
    CHECK(PdhVbIsGoodStatus(status) == 0);
    CHECK(PdhVbGetDoubleCounterValue(counter, nullptr) == 0.0);
    for (const BadHandle& bad : not_a_counter(query)) {
        CAPTURE(bad.what);
        CHECK(PdhVbGetDoubleCounterValue(bad.handle, &status) == 0.0);
        CHECK_STATUS(status, PDH_INVALID_HANDLE);
        CHECK(PdhVbGetDoubleCounterValue(bad.handle, nullptr) == 0.0);
    }
    CHECK_SUCCESS(PdhCloseQuery(query));
}

TEST_CASE("PdhVbIsGoodStatus knows success from failure") {
    CHECK(PdhVbIsGoodStatus(ERROR_SUCCESS) != 0);
    CHECK(PdhVbIsGoodStatus(static_cast<LONG>(PDH_CSTATUS_NEW_DATA)) != 0);
    for (const DWORD bad : {PDH_NO_DATA, PDH_MORE_DATA, PDH_INVALID_DATA, PDH_INVALID_HANDLE}) {
        CHECK(PdhVbIsGoodStatus(static_cast<LONG>(bad)) == 0);
    }
}

TEST_CASE("without a screen the dialogs of Visual Basic programs choose nothing") {
    hide_screen();
    std::array<char, 16> path{'x'};
    CHECK(PdhVbCreateCounterPathList(PERF_DETAIL_WIZARD, "Counters") == 0);
    CHECK(PdhVbCreateCounterPathList(PERF_DETAIL_WIZARD, nullptr) == 0);
    for (const LONG index : {0, 1, -1}) {
        CHECK(PdhVbGetCounterPathFromList(index, path.data(), 16) == 0);
        CHECK(PdhVbGetCounterPathFromList(index, nullptr, 16) == 0);
    }
    CHECK(PdhVbGetOneCounterPath(path.data(), 16, PERF_DETAIL_WIZARD, "Counter") == 0);
    CHECK(PdhVbGetOneCounterPath(nullptr, 0, PERF_DETAIL_WIZARD, nullptr) == 0);
    CHECK(path.front() == 'x');
}

TEST_CASE("PdhVbGetCounterPathElements takes a path apart") {
    Parts parts(64);
    REQUIRE_SUCCESS(parts.take_apart("\\\\far\\Thread(app/7#2)\\% Processor Time"));
    CHECK(parts.result() == std::array<std::string, 5>{"\\\\far", "Thread", "7", "app", "% Processor Time"});
    REQUIRE_SUCCESS(parts.take_apart("\\Widget(a)\\Depth"));
    CHECK(parts.result() == std::array<std::string, 5>{machine(), "Widget", "a", "", "Depth"});
    REQUIRE_SUCCESS(parts.take_apart("\\Gadget\\Depth"));
    CHECK(parts.result() == std::array<std::string, 5>{machine(), "Gadget", "", "", "Depth"});
}

TEST_CASE("PdhVbGetCounterPathElements: all parts fit or none is written") {
    const char* const path = R"(\\m\Widget(app/7)\Items waiting)";
    constexpr std::size_t needed = sizeof "Items waiting";
    for (std::size_t size = 0; size < needed; ++size) {
        CAPTURE(size);
        Parts parts(size);
        CHECK_STATUS(parts.take_apart(path), PDH_MORE_DATA);
        CHECK(parts.untouched());
    }
    Parts parts(needed);
    CHECK_SUCCESS(parts.take_apart(path));
}

TEST_CASE("PdhVbGetCounterPathElements: invalid paths") {
    for (const char* const path : {"", "Widget", "\\Widget", "\\Widget(a\\Depth"}) {
        CAPTURE(path);
        Parts parts(64);
        CHECK_STATUS(parts.take_apart(path), PDH_INVALID_PATH);
        CHECK(parts.untouched());
    }
}

TEST_CASE_FIXTURE(Widgets, "the log functions of Visual Basic programs answer as the others do") {
    DWORD type = PDH_LOG_TYPE_UNDEFINED;
    PDH_HLOG log = nullptr;
    constexpr DWORD reading = PDH_LOG_READ_ACCESS | PDH_LOG_OPEN_EXISTING;
    CHECK_STATUS(PdhVbOpenLog(nullptr, reading, &type, nullptr, 0, nullptr, &log), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhVbOpenLog("no such log", PDH_LOG_READ_ACCESS, &type, nullptr, 0, nullptr, &log),
        PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhVbOpenLog("no such log", reading, &type, nullptr, 0, nullptr, &log), PDH_FILE_NOT_FOUND);
    const Query query;
    LONG bytes = 42;
    for (auto* const bad : {HANDLE{nullptr}, query.handle(), reinterpret_cast<HANDLE>(std::uintptr_t{1})}) {
        CHECK_STATUS(PdhVbUpdateLog(bad, ""), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhVbUpdateLog(bad, nullptr), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhVbGetLogFileSize(bad, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhVbGetLogFileSize(bad, &bytes), PDH_INVALID_HANDLE);
    }
    CHECK(log == nullptr);
    CHECK(bytes == 42);
}
