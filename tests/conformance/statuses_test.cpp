// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Each status that pdh.h promises of each function and that no missing pointer, bad handle or small buffer
// causes (see sweep_test.cpp). Read by coverage.py; statuses that cannot occur are in no_row.tsv.
#include "fixture.h"
#include "temporary_folder.h"

#include <utility>

using namespace conformance;

namespace {

constexpr const TCHAR* no_machine = TEXT("\\\\another machine");

template <PDH_STATUS(WINAPI* Add)(PDH_HQUERY, const TCHAR*, DWORD_PTR, PDH_HCOUNTER*)>
PDH_STATUS add(Fixture& b, const TCHAR* path) {
    return Add(b.query.handle(), path, 0, &b.added);
}

// A query on a log, which has what the fixture's query has.
PDH_HQUERY on_log(Fixture& b) {
    static const pdh_shim::test::TemporaryFolder folder; // its instances are read when one is added
    const Text file = from_utf8(folder.path("log.blg"));
    DWORD type = PDH_LOG_TYPE_BINARY;
    REQUIRE_SUCCESS(PdhOpenLog(file.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type,
        b.query.handle(), 0, nullptr, &b.log));
    REQUIRE_SUCCESS(PdhUpdateLog(b.log, nullptr));
    REQUIRE_SUCCESS(PdhCloseLog(std::exchange(b.log, nullptr), 0));
    REQUIRE_SUCCESS(PdhOpenQuery(file.c_str(), 0, &b.opened));
    return b.opened;
}

constexpr std::array query_rows{
    Row{"PdhOpenQuery", PDH_FILE_NOT_FOUND,
        [](Fixture& b) { return PdhOpenQuery(b.missing.c_str(), 0, &b.opened); }},
    Row{"PdhOpenQuery", PDH_UNKNOWN_LOG_FORMAT,
        [](Fixture& b) { return PdhOpenQuery(b.script.c_str(), 0, &b.opened); }},
    Row{"PdhOpenQuery", PDH_INVALID_DATASOURCE,
        [](Fixture& b) { return PdhOpenQuery(TEXT("SQL:dsn!set"), 0, &b.opened); }},
    Row{"PdhOpenQuery", PDH_INVALID_SQL_LOG_FORMAT,
        [](Fixture& b) { return PdhOpenQuery(TEXT("SQL:dsn"), 0, &b.opened); }},
    Row{"PdhOpenQuery", PDH_LOG_FILE_OPEN_ERROR,
        [](Fixture& b) { return PdhOpenQuery(b.directory.c_str(), 0, &b.opened); }},
    Row{"PdhOpenQueryH", ERROR_SUCCESS, [](Fixture& b) { return PdhOpenQueryH(b.source, 0, &b.opened); }},
    Row{"PdhCloseQuery", ERROR_SUCCESS,
        [](Fixture&) {
            PDH_HQUERY query = nullptr;
            REQUIRE_SUCCESS(PdhOpenQuery(nullptr, 0, &query));
            return PdhCloseQuery(query);
        }},
    Row{"PdhCollectQueryData", ERROR_SUCCESS,
        [](Fixture& b) { return PdhCollectQueryData(b.query.handle()); }},
    Row{"PdhCollectQueryData", PDH_NO_DATA,
        [](Fixture& b) {
            REQUIRE_SUCCESS(PdhOpenQuery(nullptr, 0, &b.opened));
            return PdhCollectQueryData(b.opened);
        }},
    Row{"PdhCollectQueryData", PDH_NO_MORE_DATA,
        [](Fixture& b) {
            b.query.collect();
            return PdhCollectQueryData(b.query.handle());
        }},
    Row{"PdhCollectQueryDataWithTime", PDH_NO_DATA,
        [](Fixture& b) {
            REQUIRE_SUCCESS(PdhOpenQuery(nullptr, 0, &b.opened));
            return PdhCollectQueryDataWithTime(b.opened, &b.large);
        }},
    Row{"PdhCollectQueryDataWithTime", PDH_NO_MORE_DATA,
        [](Fixture& b) {
            b.query.collect();
            return PdhCollectQueryDataWithTime(b.query.handle(), &b.large);
        }},
    Row{"PdhCollectQueryDataEx: no time between the samples", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhCollectQueryDataEx(b.query.handle(), 0, nullptr); }},
    Row{"PdhCollectQueryDataEx", PDH_NO_DATA,
        [](Fixture& b) {
            REQUIRE_SUCCESS(PdhOpenQuery(nullptr, 0, &b.opened));
            return PdhCollectQueryDataEx(b.opened, 1, nullptr);
        }},
    Row{"PdhSetQueryTimeRange", PDH_DATA_SOURCE_IS_REAL_TIME,
        [](Fixture& b) { return PdhSetQueryTimeRange(b.query.handle(), &b.range); }},
    Row{"PdhSetQueryTimeRange", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            b.range = {2, 1, 0};
            return PdhSetQueryTimeRange(b.query.handle(), &b.range);
        }},
    Row{"PdhIsRealTimeQuery", ERROR_SUCCESS,
        [](Fixture& b) { return expect(PdhIsRealTimeQuery(b.query.handle()) == TRUE); }},
    Row{"PdhSetDefaultRealTimeDataSource", PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE,
        [](Fixture&) { return PdhSetDefaultRealTimeDataSource(DATA_SOURCE_REGISTRY); }},
    Row{"PdhSetDefaultRealTimeDataSource", PDH_INVALID_ARGUMENT,
        [](Fixture&) { return PdhSetDefaultRealTimeDataSource(DATA_SOURCE_LOGFILE); }},
    Row{"PdhGetDllVersion", ERROR_SUCCESS, [](Fixture& b) { return PdhGetDllVersion(&b.number); }},
};

