// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Data sources and logs: PdhBindInputDataSource, PdhOpenLog, PdhUpdateLog, PdhUpdateLogFileCatalog,
// PdhGetLogFileSize, PdhGetLogFileType, PdhCloseLog, PdhGetDataSourceTimeRange, PdhReadRawLogRecord,
// PdhSetQueryTimeRange, PdhSetDefaultRealTimeDataSource.
#include "support.h"
#include "temporary_folder.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

using namespace conformance;

namespace {

HANDLE number_as_handle(std::uintptr_t number) {
    return reinterpret_cast<HANDLE>(number);
}

// The running computer as a data source with its own handle.
PDH_HLOG bind_computer() {
    PDH_HLOG source = nullptr;
    REQUIRE_SUCCESS(PdhBindInputDataSource(&source, nullptr));
    REQUIRE(source != nullptr);
    REQUIRE(source != invalid_handle_value);
    return source;
}

// A multi-string of these texts.
Text list_of(std::initializer_list<Text> texts) {
    Text list;
    for (const Text& text : texts) {
        list += text;
        list += TCHAR{0};
    }
    return list;
}

PDH_STATUS bind_status(const Text& list) {
    PDH_HLOG source = number_as_handle(42);
    const PDH_STATUS status = PdhBindInputDataSource(&source, list.c_str());
    CHECK(source == nullptr);
    return status;
}

// Handles that are not those of a log.
std::vector<BadHandle> not_a_log(PDH_HQUERY live_query, PDH_HCOUNTER live_counter) {
    static const std::uint64_t on_no_stack = 0;
    PDH_HLOG closed = bind_computer();
    REQUIRE_SUCCESS(PdhCloseLog(closed, 0));
    return {
        {"NULL", nullptr},
        {"(HANDLE)-1", invalid_handle_value},
        {"a closed data source", closed},
        {"a query", live_query},
        {"a counter", live_counter},
        {"an address", const_cast<std::uint64_t*>(&on_no_stack)},
        {"1", number_as_handle(1)},
        {"all bits but one", number_as_handle(~std::uintptr_t{2})},
        {"noise", number_as_handle(static_cast<std::uintptr_t>(0xDEADBEEFCAFEF00D))},
    };
}

} // namespace

// -- Data sources ---------------------------------------------------------------------------------

