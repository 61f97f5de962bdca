// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calls.h"

#include <pdh_shim/control.h>
#include <pdhmsg.h>
#include <windows.h>

#include <array>
#include <cstddef>

namespace pdh_shim::torture {
namespace {

constexpr DWORD room = 1U << 20U;

// Buffers that are large enough for any answer here. Their memory is there before anything fails.
struct alignas(std::max_align_t) Buffer {
    std::array<char, room> bytes;
};
Buffer first_buffer;
Buffer second_buffer;

char* text_buffer() {
    return first_buffer.bytes.data();
}

char* other_buffer() {
    return second_buffer.bytes.data();
}

template <class Structure>
Structure* structure_buffer() {
    return reinterpret_cast<Structure*>(first_buffer.bytes.data());
}

// A call of a function of the family `...H`, or with a file name: of the running computer.
const PDH_HLOG computer = nullptr;

// The handle is a reference because the call in the argument before it makes it.
PDH_STATUS closed(PDH_STATUS status, const PDH_HQUERY& query) {
    return status == ERROR_SUCCESS ? PdhCloseQuery(query) : status;
}

PDH_STATUS removed(PDH_STATUS status, const PDH_HCOUNTER& counter) {
    return status == ERROR_SUCCESS ? PdhRemoveCounter(counter) : status;
}

// Functions that return a value have no status.
template <class Value>
PDH_STATUS silent(Value /*value*/) {
    return ERROR_SUCCESS;
}

const std::string& path_of(const Fixture& fixture) {
    return fixture.scene().paths.front();
}

const std::string& wildcard_of(const Fixture& fixture) {
    return fixture.scene().paths[1];
}

PDH_STATUS enumerate_objects(bool by_handle) {
    DWORD size = room;
    return by_handle ? PdhEnumObjectsHA(computer, nullptr, text_buffer(), &size, PERF_DETAIL_WIZARD, TRUE)
                     : PdhEnumObjectsA(nullptr, nullptr, text_buffer(), &size, PERF_DETAIL_WIZARD, TRUE);
}

PDH_STATUS enumerate_items(const Fixture& fixture, bool by_handle) {
    DWORD counters = room;
    DWORD instances = room;
    const char* const object = fixture.scene().object.c_str();
    return by_handle ? PdhEnumObjectItemsHA(computer, nullptr, object, text_buffer(), &counters,
                           other_buffer(), &instances, PERF_DETAIL_WIZARD, 0)
                     : PdhEnumObjectItemsA(nullptr, nullptr, object, text_buffer(), &counters, other_buffer(),
                           &instances, PERF_DETAIL_WIZARD, 0);
}

// The answers of two calls: the size, which is kept, and the data.
PDH_STATUS expand_twice(const Fixture& fixture) {
    DWORD size = 0;
    const PDH_STATUS status =
        PdhExpandWildCardPathA(nullptr, wildcard_of(fixture).c_str(), nullptr, &size, PDH_REFRESHCOUNTERS);
    return static_cast<DWORD>(status) == PDH_MORE_DATA
               ? PdhExpandWildCardPathA(nullptr, wildcard_of(fixture).c_str(), text_buffer(), &size, 0)
               : status;
}

PDH_STATUS formatted_array_twice(const Fixture& fixture) {
    DWORD size = 0;
    DWORD count = 0;
    const PDH_STATUS status =
        PdhGetFormattedCounterArrayA(fixture.many(), PDH_FMT_DOUBLE, &size, &count, nullptr);
    return static_cast<DWORD>(status) == PDH_MORE_DATA
               ? PdhGetFormattedCounterArrayA(fixture.many(), PDH_FMT_DOUBLE, &size, &count,
                     structure_buffer<PDH_FMT_COUNTERVALUE_ITEM_A>())
               : status;
}

PDH_STATUS raw_array(const Fixture& fixture) {
    DWORD size = room;
    DWORD count = 0;
    return PdhGetRawCounterArrayA(fixture.many(), &size, &count, structure_buffer<PDH_RAW_COUNTER_ITEM_A>());
}

PDH_STATUS statistics(const Fixture& fixture) {
    std::array<PDH_RAW_COUNTER, 2> samples{};
    samples[1].FirstValue = 100;
    samples[1].SecondValue = 10'000'000;
    PDH_STATISTICS statistics{};
    return PdhComputeCounterStatistics(fixture.single(), PDH_FMT_DOUBLE, 0, 2, samples.data(), &statistics);
}

PDH_STATUS calculate(const Fixture& fixture) {
    PDH_RAW_COUNTER newer{};
    PDH_RAW_COUNTER older{};
    newer.FirstValue = 100;
    newer.SecondValue = 10'000'000;
    PDH_FMT_COUNTERVALUE value{};
    return PdhCalculateCounterFromRawValue(fixture.single(), PDH_FMT_DOUBLE, &newer, &older, &value);
}

PDH_STATUS format_from_raw() {
    PDH_RAW_COUNTER newer{};
    newer.FirstValue = 100;
    PDH_FMT_COUNTERVALUE value{};
    return PdhFormatFromRawValue(PERF_COUNTER_RAWCOUNT, PDH_FMT_DOUBLE, nullptr, &newer, nullptr, &value);
}

PDH_STATUS make_path(const Fixture& fixture) {
    std::array<char, 100> instance{"an instance with a name that is longer than small ones"};
    PDH_COUNTER_PATH_ELEMENTS_A elements{nullptr, const_cast<char*>(fixture.scene().object.c_str()),
        instance.data(), nullptr, 0, const_cast<char*>(fixture.scene().counter.c_str())};
    DWORD size = room;
    return PdhMakeCounterPathA(&elements, text_buffer(), &size, 0);
}

PDH_STATUS parse_path(const Fixture& fixture) {
    DWORD size = room;
    return PdhParseCounterPathA(
        path_of(fixture).c_str(), structure_buffer<PDH_COUNTER_PATH_ELEMENTS_A>(), &size, 0);
}

PDH_STATUS parse_instance() {
    DWORD name = room;
    DWORD parent = room;
    return PdhParseInstanceNameA("a parent with a name of some length/an instance with one too#3",
        text_buffer(), &name, other_buffer(), &parent, nullptr);
}

PDH_STATUS counter_info(const Fixture& fixture) {
    DWORD size = room;
    return PdhGetCounterInfoA(fixture.single(), TRUE, &size, structure_buffer<PDH_COUNTER_INFO_A>());
}

PDH_STATUS raw_value(const Fixture& fixture) {
    PDH_RAW_COUNTER raw{};
    return PdhGetRawCounterValue(fixture.single(), nullptr, &raw);
}

PDH_STATUS default_object(bool by_handle) {
    DWORD size = room;
    return by_handle ? PdhGetDefaultPerfObjectHA(computer, nullptr, text_buffer(), &size)
                     : PdhGetDefaultPerfObjectA(nullptr, nullptr, text_buffer(), &size);
}

PDH_STATUS default_counter(const Fixture& fixture, bool by_handle) {
    DWORD size = room;
    const char* const object = fixture.scene().object.c_str();
    return by_handle ? PdhGetDefaultPerfCounterHA(computer, nullptr, object, text_buffer(), &size)
                     : PdhGetDefaultPerfCounterA(nullptr, nullptr, object, text_buffer(), &size);
}

PDH_STATUS name_by_index() {
    DWORD size = room;
    return PdhLookupPerfNameByIndexA(nullptr, 238, text_buffer(), &size);
}

PDH_STATUS index_by_name() {
    DWORD index = 0;
    return PdhLookupPerfIndexByNameA(nullptr, "Processor", &index);
}

PDH_STATUS explain(const Fixture& fixture) {
    return silent(PdhGetExplainText(
        nullptr, fixture.scene().wide_object.c_str(), fixture.scene().wide_counter.c_str()));
}

PDH_STATUS titles() {
    DWORD size = room / sizeof(WCHAR);
    return pdh_shim_titles(0, TRUE, structure_buffer<WCHAR>(), &size);
}

PDH_STATUS bind() {
    PDH_HLOG source = nullptr;
    const PDH_STATUS status = PdhBindInputDataSourceA(&source, nullptr);
    return status == ERROR_SUCCESS ? PdhCloseLog(source, 0) : status;
}

// No file is a log: only the checks before that can fail.
PDH_STATUS no_log(PDH_STATUS status) {
    switch (static_cast<DWORD>(status)) {
    case PDH_NOT_IMPLEMENTED:
    case PDH_UNKNOWN_LOG_FORMAT:
    case PDH_FILE_NOT_FOUND:
    case PDH_DATA_SOURCE_IS_REAL_TIME:
    case PDH_DIALOG_CANCELLED:
    case PDH_INVALID_ARGUMENT:
        return ERROR_SUCCESS;
    default:
        return status;
    }
}

PDH_STATUS open_log(const Fixture& fixture, bool basic) {
    DWORD type = PDH_LOG_TYPE_UNDEFINED;
    PDH_HLOG log = nullptr;
    const DWORD access = PDH_LOG_READ_ACCESS | PDH_LOG_OPEN_EXISTING;
    PDH_HQUERY const query = const_cast<Fixture&>(fixture).subject().query();
    return no_log(basic ? PdhVbOpenLog("/proc/self/status", access, &type, query, 0, nullptr, &log)
                        : PdhOpenLogA("/proc/self/status", access, &type, query, 0, nullptr, &log));
}

PDH_STATUS time_range(bool by_handle) {
    DWORD entries = 0;
    PDH_TIME_INFO range{};
    DWORD size = sizeof range;
    return no_log(by_handle ? PdhGetDataSourceTimeRangeH(computer, &entries, &range, &size)
                            : PdhGetDataSourceTimeRangeA(nullptr, &entries, &range, &size));
}

PDH_STATUS relog(const Fixture& fixture) {
    PDH_HQUERY const query = const_cast<Fixture&>(fixture).subject().query();
    PDH_HCOUNTER counter = nullptr;
    PDH_STATUS status = PdhAddRelogCounter(query, u"\\An object(*)\\A counter with a name of some length",
        PERF_COUNTER_RAWCOUNT, 0, 0, &counter);
    if (status != ERROR_SUCCESS) {
        return status;
    }
    PDH_RAW_COUNTER raw{};
    status = PdhSetCounterValue(counter, &raw, u"an instance with a name of some length");
    const PDH_STATUS removed = PdhRemoveCounter(counter);
    return status == ERROR_SUCCESS ? removed : status;
}

PDH_STATUS collect_every_second(Fixture& fixture) {
    PDH_HQUERY query = nullptr;
    PDH_STATUS status = PdhOpenQueryA(nullptr, 0, &query);
    if (status != ERROR_SUCCESS) {
        return status;
    }
    PDH_HCOUNTER counter = nullptr;
    status = PdhAddCounterA(query, path_of(fixture).c_str(), 0, &counter);
    status = status == ERROR_SUCCESS ? PdhCollectQueryDataEx(query, 1, nullptr) : status;
    const PDH_STATUS after = PdhCloseQuery(query);
    return status == ERROR_SUCCESS ? after : status;
}

PDH_STATUS capture(Fixture& fixture) {
    DWORD size = room;
    return pdh_shim_capture_sample(
        fixture.subject().query(), PDH_SHIM_CAPTURE_TITLES, structure_buffer<std::byte>(), &size);
}

PDH_STATUS last_failure() {
    DWORD size = room;
    const PDH_STATUS status = pdh_shim_last_failure(nullptr, structure_buffer<char>(), &size);
    return static_cast<DWORD>(status) == PDH_NO_DATA ? ERROR_SUCCESS : status;
}

PDH_STATUS performance_data() {
    DWORD size = room;
    const PDH_STATUS status = pdh_shim_query_performance_data("Global", structure_buffer<std::byte>(), &size);
    return static_cast<DWORD>(status) == PDH_MORE_DATA ? ERROR_SUCCESS : status;
}

PDH_STATUS add_source(Fixture& fixture) {
    test::OwnSource& source = fixture.another_source();
    const int closed = source.times_closed();
    const PDH_STATUS status = source.add();
    if (status == ERROR_SUCCESS) {
        return source.remove();
    }
    return source.times_closed() == closed
               ? status
               : static_cast<PDH_STATUS>(PDH_INVALID_DATA); // it is still the program's
}

/// Adds all counters that a wildcard for the name matches.
PDH_STATUS add_removed_counters(Fixture& fixture) {
    const std::string& one = wildcard_of(fixture);
    PDH_HCOUNTER counter = nullptr;
    const std::string all = one.substr(0, one.rfind('\\') + 1) + "*";
    return removed(PdhAddEnglishCounterA(fixture.subject().query(), all.c_str(), 0, &counter), counter);
}

PDH_STATUS add_removed_counter(Fixture& fixture) {
    PDH_HCOUNTER counter = nullptr;
    return removed(
        PdhAddCounterA(fixture.subject().query(), wildcard_of(fixture).c_str(), 0, &counter), counter);
}

constexpr std::array all_calls{
    Call{"PdhOpenQuery",
        [](Fixture&) {
            PDH_HQUERY query = nullptr;
            return closed(PdhOpenQueryA(nullptr, 0, &query), query);
        }},
    Call{"PdhOpenQueryH",
        [](Fixture&) {
            PDH_HQUERY query = nullptr;
            return closed(PdhOpenQueryH(computer, 0, &query), query);
        }},
    Call{"PdhCloseQuery",
        [](Fixture&) {
            PDH_HQUERY query = nullptr;
            return closed(PdhOpenQueryA(nullptr, 0, &query), query);
        }},
    Call{"PdhCollectQueryDataEx", collect_every_second},
    Call{"PdhAddCounter", [](Fixture& fixture) { return add_removed_counter(fixture); }},
    Call{"PdhAddEnglishCounter", [](Fixture& fixture) { return add_removed_counters(fixture); }},
    Call{"PdhRemoveCounter", [](Fixture& fixture) { return add_removed_counter(fixture); }},
    Call{"PdhGetCounterInfo", [](Fixture& fixture) { return counter_info(fixture); }},
    Call{"PdhGetRawCounterValue", [](Fixture& fixture) { return raw_value(fixture); }},
    Call{"PdhGetRawCounterArray", [](Fixture& fixture) { return raw_array(fixture); }},
    Call{"PdhGetFormattedCounterValue",
        [](Fixture& fixture) {
            PDH_FMT_COUNTERVALUE value{};
            return PdhGetFormattedCounterValue(fixture.single(), PDH_FMT_DOUBLE, nullptr, &value);
        }},
    Call{"PdhGetFormattedCounterArray", [](Fixture& fixture) { return formatted_array_twice(fixture); }},
    Call{"PdhCalculateCounterFromRawValue", [](Fixture& fixture) { return calculate(fixture); }},
    Call{"PdhFormatFromRawValue", [](Fixture&) { return format_from_raw(); }},
    Call{"PdhComputeCounterStatistics", [](Fixture& fixture) { return statistics(fixture); }},
    Call{"PdhMakeCounterPath", [](Fixture& fixture) { return make_path(fixture); }},
    Call{"PdhParseCounterPath", [](Fixture& fixture) { return parse_path(fixture); }},
    Call{"PdhParseInstanceName", [](Fixture&) { return parse_instance(); }},
    Call{"PdhValidatePath", [](Fixture& fixture) { return PdhValidatePathA(wildcard_of(fixture).c_str()); }},
    Call{"PdhValidatePathEx",
        [](Fixture& fixture) { return PdhValidatePathExA(computer, wildcard_of(fixture).c_str()); }},
    Call{"PdhExpandCounterPath",
        [](Fixture& fixture) {
            DWORD size = room;
            return PdhExpandCounterPathA(wildcard_of(fixture).c_str(), text_buffer(), &size);
        }},
    Call{"PdhExpandWildCardPath", [](Fixture& fixture) { return expand_twice(fixture); }},
    Call{"PdhExpandWildCardPathH",
        [](Fixture& fixture) {
            DWORD size = room;
            return PdhExpandWildCardPathHA(computer, wildcard_of(fixture).c_str(), text_buffer(), &size, 0);
        }},
    Call{"PdhConnectMachine", [](Fixture&) { return PdhConnectMachineA("\\\\localhost"); }},
    Call{"PdhEnumMachines",
        [](Fixture&) {
            DWORD size = room;
            return PdhEnumMachinesA(nullptr, text_buffer(), &size);
        }},
    Call{"PdhEnumMachinesH",
        [](Fixture&) {
            DWORD size = room;
            return PdhEnumMachinesHA(computer, text_buffer(), &size);
        }},
    Call{"PdhEnumObjects", [](Fixture&) { return enumerate_objects(false); }},
    Call{"PdhEnumObjectsH", [](Fixture&) { return enumerate_objects(true); }},
    Call{"PdhEnumObjectItems", [](Fixture& fixture) { return enumerate_items(fixture, false); }},
    Call{"PdhEnumObjectItemsH", [](Fixture& fixture) { return enumerate_items(fixture, true); }},
    Call{"PdhGetDefaultPerfObject", [](Fixture&) { return default_object(false); }},
    Call{"PdhGetDefaultPerfObjectH", [](Fixture&) { return default_object(true); }},
    Call{"PdhGetDefaultPerfCounter", [](Fixture& fixture) { return default_counter(fixture, false); }},
    Call{"PdhGetDefaultPerfCounterH", [](Fixture& fixture) { return default_counter(fixture, true); }},
    Call{"PdhLookupPerfNameByIndex", [](Fixture&) { return name_by_index(); }},
    Call{"PdhLookupPerfIndexByName", [](Fixture&) { return index_by_name(); }},
    Call{"PdhGetExplainText", [](Fixture& fixture) { return explain(fixture); }},
    Call{"PdhOpenLog", [](Fixture& fixture) { return open_log(fixture, false); }},
    Call{"PdhGetLogFileType",
        [](Fixture&) {
            DWORD type = 0;
            return no_log(PdhGetLogFileTypeA("/proc/self/status", &type));
        }},
    Call{"PdhBindInputDataSource", [](Fixture&) { return bind(); }},
    Call{"PdhCloseLog", [](Fixture&) { return bind(); }},
    Call{"PdhGetDataSourceTimeRange", [](Fixture&) { return time_range(false); }},
    Call{"PdhGetDataSourceTimeRangeH", [](Fixture&) { return time_range(true); }},
    Call{"PdhAddRelogCounter", [](Fixture& fixture) { return relog(fixture); }},
    Call{"PdhSetCounterValue", [](Fixture& fixture) { return relog(fixture); }},
    Call{"PdhVbOpenQuery",
        [](Fixture&) {
            PDH_HQUERY query = nullptr;
            return closed(PdhVbOpenQuery(&query), query);
        }},
    Call{"PdhVbAddCounter",
        [](Fixture& fixture) {
            PDH_HCOUNTER counter = nullptr;
            return removed(
                PdhVbAddCounter(fixture.subject().query(), wildcard_of(fixture).c_str(), &counter), counter);
        }},
    Call{"PdhVbGetDoubleCounterValue",
        [](Fixture& fixture) { return silent(PdhVbGetDoubleCounterValue(fixture.single(), nullptr)); }},
    Call{"PdhVbGetCounterPathElements",
        [](Fixture& fixture) {
            std::array<std::array<char, 300>, 5> parts{};
            return PdhVbGetCounterPathElements(path_of(fixture).c_str(), parts[0].data(), parts[1].data(),
                parts[2].data(), parts[3].data(), parts[4].data(), 300);
        }},
    Call{"PdhVbOpenLog", [](Fixture& fixture) { return open_log(fixture, true); }},
    Call{"pdh_shim_titles", [](Fixture&) { return titles(); }},
    Call{"pdh_shim_query_performance_data", [](Fixture&) { return performance_data(); }},
    Call{"pdh_shim_capture_sample", [](Fixture& fixture) { return capture(fixture); }},
    Call{"pdh_shim_sample_bias",
        [](Fixture& fixture) {
            LONG minutes = 0;
            return pdh_shim_sample_bias(fixture.subject().query(), &minutes);
        }},
    Call{"pdh_shim_log_bias",
        [](Fixture&) {
            LONG minutes = 0;
            return pdh_shim_log_bias(nullptr, 0, &minutes);
        }},
    Call{"pdh_shim_log_zone_name",
        [](Fixture&) {
            std::array<char, 100> name{};
            DWORD size = name.size();
            return pdh_shim_log_zone_name(nullptr, 0, name.data(), &size);
        }},
    Call{"pdh_shim_sample_time",
        [](Fixture& fixture) {
            LONGLONG time = 0;
            return pdh_shim_sample_time(fixture.subject().query(), &time);
        }},
    Call{"pdh_shim_log_counters",
        [](Fixture&) {
            DWORD size = 0;
            return no_log(pdh_shim_log_counters(computer, 0, nullptr, &size));
        }},
    Call{"pdh_shim_log_comments",
        [](Fixture&) {
            DWORD records = 0;
            return no_log(pdh_shim_log_comments(computer, 0, 0, &records));
        }},
    Call{"pdh_shim_last_failure", [](Fixture&) { return last_failure(); }},
    Call{"pdh_shim_set_sources", [](Fixture&) { return pdh_shim_set_sources("script:" TORTURE_SCRIPT); }},
    Call{"pdh_shim_load_titles", [](Fixture&) { return pdh_shim_load_titles(TORTURE_TITLES); }},
    Call{"pdh_shim_set_language", [](Fixture&) { return pdh_shim_set_language(0x409); }},
    Call{"pdh_shim_add_source", add_source},
    Call{"pdh_shim_remove_source", add_source},
};

} // namespace

std::span<const Call> calls() {
    return all_calls;
}

} // namespace pdh_shim::torture