constexpr std::array counter_rows{
    Row{"PdhAddCounter", PDH_CSTATUS_NO_COUNTERNAME,
        [](Fixture& b) { return add<PdhAddCounter>(b, TEXT("")); }},
    Row{"PdhAddCounter", PDH_CSTATUS_BAD_COUNTERNAME,
        [](Fixture& b) { return add<PdhAddCounter>(b, TEXT("\\Widget(a\\Depth")); }},
    Row{"PdhAddCounter", PDH_CSTATUS_NO_OBJECT,
        [](Fixture& b) { return add<PdhAddCounter>(b, TEXT("\\None\\Depth")); }},
    Row{"PdhAddCounter", PDH_CSTATUS_NO_COUNTER,
        [](Fixture& b) { return add<PdhAddCounter>(b, TEXT("\\Gadget\\None")); }},
    Row{"PdhAddCounter", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) { return add<PdhAddCounter>(b, TEXT("\\\\another\\Gadget\\Depth")); }},
    Row{"PdhAddCounter", PDH_FUNCTION_NOT_FOUND,
        [](Fixture& b) { return add<PdhAddCounter>(b, TEXT("\\Widget(a)\\Hit base")); }},
    Row{"PdhAddCounter", PDH_CSTATUS_NO_INSTANCE,
        [](Fixture& b) { return PdhAddCounter(on_log(b), TEXT("\\Widget(nobody)\\Depth"), 0, &b.added); }},
    Row{"PdhAddEnglishCounter", PDH_CSTATUS_NO_INSTANCE,
        [](Fixture& b) {
            return PdhAddEnglishCounter(on_log(b), TEXT("\\Widget(nobody)\\Depth"), 0, &b.added);
        }},
    Row{"PdhAddEnglishCounter", PDH_CSTATUS_NO_COUNTERNAME,
        [](Fixture& b) { return add<PdhAddEnglishCounter>(b, TEXT("")); }},
    Row{"PdhAddEnglishCounter", PDH_CSTATUS_BAD_COUNTERNAME,
        [](Fixture& b) { return add<PdhAddEnglishCounter>(b, TEXT("Gadget")); }},
    Row{"PdhAddEnglishCounter", PDH_CSTATUS_NO_OBJECT,
        [](Fixture& b) { return add<PdhAddEnglishCounter>(b, TEXT("\\None\\Depth")); }},
    Row{"PdhAddEnglishCounter", PDH_CSTATUS_NO_COUNTER,
        [](Fixture& b) { return add<PdhAddEnglishCounter>(b, TEXT("\\Gadget\\None")); }},
    Row{"PdhAddEnglishCounter", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) { return add<PdhAddEnglishCounter>(b, TEXT("\\\\another\\Gadget\\Depth")); }},
    Row{"PdhAddEnglishCounter", PDH_FUNCTION_NOT_FOUND,
        [](Fixture& b) { return add<PdhAddEnglishCounter>(b, TEXT("\\Gadget\\Label")); }},
    Row{"PdhRemoveCounter", ERROR_SUCCESS, [](Fixture& b) { return PdhRemoveCounter(b.count); }},
    Row{"PdhGetCounterTimeBase: a type without a clock", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            REQUIRE_SUCCESS(add<PdhAddCounter>(b, TEXT("\\Widget(a)\\Hit %")));
            return PdhGetCounterTimeBase(b.added, &b.large);
        }},
    Row{"PdhSetCounterScaleFactor", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhSetCounterScaleFactor(b.count, PDH_MAX_SCALE + 1); }},
    Row{"PdhGetRawCounterValue: a missing instance is no failure", ERROR_SUCCESS,
        [](Fixture& b) {
            REQUIRE_SUCCESS(add<PdhAddCounter>(b, TEXT("\\Widget(nobody)\\Depth")));
            return PdhGetRawCounterValue(b.added, nullptr, &b.newer);
        }},
};

PDH_STATUS format_of(Fixture& b, PDH_HCOUNTER counter) {
    return PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, nullptr, &b.value);
}

// Adds a supplied counter with these two samples.
void add_supplied(Fixture& b, DWORD type, ULONGLONG time_base, PDH_RAW_COUNTER older, PDH_RAW_COUNTER newer) {
    REQUIRE_SUCCESS(PdhAddRelogCounter(b.query.handle(), b.wide_path.c_str(), type, 0, time_base, &b.added));
    REQUIRE_SUCCESS(PdhSetCounterValue(b.added, &older, nullptr));
    REQUIRE_SUCCESS(PdhSetCounterValue(b.added, &newer, nullptr));
}

PDH_STATUS format_of_supplied(
    Fixture& b, DWORD type, ULONGLONG time_base, PDH_RAW_COUNTER older, PDH_RAW_COUNTER newer) {
    add_supplied(b, type, time_base, older, newer);
    return format_of(b, b.added);
}

PDH_STATUS array_of_supplied(
    Fixture& b, DWORD type, ULONGLONG time_base, PDH_RAW_COUNTER older, PDH_RAW_COUNTER newer) {
    add_supplied(b, type, time_base, older, newer);
    return PdhGetFormattedCounterArray(
        b.added, PDH_FMT_LONG, &b.bytes_size, &b.number, b.bytes_as<PDH_FMT_COUNTERVALUE_ITEM>());
}