TEST_CASE("PdhBindInputDataSource needs a place for the handle") {
    CHECK_STATUS(PdhBindInputDataSource(nullptr, nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhBindInputDataSource(nullptr, TEXT("no such log")), PDH_INVALID_ARGUMENT);
}

TEST_CASE("PdhBindInputDataSource: without files it is this computer, by a new handle") {
    PDH_HLOG const first = bind_computer();
    PDH_HLOG second = nullptr;
    REQUIRE_SUCCESS(PdhBindInputDataSource(&second, list_of({TEXT("")}).c_str()));
    CHECK(first != second);
    CHECK_SUCCESS(PdhCloseLog(first, 0));
    CHECK_STATUS(PdhCloseLog(first, 0), PDH_INVALID_HANDLE);
    CHECK_SUCCESS(PdhCloseLog(second, PDH_FLAGS_CLOSE_QUERY));
    CHECK_STATUS(PdhCloseLog(second, 0), PDH_INVALID_HANDLE);
}

TEST_CASE_FIXTURE(Widgets, "a bound data source works in every function that takes one, until it is closed") {
    PDH_HLOG const source = bind_computer();
    const auto call_all = [source] {
        std::vector<DWORD> statuses;
        DWORD size = 0;
        DWORD other_size = 0;
        DWORD entries = 1;
        PDH_TIME_INFO range{};
        DWORD range_size = sizeof range;
        PDH_HQUERY query = nullptr;
        PDH_BROWSE_DLG_CONFIG_H dialog{};
        std::array<TCHAR, 8> path{};
        dialog.hDataSource = source;
        dialog.szReturnPathBuffer = path.data();
        dialog.cchReturnPathLength = static_cast<DWORD>(path.size());
        const auto add = [&statuses](PDH_STATUS status) { statuses.push_back(static_cast<DWORD>(status)); };
        add(PdhEnumMachinesH(source, nullptr, &size));
        size = 0;
        add(PdhEnumObjectsH(source, nullptr, nullptr, &size, PERF_DETAIL_WIZARD, FALSE));
        size = 0;
        add(PdhEnumObjectItemsH(
            source, nullptr, TEXT("Widget"), nullptr, &size, nullptr, &other_size, PERF_DETAIL_WIZARD, 0));
        size = 0;
        add(PdhExpandWildCardPathH(source, TEXT("\\Widget(*)\\Depth"), nullptr, &size, 0));
        size = 0;
        add(PdhGetDefaultPerfObjectH(source, nullptr, nullptr, &size));
        size = 0;
        add(PdhGetDefaultPerfCounterH(source, nullptr, TEXT("Widget"), nullptr, &size));
        add(PdhValidatePathEx(source, TEXT("\\Gadget\\Depth")));
        add(PdhGetDataSourceTimeRangeH(source, &entries, &range, &range_size));
        add(PdhBrowseCountersH(&dialog));
        add(PdhOpenQueryH(source, 0, &query));
        if (query != nullptr) {
            CHECK(PdhIsRealTimeQuery(query) == TRUE);
            REQUIRE_SUCCESS(PdhCloseQuery(query));
        }
        return statuses;
    };
    const std::vector<DWORD> open = call_all();
    const std::array<DWORD, 10> expected{PDH_MORE_DATA, PDH_MORE_DATA, PDH_MORE_DATA, PDH_MORE_DATA,
        PDH_MORE_DATA, PDH_MORE_DATA, ERROR_SUCCESS, PDH_DATA_SOURCE_IS_REAL_TIME, PDH_DIALOG_CANCELLED,
        ERROR_SUCCESS};
    REQUIRE(open.size() == expected.size());
    for (std::size_t i = 0; i < open.size(); ++i) {
        CAPTURE(i);
        CHECK_STATUS(open[i], expected[i]);
    }
    REQUIRE_SUCCESS(PdhCloseLog(source, 0));
    for (const DWORD status : call_all()) {
        CHECK_STATUS(status, PDH_INVALID_HANDLE);
    }
}

TEST_CASE_FIXTURE(Widgets, "a query outlives the data source it was opened on") {
    PDH_HLOG const source = bind_computer();
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    REQUIRE_SUCCESS(PdhOpenQueryH(source, 0, &query));
    REQUIRE_SUCCESS(PdhCloseLog(source, PDH_FLAGS_CLOSE_QUERY));
    REQUIRE_SUCCESS(PdhAddCounter(query, TEXT("\\Gadget\\Depth"), 0, &counter));
    REQUIRE_SUCCESS(PdhCollectQueryData(query));
    CHECK(large_value(counter) == 7);
    CHECK_SUCCESS(PdhCloseQuery(query));
}

TEST_CASE("PdhBindInputDataSource: the handle is NULL if a file is not a log") {
    const Text missing = script_path("no such file.blg");
    const Text no_log = script_path("widgets.json");
    CHECK_STATUS(bind_status(list_of({missing})), PDH_FILE_NOT_FOUND);
    CHECK_STATUS(bind_status(list_of({no_log})), PDH_UNKNOWN_LOG_FORMAT);
    CHECK_STATUS(bind_status(list_of({TEXT("SQL:dsn")})), PDH_INVALID_SQL_LOG_FORMAT);
    CHECK_STATUS(bind_status(list_of({Text(PDH_MAX_DATASOURCE_PATH, TEXT('x'))})), PDH_INVALID_ARGUMENT);
}

TEST_CASE("PdhBindInputDataSource: a single file needs no second terminator") {
    const Text no_log = script_path("widgets.json");
    const Text missing = script_path("no such file.blg");
    CHECK_STATUS(bind_status(list_of({missing, no_log})), PDH_FILE_NOT_FOUND);
    CHECK_STATUS(bind_status(list_of({no_log, missing})), PDH_FILE_NOT_FOUND); // it can only be meant
    CHECK_STATUS(bind_status(list_of({no_log, TEXT("SHELL=/bin/sh")})), PDH_UNKNOWN_LOG_FORMAT);
    CHECK_STATUS(
        bind_status(list_of({no_log, Text(PDH_MAX_DATASOURCE_PATH, TEXT('x'))})), PDH_UNKNOWN_LOG_FORMAT);
}

TEST_CASE_FIXTURE(
    WidgetQuery, "PdhCloseLog: invalid data sources, and a data source instead of another handle") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    for (const BadHandle& bad : not_a_log(query.handle(), counter)) {
        CAPTURE(bad.what);
        CHECK_STATUS(PdhCloseLog(bad.handle, 0), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhCloseLog(bad.handle, PDH_FLAGS_CLOSE_QUERY), PDH_INVALID_HANDLE);
    }
    PDH_HLOG const source = bind_computer();
    PDH_RAW_COUNTER raw{};
    CHECK_STATUS(PdhCollectQueryData(source), PDH_INVALID_HANDLE);
    CHECK_STATUS(PdhCloseQuery(source), PDH_INVALID_HANDLE);
    CHECK_STATUS(PdhGetRawCounterValue(source, nullptr, &raw), PDH_INVALID_HANDLE);
    CHECK_STATUS(PdhRemoveCounter(source), PDH_INVALID_HANDLE);
    CHECK_SUCCESS(PdhCloseLog(source, 0));
}

