// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Each handle that a function takes, exchanged for NULL, garbage, an address, a handle of another kind and a
// closed one while all else is good: PDH_INVALID_HANDLE, and nothing has happened. Read by coverage.py.
#include "fixture.h"

using namespace conformance;

namespace {

// A call with the handle in the place of its parameter.
struct HandleRow {
    const char* name;
    PDH_STATUS (*call)(Fixture& fixture, HANDLE handle);
};

void check_handles(std::span<const HandleRow> rows,
    const std::function<std::vector<BadHandle>(const Fixture& fixture)>& bad_handles) {
    for (const HandleRow& row : rows) {
        SUBCASE(row.name) {
            use_script("widgets.json");
            Fixture fixture;
            std::uint64_t on_the_stack = 0;
            auto handles = bad_handles(fixture);
            handles.push_back({"the address of a variable", &on_the_stack});
            handles.push_back({"the address of a handle", &fixture.opened});
            for (const BadHandle& bad : handles) {
                CAPTURE(bad.what);
                CHECK_STATUS(row.call(fixture, bad.handle), PDH_INVALID_HANDLE);
            }
            CHECK(fixture.opened == nullptr);
            CHECK(fixture.added == nullptr);
            CHECK(fixture.log == nullptr);
            CHECK(fixture.size == Fixture::room);
            CHECK(fixture.text[0] == 0);
            CHECK(double_value(fixture.rate) == 5); // the live ones are none the worse for it
        }
    }
}

constexpr std::array query_handles{
    HandleRow{"PdhCloseQuery: hQuery", [](Fixture&, HANDLE h) { return PdhCloseQuery(h); }},
    HandleRow{"PdhCollectQueryData: hQuery", [](Fixture&, HANDLE h) { return PdhCollectQueryData(h); }},
    HandleRow{"PdhCollectQueryDataWithTime: hQuery",
        [](Fixture& b, HANDLE h) { return PdhCollectQueryDataWithTime(h, &b.large); }},
    HandleRow{"PdhCollectQueryDataEx: hQuery",
        [](Fixture&, HANDLE h) { return PdhCollectQueryDataEx(h, 1, nullptr); }},
    HandleRow{"PdhSetQueryTimeRange: hQuery",
        [](Fixture& b, HANDLE h) { return PdhSetQueryTimeRange(h, &b.range); }},
    HandleRow{"PdhIsRealTimeQuery: hQuery",
        [](Fixture&, HANDLE h) {
            return PdhIsRealTimeQuery(h) == FALSE ? static_cast<PDH_STATUS>(PDH_INVALID_HANDLE) : 0;
        }},
    HandleRow{"PdhAddCounter: hQuery",
        [](Fixture& b, HANDLE h) { return PdhAddCounter(h, TEXT("\\Gadget\\Depth"), 0, &b.added); }},
    HandleRow{"PdhAddEnglishCounter: hQuery",
        [](Fixture& b, HANDLE h) {
            const PDH_STATUS status = PdhAddEnglishCounter(h, TEXT("\\Gadget\\Depth"), 0, &b.added);
            // -1 has a status of its own there: see counter_test.cpp.
            const bool is_own =
                h == invalid_handle_value && status == static_cast<PDH_STATUS>(PDH_INVALID_ARGUMENT);
            return is_own ? static_cast<PDH_STATUS>(PDH_INVALID_HANDLE) : status;
        }},
    HandleRow{"PdhAddRelogCounter: hQuery",
        [](Fixture& b, HANDLE h) {
            return PdhAddRelogCounter(h, b.wide_path.c_str(), PERF_COUNTER_RAWCOUNT, 0, 1, &b.added);
        }},
    HandleRow{"PdhOpenLog: hQuery",
        [](Fixture& b, HANDLE h) {
            DWORD type = PDH_LOG_TYPE_CSV;
            return PdhOpenLog(
                b.missing.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_NEW, &type, h, 0, nullptr, &b.log);
        }},
    HandleRow{"PdhVbAddCounter: QueryHandle",
        [](Fixture& b, HANDLE h) { return PdhVbAddCounter(h, "\\Gadget\\Depth", &b.added); }},
    HandleRow{"PdhVbOpenLog: hQuery",
        [](Fixture& b, HANDLE h) {
            DWORD type = PDH_LOG_TYPE_CSV;
            return PdhVbOpenLog(utf8(b.missing).c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_NEW, &type, h,
                0, nullptr, &b.log);
        }},
};

constexpr std::array counter_handles{
    HandleRow{"PdhRemoveCounter: hCounter", [](Fixture&, HANDLE h) { return PdhRemoveCounter(h); }},
    HandleRow{"PdhGetCounterInfo: hCounter",
        [](Fixture& b, HANDLE h) {
            return PdhGetCounterInfo(h, TRUE, &b.bytes_size, b.bytes_as<PDH_COUNTER_INFO>());
        }},
    HandleRow{"PdhGetCounterTimeBase: hCounter",
        [](Fixture& b, HANDLE h) { return PdhGetCounterTimeBase(h, &b.large); }},
    HandleRow{"PdhSetCounterScaleFactor: hCounter",
        [](Fixture&, HANDLE h) { return PdhSetCounterScaleFactor(h, 1); }},
    HandleRow{"PdhGetRawCounterValue: hCounter",
        [](Fixture& b, HANDLE h) { return PdhGetRawCounterValue(h, &b.number, &b.newer); }},
    HandleRow{"PdhGetRawCounterArray: hCounter",
        [](Fixture& b, HANDLE h) {
            return PdhGetRawCounterArray(h, &b.bytes_size, &b.number, b.bytes_as<PDH_RAW_COUNTER_ITEM>());
        }},
    HandleRow{"PdhGetFormattedCounterValue: hCounter",
        [](Fixture& b, HANDLE h) {
            return PdhGetFormattedCounterValue(h, PDH_FMT_LONG, &b.number, &b.value);
        }},
    HandleRow{"PdhGetFormattedCounterArray: hCounter",
        [](Fixture& b, HANDLE h) {
            return PdhGetFormattedCounterArray(
                h, PDH_FMT_LONG, &b.bytes_size, &b.number, b.bytes_as<PDH_FMT_COUNTERVALUE_ITEM>());
        }},
    HandleRow{"PdhCalculateCounterFromRawValue: hCounter",
        [](Fixture& b, HANDLE h) {
            return PdhCalculateCounterFromRawValue(h, PDH_FMT_LONG, &b.newer, &b.older, &b.value);
        }},
    HandleRow{"PdhComputeCounterStatistics: hCounter",
        [](Fixture& b, HANDLE h) {
            return PdhComputeCounterStatistics(h, PDH_FMT_LONG, 0, 1, &b.newer, &b.statistics);
        }},
    HandleRow{"PdhSetCounterValue: hCounter",
        [](Fixture& b, HANDLE h) { return PdhSetCounterValue(h, &b.newer, b.wide_object.c_str()); }},
    HandleRow{"PdhVbGetDoubleCounterValue: CounterHandle",
        [](Fixture&, HANDLE h) {
            PDH_STATUS status = 0;
            CHECK(PdhVbGetDoubleCounterValue(h, &status) == 0);
            return status;
        }},
};

constexpr std::array source_handles{
    HandleRow{
        "PdhOpenQueryH: hDataSource", [](Fixture& b, HANDLE h) { return PdhOpenQueryH(h, 0, &b.opened); }},
    HandleRow{"PdhValidatePathEx: hDataSource",
        [](Fixture&, HANDLE h) { return PdhValidatePathEx(h, TEXT("\\Gadget\\Depth")); }},
    HandleRow{"PdhExpandWildCardPathH: hDataSource",
        [](Fixture& b, HANDLE h) {
            return PdhExpandWildCardPathH(h, TEXT("\\Widget(*)\\*"), b.text.data(), &b.size, 0);
        }},
    HandleRow{"PdhEnumMachinesH: hDataSource",
        [](Fixture& b, HANDLE h) { return PdhEnumMachinesH(h, b.text.data(), &b.size); }},
    HandleRow{"PdhEnumObjectsH: hDataSource",
        [](Fixture& b, HANDLE h) {
            return PdhEnumObjectsH(h, nullptr, b.text.data(), &b.size, PERF_DETAIL_WIZARD, TRUE);
        }},
    HandleRow{"PdhEnumObjectItemsH: hDataSource",
        [](Fixture& b, HANDLE h) {
            return PdhEnumObjectItemsH(h, nullptr, TEXT("Widget"), b.text.data(), &b.size,
                b.other_text.data(), &b.other_size, PERF_DETAIL_WIZARD, 0);
        }},
    HandleRow{"PdhGetDefaultPerfObjectH: hDataSource",
        [](Fixture& b, HANDLE h) { return PdhGetDefaultPerfObjectH(h, nullptr, b.text.data(), &b.size); }},
    HandleRow{"PdhGetDefaultPerfCounterH: hDataSource",
        [](Fixture& b, HANDLE h) {
            return PdhGetDefaultPerfCounterH(h, nullptr, TEXT("Widget"), b.text.data(), &b.size);
        }},
    HandleRow{"PdhGetDataSourceTimeRangeH: hDataSource",
        [](Fixture& b, HANDLE h) {
            return PdhGetDataSourceTimeRangeH(h, &b.number, &b.range, &b.range_size);
        }},
    HandleRow{"PdhBrowseCountersH: hDataSource in its configuration",
        [](Fixture& b, HANDLE h) {
            PDH_BROWSE_DLG_CONFIG_H dialog{};
            dialog.hDataSource = h;
            dialog.szReturnPathBuffer = b.text.data();
            dialog.cchReturnPathLength = Fixture::room;
            return PdhBrowseCountersH(&dialog);
        }},
};

constexpr std::array log_handles{
    HandleRow{"PdhUpdateLog: hLog", [](Fixture&, HANDLE h) { return PdhUpdateLog(h, TEXT("comment")); }},
    HandleRow{"PdhUpdateLogFileCatalog: hLog", [](Fixture&, HANDLE h) { return PdhUpdateLogFileCatalog(h); }},
    HandleRow{"PdhGetLogFileSize: hLog", [](Fixture& b, HANDLE h) { return PdhGetLogFileSize(h, &b.large); }},
    HandleRow{"PdhCloseLog: hLog", [](Fixture&, HANDLE h) { return PdhCloseLog(h, PDH_FLAGS_CLOSE_QUERY); }},
    HandleRow{"PdhReadRawLogRecord: hLog",
        [](Fixture& b, HANDLE h) {
            return PdhReadRawLogRecord(h, {1, 2}, &b.record, &b.record_size);
        }},
    HandleRow{
        "PdhGetLogSetGUID: hLog", [](Fixture& b, HANDLE h) { return PdhGetLogSetGUID(h, &b.guid, &b.run); }},
    HandleRow{"PdhSetLogSetRunID: hLog", [](Fixture&, HANDLE h) { return PdhSetLogSetRunID(h, 1); }},
    HandleRow{"PdhResetRelogCounterValues: hLog",
        [](Fixture&, HANDLE h) {
            PdhResetRelogCounterValues(h); // returns nothing; at least it comes back
            return static_cast<PDH_STATUS>(PDH_INVALID_HANDLE);
        }},
    HandleRow{
        "PdhWriteRelogSample: hLog", [](Fixture&, HANDLE h) { return PdhWriteRelogSample(h, script_start); }},
    HandleRow{"PdhVbUpdateLog: hLog", [](Fixture&, HANDLE h) { return PdhVbUpdateLog(h, "comment"); }},
    HandleRow{
        "PdhVbGetLogFileSize: hLog", [](Fixture& b, HANDLE h) { return PdhVbGetLogFileSize(h, &b.small); }},
};

// Neither a data source nor a log. The pseudo handles are a data source and no log.
std::vector<BadHandle> not_a_source(const Fixture& fixture) {
    PDH_HLOG closed = nullptr;
    REQUIRE_SUCCESS(PdhBindInputDataSource(&closed, nullptr));
    REQUIRE_SUCCESS(PdhCloseLog(closed, 0));
    return {
        {"a closed data source", closed},
        {"a query", fixture.query.handle()},
        {"a counter", fixture.count},
        {"1", reinterpret_cast<HANDLE>(std::uintptr_t{1})},
        {"all bits but one", reinterpret_cast<HANDLE>(~std::uintptr_t{2})},
        {"noise", reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(0xDEADBEEFCAFEF00D))},
    };
}

std::vector<BadHandle> not_a_log(const Fixture& fixture) {
    auto handles = not_a_source(fixture);
    handles.push_back({"NULL", nullptr});
    handles.push_back({"(HANDLE)-1", wbem_data_source});
    return handles;
}

// With those of data sources added: there, these are of another kind too.
std::vector<BadHandle> and_sources(std::vector<BadHandle> handles, const Fixture& fixture) {
    handles.push_back({"a data source", fixture.source});
    return handles;
}

} // namespace

TEST_CASE("invalid handles: queries") {
    check_handles(query_handles,
        [](const Fixture& fixture) { return and_sources(not_a_query(fixture.count), fixture); });
}

TEST_CASE("invalid handles: counters") {
    check_handles(counter_handles,
        [](const Fixture& fixture) { return and_sources(not_a_counter(fixture.query.handle()), fixture); });
}

TEST_CASE("invalid handles: data sources") {
    check_handles(source_handles, [](const Fixture& fixture) { return not_a_source(fixture); });
}

TEST_CASE("invalid handles: logs") {
    check_handles(log_handles, not_a_log);
}