constexpr std::array format_rows{
    Row{"PdhGetFormattedCounterValue: a format that is none", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhGetFormattedCounterValue(b.rate, 0, nullptr, &b.value); }},
    Row{"PdhGetFormattedCounterValue", PDH_INVALID_DATA,
        [](Fixture& b) {
            REQUIRE_SUCCESS(add<PdhAddCounter>(b, TEXT("\\Widget(nobody)\\Depth")));
            b.query.collect();
            return format_of(b, b.added);
        }},
    Row{"PdhGetFormattedCounterValue", PDH_NO_DATA,
        [](Fixture& b) {
            REQUIRE_SUCCESS(add<PdhAddCounter>(b, TEXT("\\Widget(*)\\Depth")));
            return format_of(b, b.added);
        }},
    Row{"PdhGetFormattedCounterValue", PDH_CALC_NEGATIVE_VALUE,
        [](Fixture& b) {
            b.newer.FirstValue = b.older.FirstValue - 1;
            return format_of_supplied(b, PERF_COUNTER_COUNTER, 1, b.older, b.newer);
        }},
    Row{"PdhGetFormattedCounterValue", PDH_CALC_NEGATIVE_DENOMINATOR,
        [](Fixture& b) {
            b.newer.SecondValue = b.older.SecondValue - 1;
            return format_of_supplied(b, PERF_COUNTER_COUNTER, 1, b.older, b.newer);
        }},
    Row{"PdhGetFormattedCounterValue", PDH_CALC_NEGATIVE_TIMEBASE,
        [](Fixture& b) { return format_of_supplied(b, PERF_COUNTER_COUNTER, 0, b.older, b.newer); }},
    Row{"PdhGetRawCounterArray", PDH_NO_DATA,
        [](Fixture& b) {
            REQUIRE_SUCCESS(add<PdhAddCounter>(b, TEXT("\\Widget(*)\\Depth")));
            return PdhGetRawCounterArray(
                b.added, &b.bytes_size, &b.number, b.bytes_as<PDH_RAW_COUNTER_ITEM>());
        }},
    Row{"PdhGetRawCounterArray", PDH_CSTATUS_NO_INSTANCE,
        [](Fixture& b) {
            REQUIRE_SUCCESS(add<PdhAddCounter>(b, TEXT("\\Widget(nobody*)\\Depth")));
            b.query.collect();
            return PdhGetRawCounterArray(
                b.added, &b.bytes_size, &b.number, b.bytes_as<PDH_RAW_COUNTER_ITEM>());
        }},
    Row{"PdhGetFormattedCounterArray: no value at all", PDH_CSTATUS_INVALID_DATA,
        [](Fixture& b) { return array_of_supplied(b, PERF_COUNTER_COUNTER, 1, b.older, b.invalid); }},
    Row{"PdhGetFormattedCounterArray", PDH_CALC_NEGATIVE_VALUE,
        [](Fixture& b) {
            b.newer.FirstValue = b.older.FirstValue - 1;
            return array_of_supplied(b, PERF_COUNTER_COUNTER, 1, b.older, b.newer);
        }},
    Row{"PdhGetFormattedCounterArray", PDH_CALC_NEGATIVE_DENOMINATOR,
        [](Fixture& b) {
            b.newer.SecondValue = b.older.SecondValue - 1;
            return array_of_supplied(b, PERF_COUNTER_COUNTER, 1, b.older, b.newer);
        }},
    Row{"PdhGetFormattedCounterArray", PDH_CALC_NEGATIVE_TIMEBASE,
        [](Fixture& b) { return array_of_supplied(b, PERF_COUNTER_COUNTER, 0, b.older, b.newer); }},
    Row{"PdhGetFormattedCounterArray", PDH_CSTATUS_NO_INSTANCE,
        [](Fixture& b) {
            REQUIRE_SUCCESS(add<PdhAddCounter>(b, TEXT("\\Widget(nobody*)\\Depth")));
            b.query.collect();
            return PdhGetFormattedCounterArray(
                b.added, PDH_FMT_LONG, &b.bytes_size, &b.number, b.bytes_as<PDH_FMT_COUNTERVALUE_ITEM>());
        }},
    Row{"PdhGetFormattedCounterArray: a format that is none", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhGetFormattedCounterArray(
                b.all, PDH_FMT_RAW, &b.bytes_size, &b.number, b.bytes_as<PDH_FMT_COUNTERVALUE_ITEM>());
        }},
    Row{"PdhGetFormattedCounterArray", PDH_NO_DATA,
        [](Fixture& b) {
            REQUIRE_SUCCESS(add<PdhAddCounter>(b, TEXT("\\Widget(*)\\Depth")));
            return PdhGetFormattedCounterArray(
                b.added, PDH_FMT_LONG, &b.bytes_size, &b.number, b.bytes_as<PDH_FMT_COUNTERVALUE_ITEM>());
        }},
    Row{"PdhGetFormattedCounterArray", PDH_CSTATUS_INVALID_DATA,
        [](Fixture& b) {
            REQUIRE_SUCCESS(add<PdhAddCounter>(b, TEXT("\\Widget(*)\\Items/sec")));
            b.query.collect();
            return PdhGetFormattedCounterArray(
                b.added, PDH_FMT_LONG, &b.bytes_size, &b.number, b.bytes_as<PDH_FMT_COUNTERVALUE_ITEM>());
        }},
    Row{"PdhCalculateCounterFromRawValue: a format that is none", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhCalculateCounterFromRawValue(b.rate, PDH_FMT_UNICODE, &b.newer, &b.older, &b.value);
        }},
    Row{"PdhCalculateCounterFromRawValue", PDH_INVALID_DATA,
        [](Fixture& b) {
            return PdhCalculateCounterFromRawValue(b.rate, PDH_FMT_LONG, &b.newer, &b.invalid, &b.value);
        }},
    Row{"PdhCalculateCounterFromRawValue", PDH_CSTATUS_INVALID_DATA,
        [](Fixture& b) {
            return PdhCalculateCounterFromRawValue(b.rate, PDH_FMT_LONG, &b.newer, nullptr, &b.value);
        }},
    Row{"PdhCalculateCounterFromRawValue", PDH_CALC_NEGATIVE_VALUE,
        [](Fixture& b) {
            return PdhCalculateCounterFromRawValue(b.rate, PDH_FMT_LONG, &b.older, &b.newer, &b.value);
        }},
    Row{"PdhCalculateCounterFromRawValue", PDH_CALC_NEGATIVE_DENOMINATOR,
        [](Fixture& b) {
            b.newer.SecondValue = b.older.SecondValue - 1;
            return PdhCalculateCounterFromRawValue(b.rate, PDH_FMT_LONG, &b.newer, &b.older, &b.value);
        }},
    Row{"PdhCalculateCounterFromRawValue", PDH_CALC_NEGATIVE_TIMEBASE,
        [](Fixture& b) {
            REQUIRE_SUCCESS(PdhAddRelogCounter(
                b.query.handle(), b.wide_path.c_str(), PERF_COUNTER_COUNTER, 0, 0, &b.added));
            return PdhCalculateCounterFromRawValue(b.added, PDH_FMT_LONG, &b.newer, &b.older, &b.value);
        }},
    Row{"PdhFormatFromRawValue: a type without a value", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhFormatFromRawValue(
                PERF_SAMPLE_BASE, PDH_FMT_LONG, &b.large, &b.newer, &b.older, &b.value);
        }},
    Row{"PdhFormatFromRawValue", PDH_INVALID_DATA,
        [](Fixture& b) {
            return PdhFormatFromRawValue(
                PERF_COUNTER_COUNTER, PDH_FMT_LONG, &b.large, &b.invalid, &b.older, &b.value);
        }},
    Row{"PdhFormatFromRawValue", PDH_CSTATUS_INVALID_DATA,
        [](Fixture& b) {
            return PdhFormatFromRawValue(
                PERF_COUNTER_COUNTER, PDH_FMT_LONG, &b.large, &b.newer, nullptr, &b.value);
        }},
    Row{"PdhFormatFromRawValue", PDH_CALC_NEGATIVE_VALUE,
        [](Fixture& b) {
            return PdhFormatFromRawValue(
                PERF_COUNTER_COUNTER, PDH_FMT_LONG, &b.large, &b.older, &b.newer, &b.value);
        }},
    Row{"PdhFormatFromRawValue", PDH_CALC_NEGATIVE_DENOMINATOR,
        [](Fixture& b) {
            b.newer.SecondValue = b.older.SecondValue - 1;
            return PdhFormatFromRawValue(
                PERF_COUNTER_COUNTER, PDH_FMT_LONG, &b.large, &b.newer, &b.older, &b.value);
        }},
    Row{"PdhFormatFromRawValue", PDH_CALC_NEGATIVE_TIMEBASE,
        [](Fixture& b) {
            b.large = 0;
            return PdhFormatFromRawValue(
                PERF_COUNTER_COUNTER, PDH_FMT_LONG, &b.large, &b.newer, &b.older, &b.value);
        }},
    Row{"PdhComputeCounterStatistics: a first entry outside the ring", PDH_INVALID_ARGUMENT,
        [](Fixture& b) {
            return PdhComputeCounterStatistics(b.rate, PDH_FMT_LONG, 1, 1, &b.newer, &b.statistics);
        }},
};