TEST_CASE("the names of logs in a database are SQL:dsn!set") {
    PDH_HQUERY query = nullptr;
    for (const TCHAR* const name : {TEXT("SQL:"), TEXT("sql:dsn"), TEXT("SQL:dsn!"), TEXT("SQL:!set")}) {
        CAPTURE(utf8(name));
        CHECK_STATUS(PdhOpenQuery(name, 0, &query), PDH_INVALID_SQL_LOG_FORMAT);
    }
    CHECK_STATUS(PdhOpenQuery(TEXT("SQL:dsn!set"), 0, &query), PDH_INVALID_DATASOURCE);
    CHECK(query == nullptr);
}

// -- Time ranges ----------------------------------------------------------------------------------

TEST_CASE("PdhGetDataSourceTimeRange: the running computer has no time range") {
    for (const TCHAR* const name : {static_cast<const TCHAR*>(nullptr), TEXT("")}) {
        DWORD entries = 7;
        PDH_TIME_INFO range{1, 2, 3};
        DWORD size = sizeof range;
        CHECK_STATUS(PdhGetDataSourceTimeRange(name, &entries, &range, &size), PDH_DATA_SOURCE_IS_REAL_TIME);
        CHECK(entries == 0);
        CHECK(range.StartTime == 1);
        CHECK(size == sizeof range);
    }
    for (const PDH_HLOG source : {PDH_HLOG{H_REALTIME_DATASOURCE}, wbem_data_source}) {
        DWORD entries = 7;
        PDH_TIME_INFO range{};
        DWORD size = sizeof range;
        CHECK_STATUS(
            PdhGetDataSourceTimeRangeH(source, &entries, &range, &size), PDH_DATA_SOURCE_IS_REAL_TIME);
        CHECK(entries == 0);
    }
}