constexpr std::array path_rows{
    Row{"PdhParseCounterPath", PDH_INVALID_PATH,
        [](Fixture& b) {
            return PdhParseCounterPath(
                TEXT("\\Gadget"), b.bytes_as<PDH_COUNTER_PATH_ELEMENTS>(), &b.bytes_size, 0);
        }},
    Row{"PdhParseInstanceName", PDH_INVALID_INSTANCE,
        [](Fixture& b) {
            return PdhParseInstanceName(
                TEXT(""), b.text.data(), &b.size, b.other_text.data(), &b.other_size, &b.number);
        }},
    Row{"PdhValidatePath", ERROR_SUCCESS,
        [](Fixture&) { return PdhValidatePath(TEXT("\\Widget(a)\\Depth")); }},
    Row{"PdhValidatePath: an empty path", PDH_INVALID_ARGUMENT,
        [](Fixture&) { return PdhValidatePath(TEXT("")); }},
    Row{"PdhValidatePath", PDH_CSTATUS_BAD_COUNTERNAME,
        [](Fixture&) { return PdhValidatePath(TEXT("\\Gadget")); }},
    Row{"PdhValidatePath", PDH_CSTATUS_NO_MACHINE,
        [](Fixture&) { return PdhValidatePath(TEXT("\\\\another\\Gadget\\Depth")); }},
    Row{"PdhValidatePath", PDH_CSTATUS_NO_OBJECT,
        [](Fixture&) { return PdhValidatePath(TEXT("\\None\\Depth")); }},
    Row{"PdhValidatePath", PDH_CSTATUS_NO_COUNTER,
        [](Fixture&) { return PdhValidatePath(TEXT("\\Gadget\\None")); }},
    Row{"PdhValidatePath", PDH_CSTATUS_NO_INSTANCE,
        [](Fixture&) { return PdhValidatePath(TEXT("\\Widget(nobody)\\Depth")); }},
    Row{"PdhValidatePathEx: an empty path", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhValidatePathEx(b.source, TEXT("")); }},
    Row{"PdhValidatePathEx", PDH_CSTATUS_BAD_COUNTERNAME,
        [](Fixture& b) { return PdhValidatePathEx(b.source, TEXT("\\Gadget")); }},
    Row{"PdhValidatePathEx", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) { return PdhValidatePathEx(b.source, TEXT("\\\\another\\Gadget\\Depth")); }},
    Row{"PdhValidatePathEx", PDH_CSTATUS_NO_OBJECT,
        [](Fixture& b) { return PdhValidatePathEx(b.source, TEXT("\\None\\Depth")); }},
    Row{"PdhValidatePathEx", PDH_CSTATUS_NO_COUNTER,
        [](Fixture& b) { return PdhValidatePathEx(b.source, TEXT("\\Gadget\\None")); }},
    Row{"PdhValidatePathEx", PDH_CSTATUS_NO_INSTANCE,
        [](Fixture& b) { return PdhValidatePathEx(b.source, TEXT("\\Widget(nobody)\\Depth")); }},
    Row{"PdhExpandCounterPath", PDH_INVALID_PATH,
        [](Fixture& b) { return PdhExpandCounterPath(TEXT("\\Gadget(a*)\\Depth"), b.text.data(), &b.size); }},
    Row{"PdhExpandCounterPath", PDH_CSTATUS_NO_OBJECT,
        [](Fixture& b) { return PdhExpandCounterPath(TEXT("\\None(*)\\Depth"), b.text.data(), &b.size); }},
    Row{"PdhExpandCounterPath", PDH_CSTATUS_NO_COUNTER,
        [](Fixture& b) { return PdhExpandCounterPath(TEXT("\\Widget(*)\\N*"), b.text.data(), &b.size); }},
    Row{"PdhExpandWildCardPath", PDH_CSTATUS_NO_COUNTER,
        [](Fixture& b) {
            return PdhExpandWildCardPath(nullptr, TEXT("\\Widget(*)\\N*"), b.text.data(), &b.size, 0);
        }},
    Row{"PdhExpandWildCardPathH", PDH_CSTATUS_NO_COUNTER,
        [](Fixture& b) {
            return PdhExpandWildCardPathH(b.source, TEXT("\\Widget(*)\\N*"), b.text.data(), &b.size, 0);
        }},
    Row{"PdhExpandWildCardPath", PDH_INVALID_PATH,
        [](Fixture& b) {
            return PdhExpandWildCardPath(nullptr, TEXT("\\Gadget(a*)\\*"), b.text.data(), &b.size, 0);
        }},
    Row{"PdhExpandWildCardPath", PDH_CSTATUS_NO_OBJECT,
        [](Fixture& b) {
            return PdhExpandWildCardPath(nullptr, TEXT("\\None(*)\\*"), b.text.data(), &b.size, 0);
        }},
    Row{"PdhExpandWildCardPathH", PDH_INVALID_PATH,
        [](Fixture& b) {
            return PdhExpandWildCardPathH(b.source, TEXT("\\Gadget(a*)\\*"), b.text.data(), &b.size, 0);
        }},
    Row{"PdhExpandWildCardPathH", PDH_CSTATUS_NO_OBJECT,
        [](Fixture& b) {
            return PdhExpandWildCardPathH(b.source, TEXT("\\None(*)\\*"), b.text.data(), &b.size, 0);
        }},
};