TEST_CASE("PdhGetDataSourceTimeRange: arguments are checked before the data source") {
    const Text name = script_path("no such file");
    auto* const no_handle = number_as_handle(1);
    DWORD entries = 7;
    PDH_TIME_INFO range{};
    DWORD size = sizeof range;
    DWORD too_small = sizeof range - 1;
    DWORD nothing = 0;
    struct Arguments {
        DWORD* entries;
        PDH_TIME_INFO* range;
        DWORD* size;
    };
    for (const Arguments& with : {Arguments{nullptr, &range, &size}, Arguments{&entries, nullptr, &size},
             Arguments{&entries, &range, nullptr}, Arguments{&entries, &range, &too_small},
             Arguments{&entries, &range, &nothing}, Arguments{&entries, nullptr, &nothing}}) {
        CHECK_STATUS(PdhGetDataSourceTimeRange(name.c_str(), with.entries, with.range, with.size),
            PDH_INVALID_ARGUMENT);
        CHECK_STATUS(
            PdhGetDataSourceTimeRangeH(no_handle, with.entries, with.range, with.size), PDH_INVALID_ARGUMENT);
        CHECK(entries == 7);
    }
    CHECK_STATUS(PdhGetDataSourceTimeRange(name.c_str(), &entries, &range, &size), PDH_FILE_NOT_FOUND);
    CHECK(entries == 0);
    entries = 7;
    CHECK_STATUS(PdhGetDataSourceTimeRangeH(no_handle, &entries, &range, &size), PDH_INVALID_HANDLE);
    CHECK(entries == 0);
}

TEST_CASE_FIXTURE(
    WidgetQuery, "PdhSetQueryTimeRange: range before query; the running computer has no range") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    PDH_TIME_INFO all{MIN_TIME_VALUE, MAX_TIME_VALUE, 0};
    PDH_TIME_INFO backwards{2, 1, 0};
    PDH_TIME_INFO nothing{2, 2, 0};
    for (auto* const handle : {query.handle(), number_as_handle(1)}) {
        CHECK_STATUS(PdhSetQueryTimeRange(handle, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhSetQueryTimeRange(handle, &backwards), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhSetQueryTimeRange(handle, &nothing), PDH_INVALID_ARGUMENT);
    }
    CHECK_STATUS(PdhSetQueryTimeRange(query.handle(), &all), PDH_DATA_SOURCE_IS_REAL_TIME);
    const Query without_counters;
    CHECK_STATUS(PdhSetQueryTimeRange(without_counters.handle(), &all), PDH_DATA_SOURCE_IS_REAL_TIME);
    for (const BadHandle& bad : not_a_query(counter)) {
        CAPTURE(bad.what);
        CHECK_STATUS(PdhSetQueryTimeRange(bad.handle, &all), PDH_INVALID_HANDLE);
    }
}

TEST_CASE_FIXTURE(Widgets, "PdhSetDefaultRealTimeDataSource: too late once a query has been opened") {
    { const Query query; }
    CHECK_STATUS(
        PdhSetDefaultRealTimeDataSource(DATA_SOURCE_WBEM), PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE);
    CHECK_STATUS(
        PdhSetDefaultRealTimeDataSource(DATA_SOURCE_REGISTRY), PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE);
    for (const DWORD source : {DWORD{0}, DATA_SOURCE_LOGFILE, DWORD{3}, ~DWORD{0}}) {
        CHECK_STATUS(PdhSetDefaultRealTimeDataSource(source), PDH_INVALID_ARGUMENT);
    }
}

// -- Opening logs ---------------------------------------------------------------------------------

namespace {

constexpr DWORD writing = PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS;
constexpr DWORD updating = PDH_LOG_UPDATE_ACCESS | PDH_LOG_OPEN_EXISTING;

// Opens a log, and closes it again. If that fails, the handle has to be NULL, and the type as it was.
PDH_STATUS open_log(const Text& file, DWORD access, DWORD type, PDH_HQUERY query, DWORD max_size = 0) {
    PDH_HLOG log = number_as_handle(42);
    const DWORD type_before = type;
    const PDH_STATUS status = PdhOpenLog(file.c_str(), access, &type, query, max_size, nullptr, &log);
    if (status == ERROR_SUCCESS) {
        CHECK_SUCCESS(PdhCloseLog(log, 0));
    } else {
        CHECK(log == nullptr);
        CHECK(type == type_before);
    }
    return status;
}

// A folder, and a query whose counter can be logged.
struct LogBed {
    LogBed() { use_script("widgets.json"); }