constexpr DWORD every_level = PERF_DETAIL_WIZARD;

PDH_STATUS items(Fixture& b, const TCHAR* machine_name, const TCHAR* object) {
    return PdhEnumObjectItems(nullptr, machine_name, object, b.text.data(), &b.size, b.other_text.data(),
        &b.other_size, every_level, 0);
}

PDH_STATUS items_in(Fixture& b, const TCHAR* machine_name, const TCHAR* object) {
    return PdhEnumObjectItemsH(b.source, machine_name, object, b.text.data(), &b.size, b.other_text.data(),
        &b.other_size, every_level, 0);
}

constexpr std::array enumerate_rows{
    Row{"PdhConnectMachine", PDH_CSTATUS_NO_MACHINE, [](Fixture&) { return PdhConnectMachine(no_machine); }},
    Row{"PdhEnumObjects", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) {
            return PdhEnumObjects(nullptr, no_machine, b.text.data(), &b.size, every_level, TRUE);
        }},
    Row{"PdhEnumObjectsH", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) {
            return PdhEnumObjectsH(b.source, no_machine, b.text.data(), &b.size, every_level, TRUE);
        }},
    Row{"PdhEnumObjectItems", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) { return items(b, no_machine, TEXT("Widget")); }},
    Row{"PdhEnumObjectItems", PDH_CSTATUS_NO_OBJECT,
        [](Fixture& b) { return items(b, nullptr, TEXT("None")); }},
    Row{"PdhEnumObjectItemsH", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) { return items_in(b, no_machine, TEXT("Widget")); }},
    Row{"PdhEnumObjectItemsH", PDH_CSTATUS_NO_OBJECT,
        [](Fixture& b) { return items_in(b, nullptr, TEXT("None")); }},
    Row{"PdhGetDefaultPerfObject", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) { return PdhGetDefaultPerfObject(nullptr, no_machine, b.text.data(), &b.size); }},
    Row{"PdhGetDefaultPerfObjectH", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) { return PdhGetDefaultPerfObjectH(b.source, no_machine, b.text.data(), &b.size); }},
    Row{"PdhGetDefaultPerfCounter", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounter(nullptr, no_machine, TEXT("Widget"), b.text.data(), &b.size);
        }},
    Row{"PdhGetDefaultPerfCounter", PDH_CSTATUS_NO_OBJECT,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounter(nullptr, nullptr, TEXT("None"), b.text.data(), &b.size);
        }},
    Row{"PdhGetDefaultPerfCounter", PDH_CSTATUS_NO_COUNTER,
        [](Fixture& b) {
            use_script("hollow.json");
            return PdhGetDefaultPerfCounter(nullptr, nullptr, TEXT("Hollow"), b.text.data(), &b.size);
        }},
    Row{"PdhGetDefaultPerfCounterH", PDH_CSTATUS_NO_COUNTER,
        [](Fixture& b) {
            use_script("hollow.json");
            return PdhGetDefaultPerfCounterH(b.source, nullptr, TEXT("Hollow"), b.text.data(), &b.size);
        }},
    Row{"PdhGetDefaultPerfCounterH", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounterH(b.source, no_machine, TEXT("Widget"), b.text.data(), &b.size);
        }},
    Row{"PdhGetDefaultPerfCounterH", PDH_CSTATUS_NO_OBJECT,
        [](Fixture& b) {
            return PdhGetDefaultPerfCounterH(b.source, nullptr, TEXT("None"), b.text.data(), &b.size);
        }},
    Row{"PdhLookupPerfNameByIndex", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) { return PdhLookupPerfNameByIndex(no_machine, 5000, b.text.data(), &b.size); }},
    Row{"PdhLookupPerfNameByIndex: a number without a name", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhLookupPerfNameByIndex(nullptr, 999'999, b.text.data(), &b.size); }},
    Row{"PdhLookupPerfIndexByName", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) { return PdhLookupPerfIndexByName(no_machine, TEXT("Depth"), &b.number); }},
    Row{"PdhLookupPerfIndexByName", PDH_STRING_NOT_FOUND,
        [](Fixture& b) { return PdhLookupPerfIndexByName(nullptr, TEXT("No such name"), &b.number); }},
};

constexpr DWORD making_new = PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_NEW;

PDH_STATUS open_log(Fixture& b, const Text& file, DWORD access, DWORD type) {
    return PdhOpenLog(file.c_str(), access, &type, b.query.handle(), 0, nullptr, &b.log);
}

PDH_STATUS vb_open_log(Fixture& b, const Text& file, DWORD access, DWORD type) {
    return PdhVbOpenLog(utf8(file).c_str(), access, &type, b.query.handle(), 0, nullptr, &b.log);
}

PDH_STATUS bind(Fixture& b, Text files) {
    files += TCHAR{0};
    return PdhBindInputDataSource(&b.log, files.c_str());
}

constexpr std::array log_rows{
    Row{"PdhOpenLog: flags that do not go together", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return open_log(b, b.script, PDH_LOG_READ_ACCESS, PDH_LOG_TYPE_CSV); }},
    Row{"PdhOpenLog", PDH_LOG_TYPE_NOT_FOUND,
        [](Fixture& b) { return open_log(b, b.missing, making_new, 9); }},
    Row{"PdhOpenLog", PDH_LOG_FILE_TOO_SMALL,
        [](Fixture& b) {
            return open_log(b, b.missing, making_new | PDH_LOG_OPT_CIRCULAR, PDH_LOG_TYPE_BINARY);
        }},
    Row{"PdhOpenLog", PDH_FILE_NOT_FOUND,
        [](Fixture& b) { return open_log(b, b.missing, reading, PDH_LOG_TYPE_UNDEFINED); }},
    Row{"PdhOpenLog", PDH_FILE_ALREADY_EXISTS,
        [](Fixture& b) { return open_log(b, b.script, making_new, PDH_LOG_TYPE_CSV); }},
    Row{"PdhOpenLog", PDH_LOG_FILE_CREATE_ERROR,
        [](Fixture& b) { return open_log(b, b.directory, making_new, PDH_LOG_TYPE_CSV); }},
    Row{"PdhOpenLog", PDH_LOG_FILE_OPEN_ERROR,
        [](Fixture& b) { return open_log(b, b.directory, reading, PDH_LOG_TYPE_UNDEFINED); }},
    Row{"PdhOpenLog", PDH_INVALID_SQL_LOG_FORMAT,
        [](Fixture& b) { return open_log(b, TEXT("SQL:dsn"), reading, PDH_LOG_TYPE_SQL); }},
    Row{"PdhOpenLog", PDH_INVALID_DATASOURCE,
        [](Fixture& b) { return open_log(b, TEXT("SQL:dsn!set"), reading, PDH_LOG_TYPE_SQL); }},
    Row{"PdhOpenLog", PDH_UNKNOWN_LOG_FORMAT,
        [](Fixture& b) { return open_log(b, b.script, reading, PDH_LOG_TYPE_CSV); }},
    Row{"PdhUpdateLog: an empty comment", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhUpdateLog(b.source, TEXT("")); }},
    Row{"PdhGetLogFileType", PDH_FILE_NOT_FOUND,
        [](Fixture& b) { return PdhGetLogFileType(b.missing.c_str(), &b.log_type); }},
    Row{"PdhGetLogFileType", PDH_LOG_FILE_OPEN_ERROR,
        [](Fixture& b) { return PdhGetLogFileType(b.directory.c_str(), &b.log_type); }},
    Row{"PdhGetLogFileType", PDH_INVALID_SQL_LOG_FORMAT,
        [](Fixture& b) { return PdhGetLogFileType(TEXT("SQL:dsn"), &b.log_type); }},
    Row{"PdhGetLogFileType", PDH_INVALID_DATASOURCE,
        [](Fixture& b) { return PdhGetLogFileType(TEXT("SQL:dsn!set"), &b.log_type); }},
    Row{"PdhGetLogFileType", PDH_UNKNOWN_LOG_FORMAT,
        [](Fixture& b) { return PdhGetLogFileType(b.script.c_str(), &b.log_type); }},
    Row{"PdhBindInputDataSource: a name that is too long", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return bind(b, Text(PDH_MAX_DATASOURCE_PATH, TCHAR{'x'})); }},
    Row{"PdhBindInputDataSource", PDH_FILE_NOT_FOUND, [](Fixture& b) { return bind(b, b.missing); }},
    Row{"PdhBindInputDataSource", PDH_LOG_FILE_OPEN_ERROR, [](Fixture& b) { return bind(b, b.directory); }},
    Row{"PdhBindInputDataSource", PDH_UNKNOWN_LOG_FORMAT, [](Fixture& b) { return bind(b, b.script); }},
    Row{"PdhBindInputDataSource", PDH_INVALID_DATASOURCE,
        [](Fixture& b) { return bind(b, TEXT("SQL:dsn!set")); }},
    Row{"PdhEnumLogSetNames", PDH_INVALID_DATASOURCE,
        [](Fixture& b) {
            b.number = 0;
            return PdhEnumLogSetNames(TEXT("dsn"), nullptr, &b.number);
        }},
    Row{"PdhVerifySQLDB", PDH_INVALID_DATASOURCE, [](Fixture&) { return PdhVerifySQLDB(TEXT("dsn")); }},
    Row{"PdhCreateSQLTables", PDH_INVALID_DATASOURCE,
        [](Fixture&) { return PdhCreateSQLTables(TEXT("dsn")); }},
    Row{"PdhBindInputDataSource", PDH_INVALID_SQL_LOG_FORMAT,
        [](Fixture& b) { return bind(b, TEXT("SQL:dsn")); }},
    Row{"PdhGetDataSourceTimeRange", PDH_DATA_SOURCE_IS_REAL_TIME,
        [](Fixture& b) { return PdhGetDataSourceTimeRange(nullptr, &b.number, &b.range, &b.range_size); }},
    Row{"PdhGetDataSourceTimeRange", PDH_FILE_NOT_FOUND,
        [](Fixture& b) {
            return PdhGetDataSourceTimeRange(b.missing.c_str(), &b.number, &b.range, &b.range_size);
        }},
    Row{"PdhGetDataSourceTimeRangeH", PDH_DATA_SOURCE_IS_REAL_TIME,
        [](Fixture& b) { return PdhGetDataSourceTimeRangeH(b.source, &b.number, &b.range, &b.range_size); }},
};