    // A log with one record.
    [[nodiscard]] Text make_log(const char* name, DWORD type = PDH_LOG_TYPE_CSV) const {
        const Text file = file_of(name);
        use_script("widgets.json"); // from its start
        const Query fresh;
        static_cast<void>(fresh.add(TEXT("\\Gadget\\Depth")));
        PDH_HLOG log = nullptr;
        REQUIRE_SUCCESS(PdhOpenLog(file.c_str(), writing, &type, fresh.handle(), 0, nullptr, &log));
        REQUIRE_SUCCESS(PdhUpdateLog(log, nullptr));
        REQUIRE_SUCCESS(PdhCloseLog(log, 0));
        return file;
    }

    [[nodiscard]] Text file_of(const char* name) const { return from_utf8(folder.path(name)); }

    pdh_shim::test::TemporaryFolder folder;
    Query query;
    PDH_HCOUNTER counter = query.add(TEXT("\\Gadget\\Depth"));
};

} // namespace

TEST_CASE_FIXTURE(WidgetQuery, "PdhOpenLog needs a name, a type and a place for the handle") {
    const Text name = script_path("new.csv");
    DWORD type = PDH_LOG_TYPE_CSV;
    PDH_HLOG log = nullptr;
    const auto open = [&](const TCHAR* file, DWORD* log_type, PDH_HLOG* result) {
        return PdhOpenLog(file, writing, log_type, query.handle(), 0, nullptr, result);
    };
    CHECK_STATUS(open(nullptr, &type, &log), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(open(TEXT(""), &type, &log), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(open(name.c_str(), nullptr, &log), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(open(name.c_str(), &type, nullptr), PDH_INVALID_ARGUMENT);
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhOpenLog: the handle is NULL if the log cannot be opened") {
    const Text name = script_path("widgets.json");
    DWORD type = PDH_LOG_TYPE_CSV;
    PDH_HLOG log = number_as_handle(42);
    CHECK_STATUS(PdhOpenLog(name.c_str(), reading, &type, nullptr, 0, nullptr, &log), PDH_UNKNOWN_LOG_FORMAT);
    CHECK(log == nullptr);
    log = number_as_handle(42);
    CHECK_STATUS(
        PdhOpenLog(name.c_str(), writing, nullptr, query.handle(), 0, nullptr, &log), PDH_INVALID_ARGUMENT);
    CHECK(log == nullptr);
}

TEST_CASE("PdhOpenLog: kinds of access, and what happens to an existing log" * needs_script) {
    const LogBed fixture;
    struct Case {
        DWORD access;
        DWORD type;
        DWORD status;
        std::vector<DWORD> creations;
    };
    const std::array cases{
        Case{PDH_LOG_READ_ACCESS, PDH_LOG_TYPE_UNDEFINED, ERROR_SUCCESS, {PDH_LOG_OPEN_EXISTING}},
        Case{PDH_LOG_WRITE_ACCESS, PDH_LOG_TYPE_CSV, ERROR_SUCCESS,
            {PDH_LOG_CREATE_ALWAYS, PDH_LOG_OPEN_ALWAYS, PDH_LOG_OPEN_EXISTING}},
        Case{PDH_LOG_UPDATE_ACCESS, PDH_LOG_TYPE_SQL, PDH_INVALID_DATASOURCE,
            {PDH_LOG_OPEN_ALWAYS, PDH_LOG_OPEN_EXISTING}},
        Case{0, PDH_LOG_TYPE_CSV, ERROR_SUCCESS, {}},
        Case{PDH_LOG_READ_ACCESS | PDH_LOG_WRITE_ACCESS, PDH_LOG_TYPE_CSV, ERROR_SUCCESS, {}},
        Case{0x00080000, PDH_LOG_TYPE_CSV, ERROR_SUCCESS, {}},
    };
    for (const Case& with : cases) {
        for (DWORD creation = 0; creation <= PDH_LOG_CREATE_MASK; ++creation) {
            CAPTURE(with.access);
            CAPTURE(creation);
            const bool allowed = std::count(with.creations.begin(), with.creations.end(), creation) == 1;
            DWORD expected = allowed ? with.status : PDH_INVALID_ARGUMENT;
            if (with.access == PDH_LOG_WRITE_ACCESS && creation == PDH_LOG_CREATE_NEW) {
                expected = PDH_FILE_ALREADY_EXISTS;
            }
            const Text name = with.type == PDH_LOG_TYPE_SQL ? TEXT("SQL:dsn!set") : fixture.make_log("log");
            CHECK_STATUS(open_log(name, with.access | creation, with.type, fixture.query.handle()), expected);
        }
    }
}

TEST_CASE("PdhOpenLog: which types can be read, written and updated" * needs_script) {
    const LogBed fixture;
    struct Case {
        DWORD type;
        DWORD reading;
        DWORD writing;
        DWORD updating;
    };
    constexpr DWORD allowed = ERROR_SUCCESS;
    constexpr DWORD no_database = PDH_INVALID_DATASOURCE;
    constexpr DWORD refused = PDH_INVALID_ARGUMENT;
    constexpr DWORD unknown = PDH_LOG_TYPE_NOT_FOUND;
    const std::array cases{
        Case{PDH_LOG_TYPE_UNDEFINED, allowed, refused, refused},
        Case{PDH_LOG_TYPE_CSV, allowed, allowed, refused},
        Case{PDH_LOG_TYPE_TSV, allowed, allowed, refused},
        Case{PDH_LOG_TYPE_RETIRED_BIN, allowed, refused, refused},
        Case{PDH_LOG_TYPE_TRACE_KERNEL, allowed, refused, refused},
        Case{PDH_LOG_TYPE_TRACE_GENERIC, allowed, refused, refused},
        Case{PDH_LOG_TYPE_PERFMON, allowed, refused, refused},
        Case{PDH_LOG_TYPE_SQL, no_database, no_database, no_database},
        Case{PDH_LOG_TYPE_BINARY, allowed, allowed, refused},
        Case{9, unknown, unknown, unknown},
        Case{0xFFFFFFFF, unknown, unknown, unknown},
    };
    for (const Case& with : cases) {
        CAPTURE(with.type);
        const Text name = with.type == PDH_LOG_TYPE_SQL ? TEXT("SQL:dsn!set") : fixture.make_log("log");
        CHECK_STATUS(open_log(name, reading, with.type, nullptr), with.reading);
        CHECK_STATUS(open_log(name, writing, with.type, fixture.query.handle()), with.writing);
        CHECK_STATUS(open_log(name, updating, with.type, fixture.query.handle()), with.updating);
    }
}

TEST_CASE("PdhOpenLog: a log that is read has its own type, whatever the caller says" * needs_script) {
    const LogBed fixture;
    for (const DWORD type : std::array<DWORD, 3>{PDH_LOG_TYPE_CSV, PDH_LOG_TYPE_TSV, PDH_LOG_TYPE_BINARY}) {
        CAPTURE(type);
        const Text file = fixture.make_log("log", type);
        DWORD found = PDH_LOG_TYPE_PERFMON;
        PDH_HLOG log = nullptr;
        REQUIRE_SUCCESS(PdhOpenLog(file.c_str(), reading, &found, nullptr, 0, nullptr, &log));
        CHECK(found == type);
        CHECK_SUCCESS(PdhCloseLog(log, 0));
        found = 0;
        CHECK_SUCCESS(PdhGetLogFileType(file.c_str(), &found));
        CHECK(found == type);
    }
}

TEST_CASE("PdhOpenLog: only a binary log is circular, and it needs room for a record" * needs_script) {
    const LogBed fixture;
    const Text name = fixture.file_of("new.blg");
    constexpr DWORD circular = writing | PDH_LOG_OPT_CIRCULAR;
    const auto open = [&](DWORD type, DWORD size) {
        return open_log(name, circular, type, fixture.query.handle(), size);
    };
    CHECK_STATUS(open(PDH_LOG_TYPE_BINARY, 0), PDH_LOG_FILE_TOO_SMALL);
    CHECK_STATUS(open(PDH_LOG_TYPE_BINARY, 1000), PDH_LOG_FILE_TOO_SMALL);
    CHECK_STATUS(open(PDH_LOG_TYPE_BINARY, 1 << 20), ERROR_SUCCESS);
    CHECK_STATUS(open(PDH_LOG_TYPE_CSV, 1 << 20), PDH_INVALID_ARGUMENT);
}

TEST_CASE("PdhOpenLog: the files that are there and those that are not" * needs_script) {
    const LogBed fixture;
    const auto read = [](const Text& name) {
        return open_log(name, reading, PDH_LOG_TYPE_UNDEFINED, nullptr);
    };
    const auto write = [&fixture](const Text& name, DWORD creation) {
        return open_log(name, PDH_LOG_WRITE_ACCESS | creation, PDH_LOG_TYPE_CSV, fixture.query.handle());
    };
    const Text missing = fixture.file_of("missing.csv");
    const Text folder = from_utf8(fixture.folder.path());
    CHECK_STATUS(read(missing), PDH_FILE_NOT_FOUND);
    CHECK_STATUS(read(folder), PDH_LOG_FILE_OPEN_ERROR);
    CHECK_STATUS(read(script_path("widgets.json")), PDH_UNKNOWN_LOG_FORMAT);
    CHECK_STATUS(read(TEXT("SQL:dsn")), PDH_INVALID_SQL_LOG_FORMAT);
    for (const DWORD creation :
        {PDH_LOG_CREATE_NEW, PDH_LOG_CREATE_ALWAYS, PDH_LOG_OPEN_ALWAYS, PDH_LOG_OPEN_EXISTING}) {
        CAPTURE(creation);
        const std::string name = "new" + std::to_string(creation);
        CHECK_STATUS(write(fixture.file_of(name.c_str()), creation), ERROR_SUCCESS);
        CHECK_FALSE(fixture.folder.read(name).empty());
        CHECK_STATUS(write(fixture.file_of("no such folder/new.csv"), creation), PDH_LOG_FILE_CREATE_ERROR);
        CHECK_STATUS(write(folder, creation), PDH_LOG_FILE_CREATE_ERROR);
    }
}

TEST_CASE_FIXTURE(Widgets, "PdhOpenLog: a query without counters cannot be logged") {
    const pdh_shim::test::TemporaryFolder folder;
    const Query query;
    const Text name = from_utf8(folder.path("new.csv"));
    CHECK_STATUS(open_log(name, writing, PDH_LOG_TYPE_CSV, query.handle()), PDH_NO_COUNTERS);
    CHECK(folder.read("new.csv").empty());
}

TEST_CASE("PdhOpenLog: the query of a log to write; reading does without one" * needs_script) {
    const LogBed fixture;
    const Text existing = fixture.make_log("log");
    for (const BadHandle& bad : not_a_query(fixture.counter)) {
        CAPTURE(bad.what);
        CHECK_STATUS(open_log(existing, writing, PDH_LOG_TYPE_CSV, bad.handle), PDH_INVALID_HANDLE);
        CHECK_STATUS(
            open_log(TEXT("SQL:dsn!set"), updating, PDH_LOG_TYPE_SQL, bad.handle), PDH_INVALID_HANDLE);
        CHECK_SUCCESS(open_log(existing, reading, PDH_LOG_TYPE_CSV, bad.handle));
    }
    CHECK_STATUS(
        open_log(existing, writing, PDH_LOG_TYPE_PERFMON, nullptr), PDH_INVALID_ARGUMENT); // the type first
}

// -- Functions on logs ----------------------------------------------------------------------------

TEST_CASE("functions on logs check their arguments before the handle") {
    auto* const no_handle = number_as_handle(1);
    DWORD size = sizeof(PDH_RAW_LOG_RECORD);
    PDH_RAW_LOG_RECORD record{};
    CHECK_STATUS(PdhUpdateLog(no_handle, TEXT("")), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhGetLogFileSize(no_handle, nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhReadRawLogRecord(no_handle, {}, nullptr, &size), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhReadRawLogRecord(no_handle, {}, &record, nullptr), PDH_INVALID_ARGUMENT);
}

TEST_CASE_FIXTURE(WidgetQuery, "a handle that is not a log has no size and no records, and accepts none") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    auto handles = not_a_log(query.handle(), counter);
    PDH_HLOG const source = bind_computer();
    handles.push_back({"the running computer", source});
    for (const BadHandle& bad : handles) {
        CAPTURE(bad.what);
        LONGLONG bytes = 42;
        PDH_RAW_LOG_RECORD record{};
        DWORD size = sizeof record;
        CHECK_STATUS(PdhUpdateLog(bad.handle, nullptr), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhUpdateLog(bad.handle, TEXT("a comment")), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhUpdateLogFileCatalog(bad.handle), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhGetLogFileSize(bad.handle, &bytes), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhReadRawLogRecord(bad.handle, {1, 2}, &record, &size), PDH_INVALID_HANDLE);
        CHECK(bytes == 42);
        CHECK(size == sizeof record);
    }
    CHECK_SUCCESS(PdhCloseLog(source, 0));
}

TEST_CASE("PdhGetLogFileType: arguments and missing files") {
    const Text missing = script_path("no such file");
    DWORD type = 42;
    CHECK_STATUS(PdhGetLogFileType(nullptr, &type), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhGetLogFileType(TEXT(""), &type), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhGetLogFileType(missing.c_str(), nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhGetLogFileType(missing.c_str(), &type), PDH_FILE_NOT_FOUND);
    CHECK(type == 42);
}

TEST_CASE("functions on databases need the name of one") {
    for (const TCHAR* const name : {static_cast<const TCHAR*>(nullptr), TEXT("")}) {
        DWORD size = 0;
        CHECK_STATUS(PdhEnumLogSetNames(name, nullptr, &size), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhVerifySQLDB(name), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhCreateSQLTables(name), PDH_INVALID_ARGUMENT);
    }
}

TEST_CASE("PdhEnumLogSetNames checks the buffer before the database") {
    std::array<TCHAR, 4> names{};
    DWORD size = 4;
    CHECK_STATUS(PdhEnumLogSetNames(TEXT("dsn"), names.data(), nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhEnumLogSetNames(TEXT("dsn"), nullptr, &size), PDH_INVALID_ARGUMENT);
}

TEST_CASE("a data source that ODBC does not know is PDH_INVALID_DATASOURCE") {
    std::array<TCHAR, 4> names{};
    DWORD size = 4;
    CHECK_STATUS(PdhEnumLogSetNames(TEXT("dsn"), names.data(), &size), PDH_INVALID_DATASOURCE);
    CHECK(size == 4);
    CHECK_STATUS(PdhVerifySQLDB(TEXT("dsn")), PDH_INVALID_DATASOURCE);
    CHECK_STATUS(PdhCreateSQLTables(TEXT("dsn")), PDH_INVALID_DATASOURCE);
}

TEST_CASE_FIXTURE(WidgetQuery, "a handle that is not a database log has no identifier and no run number") {
    PDH_HLOG source = nullptr;
    REQUIRE_SUCCESS(PdhBindInputDataSource(&source, nullptr));
    for (auto* const bad : {HANDLE{nullptr}, invalid_handle_value, query.handle(), source,
             reinterpret_cast<HANDLE>(std::uintptr_t{1})}) {
        GUID guid{};
        int run = 42;
        CHECK_STATUS(PdhGetLogSetGUID(bad, nullptr, &run), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhGetLogSetGUID(bad, &guid, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhGetLogSetGUID(bad, &guid, &run), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhSetLogSetRunID(bad, 1), PDH_INVALID_HANDLE);
        CHECK(run == 42);
    }
    CHECK_SUCCESS(PdhCloseLog(source, 0));
}