constexpr std::array dialog_rows{
    Row{"PdhBrowseCounters", PDH_FILE_NOT_FOUND,
        [](Fixture& b) {
            PDH_BROWSE_DLG_CONFIG dialog{};
            Text name = b.missing;
            dialog.szDataSource = name.data();
            dialog.szReturnPathBuffer = b.text.data();
            dialog.cchReturnPathLength = Fixture::room;
            return PdhBrowseCounters(&dialog);
        }},
    Row{"PdhBrowseCounters", PDH_UNKNOWN_LOG_FORMAT,
        [](Fixture& b) {
            PDH_BROWSE_DLG_CONFIG dialog{};
            Text name = b.script;
            dialog.szDataSource = name.data();
            dialog.szReturnPathBuffer = b.text.data();
            dialog.cchReturnPathLength = Fixture::room;
            return PdhBrowseCounters(&dialog);
        }},
    Row{"PdhSelectDataSource", PDH_MEMORY_ALLOCATION_FAILURE,
        [](Fixture& b) {
            b.size = 0;
            return PdhSelectDataSource(nullptr, 0, b.text.data(), &b.size);
        }},
};

PDH_STATUS add_supplied(Fixture& b, const char* path, DWORD type) {
    return PdhAddRelogCounter(b.query.handle(), wide_from_utf8(path).c_str(), type, 0, 1, &b.added);
}

constexpr std::array relog_rows{
    Row{"PdhAddRelogCounter", PDH_CSTATUS_NO_COUNTERNAME,
        [](Fixture& b) { return add_supplied(b, "", PERF_COUNTER_RAWCOUNT); }},
    Row{"PdhAddRelogCounter", PDH_CSTATUS_BAD_COUNTERNAME,
        [](Fixture& b) { return add_supplied(b, "\\Any", PERF_COUNTER_RAWCOUNT); }},
    Row{"PdhAddRelogCounter", PDH_FUNCTION_NOT_FOUND,
        [](Fixture& b) { return add_supplied(b, "\\Any\\Base", PERF_SAMPLE_BASE); }},
};

PDH_STATUS take_apart(Fixture& b, const char* path, DWORD size) {
    return PdhVbGetCounterPathElements(path, b.parts[0].data(), b.parts[1].data(), b.parts[2].data(),
        b.parts[3].data(), b.parts[4].data(), size);
}

PDH_STATUS vb_add(Fixture& b, const char* path) {
    return PdhVbAddCounter(b.query.handle(), path, &b.added);
}

constexpr std::array vb_rows{
    Row{"PdhVbOpenQuery", ERROR_SUCCESS, [](Fixture& b) { return PdhVbOpenQuery(&b.opened); }},
    Row{"PdhVbAddCounter", ERROR_SUCCESS, [](Fixture& b) { return vb_add(b, "\\Gadget\\Depth"); }},
    Row{"PdhVbAddCounter", PDH_CSTATUS_BAD_COUNTERNAME, [](Fixture& b) { return vb_add(b, ""); }},
    Row{"PdhVbAddCounter", PDH_CSTATUS_NO_OBJECT, [](Fixture& b) { return vb_add(b, "\\None\\Depth"); }},
    Row{"PdhVbAddCounter", PDH_CSTATUS_NO_COUNTER, [](Fixture& b) { return vb_add(b, "\\Gadget\\None"); }},
    Row{"PdhVbAddCounter", PDH_CSTATUS_NO_INSTANCE,
        [](Fixture& b) { return PdhVbAddCounter(on_log(b), "\\Widget(nobody)\\Depth", &b.added); }},
    Row{"PdhVbAddCounter", PDH_CSTATUS_NO_MACHINE,
        [](Fixture& b) { return vb_add(b, "\\\\another\\Gadget\\Depth"); }},
    Row{"PdhVbAddCounter", PDH_FUNCTION_NOT_FOUND, [](Fixture& b) { return vb_add(b, "\\Gadget\\Odd"); }},
    Row{"PdhVbIsGoodStatus", ERROR_SUCCESS,
        [](Fixture&) { return expect(PdhVbIsGoodStatus(PDH_CSTATUS_NEW_DATA) != 0); }},
    Row{"PdhVbGetCounterPathElements", PDH_INVALID_PATH,
        [](Fixture& b) { return take_apart(b, "\\Gadget", Fixture::room); }},
    Row{"PdhVbGetCounterPathElements", PDH_MORE_DATA,
        [](Fixture& b) { return take_apart(b, "\\Gadget\\Depth", sizeof "Gadget" - 1); }},
    Row{"PdhVbOpenLog: flags that do not go together", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return vb_open_log(b, b.script, PDH_LOG_READ_ACCESS, PDH_LOG_TYPE_CSV); }},
    Row{"PdhVbOpenLog", PDH_LOG_TYPE_NOT_FOUND,
        [](Fixture& b) { return vb_open_log(b, b.missing, making_new, 9); }},
    Row{"PdhVbOpenLog", PDH_LOG_FILE_TOO_SMALL,
        [](Fixture& b) {
            return vb_open_log(b, b.missing, making_new | PDH_LOG_OPT_CIRCULAR, PDH_LOG_TYPE_BINARY);
        }},
    Row{"PdhVbOpenLog", PDH_FILE_NOT_FOUND,
        [](Fixture& b) { return vb_open_log(b, b.missing, reading, PDH_LOG_TYPE_UNDEFINED); }},
    Row{"PdhVbOpenLog", PDH_FILE_ALREADY_EXISTS,
        [](Fixture& b) { return vb_open_log(b, b.script, making_new, PDH_LOG_TYPE_CSV); }},
    Row{"PdhVbOpenLog", PDH_LOG_FILE_CREATE_ERROR,
        [](Fixture& b) { return vb_open_log(b, b.directory, making_new, PDH_LOG_TYPE_CSV); }},
    Row{"PdhVbOpenLog", PDH_LOG_FILE_OPEN_ERROR,
        [](Fixture& b) { return vb_open_log(b, b.directory, reading, PDH_LOG_TYPE_UNDEFINED); }},
    Row{"PdhVbOpenLog", PDH_INVALID_SQL_LOG_FORMAT,
        [](Fixture& b) { return vb_open_log(b, TEXT("SQL:dsn"), reading, PDH_LOG_TYPE_SQL); }},
    Row{"PdhVbOpenLog", PDH_UNKNOWN_LOG_FORMAT,
        [](Fixture& b) { return vb_open_log(b, b.script, reading, PDH_LOG_TYPE_CSV); }},
    Row{"PdhVbOpenLog", PDH_INVALID_DATASOURCE,
        [](Fixture& b) { return vb_open_log(b, TEXT("SQL:dsn!set"), reading, PDH_LOG_TYPE_SQL); }},
    Row{"PdhVbUpdateLog: an empty comment", PDH_INVALID_ARGUMENT,
        [](Fixture& b) { return PdhVbUpdateLog(b.source, ""); }},
};

} // namespace

TEST_CASE("each documented status: queries" * needs_script) {
    check_rows(query_rows);
}

TEST_CASE("each documented status: counters" * needs_script) {
    check_rows(counter_rows);
}

TEST_CASE("each documented status: formatted values") {
    check_rows(format_rows);
}

TEST_CASE("each documented status: paths") {
    check_rows(path_rows);
}

TEST_CASE("each documented status: machines, objects, items and names" * needs_script) {
    check_rows(enumerate_rows);
}

TEST_CASE("each documented status: logs") {
    check_rows(log_rows);
}

TEST_CASE("each documented status: dialogs") {
    check_rows(dialog_rows);
}

TEST_CASE("each documented status: supplied samples") {
    check_rows(relog_rows);
}

TEST_CASE("each documented status: Visual Basic functions") {
    check_rows(vb_rows);
}
