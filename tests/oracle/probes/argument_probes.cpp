// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Handles, the order in which arguments are looked at, what a failed call leaves, and unknown flags.
#include "calls.h"
#include "machine.h"
#include "probe.h"

#include <array>

namespace oracle {

namespace {

void say_query_handle(Answer& answer, const std::string& what, PDH_HQUERY query) {
    answer.status(what + ": PdhCollectQueryData", PdhCollectQueryData(query));
    answer.status(what + ": PdhCloseQuery", PdhCloseQuery(query));
    PDH_HCOUNTER counter = nullptr;
    answer.status(what + ": PdhAddCounter", PdhAddCounterA(query, up_time, 0, &counter));
}

void query_handles(Answer& answer) {
    say_query_handle(answer, "NULL", nullptr);
    PDH_HQUERY closed = nullptr;
    PdhOpenQueryA(nullptr, 0, &closed);
    PdhCloseQuery(closed);
    say_query_handle(answer, "closed", closed);
    const Query query;
    say_query_handle(answer, "a counter", query.add(up_time));
}

void query_handle_of_a_variable(Answer& answer) {
    std::array<std::intptr_t, 64> variable{};
    say_query_handle(answer, "address of a variable", variable.data());
}

void query_handle_minus_one(Answer& answer) {
    PDH_HCOUNTER counter = nullptr;
    answer.status("-1: PdhAddCounter", PdhAddCounterA(handle_of(-1), up_time, 0, &counter));
    answer.status("-1: PdhAddEnglishCounter", PdhAddEnglishCounterA(handle_of(-1), up_time, 0, &counter));
    answer.status("-1: PdhCollectQueryData", PdhCollectQueryData(handle_of(-1)));
    answer.status("0: PdhAddCounter", PdhAddCounterA(nullptr, up_time, 0, &counter));
    answer.status("0: PdhAddEnglishCounter", PdhAddEnglishCounterA(nullptr, up_time, 0, &counter));
}

void say_counter_handle(Answer& answer, const std::string& what, PDH_HCOUNTER counter) {
    answer.status(what + ": PdhGetFormattedCounterValue", format(counter).status);
    PDH_RAW_COUNTER raw{};
    answer.status(what + ": PdhGetRawCounterValue", PdhGetRawCounterValue(counter, nullptr, &raw));
    LONGLONG time_base = 0;
    answer.status(what + ": PdhGetCounterTimeBase", PdhGetCounterTimeBase(counter, &time_base));
    answer.status(what + ": PdhSetCounterScaleFactor", PdhSetCounterScaleFactor(counter, 1));
    answer.status(what + ": PdhRemoveCounter", PdhRemoveCounter(counter));
}

void counter_handles(Answer& answer) {
    say_counter_handle(answer, "NULL", nullptr);
    const Query query;
    PDH_HCOUNTER const removed = query.add(up_time);
    PdhRemoveCounter(removed);
    say_counter_handle(answer, "removed", removed);
    say_counter_handle(answer, "a query", query.handle());
}

void counter_of_a_closed_query(Answer& answer) {
    PDH_HCOUNTER counter = nullptr;
    {
        const Query query;
        counter = query.add(up_time);
    }
    say_counter_handle(answer, "its query is closed", counter);
}

void log_handles(Answer& answer) {
    LONGLONG size = 0;
    DWORD number = 1;
    PDH_TIME_INFO times{};
    DWORD bytes = sizeof times;
    for (const auto& [what, handle] : std::array{std::pair{"NULL", handle_of(0)},
             std::pair{"-1", handle_of(-1)}, std::pair{"4660", handle_of(4660)}}) {
        const std::string name = what;
        answer.status(name + ": PdhCloseLog", PdhCloseLog(handle, 0));
        answer.status(name + ": PdhUpdateLog", PdhUpdateLogA(handle, nullptr));
        answer.status(name + ": PdhGetLogFileSize", PdhGetLogFileSize(handle, &size));
        answer.status(name + ": PdhGetDataSourceTimeRangeH",
            PdhGetDataSourceTimeRangeH(handle, &number, &times, &bytes));
    }
}

void is_real_time(Answer& answer) {
    const Query query;
    answer.yes("a query on the running computer", PdhIsRealTimeQuery(query.handle()) != FALSE);
    answer.yes("NULL", PdhIsRealTimeQuery(nullptr) != FALSE);
    answer.yes("4660", PdhIsRealTimeQuery(handle_of(4660)) != FALSE);
}

void order_of_adding(Answer& answer) {
    const Query query;
    PDH_HCOUNTER counter = nullptr;
    answer.status("all bad", PdhAddCounterA(nullptr, nullptr, 0, nullptr));
    answer.status("no query, no path", PdhAddCounterA(nullptr, nullptr, 0, &counter));
    answer.status("no query, no counter", PdhAddCounterA(nullptr, up_time, 0, nullptr));
    answer.status("no query", PdhAddCounterA(nullptr, up_time, 0, &counter));
    answer.status("no query, malformed path", PdhAddCounterA(nullptr, "nonsense", 0, &counter));
    answer.status("no query, empty path", PdhAddCounterA(nullptr, "", 0, &counter));
    answer.status("no path", PdhAddCounterA(query.handle(), nullptr, 0, &counter));
    answer.status("empty path", PdhAddCounterA(query.handle(), "", 0, &counter));
    answer.status("no counter", PdhAddCounterA(query.handle(), up_time, 0, nullptr));
    answer.status("English: no query, no counter", PdhAddEnglishCounterA(nullptr, up_time, 0, nullptr));
    answer.status("English: no query, no path", PdhAddEnglishCounterA(nullptr, nullptr, 0, &counter));
}

void order_of_values(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(up_time);
    PDH_FMT_COUNTERVALUE value{};
    answer.status("PdhGetFormattedCounterValue, no counter, no value",
        PdhGetFormattedCounterValue(nullptr, PDH_FMT_LARGE, nullptr, nullptr));
    answer.status("PdhGetFormattedCounterValue, no counter, no format",
        PdhGetFormattedCounterValue(nullptr, 0, nullptr, &value));
    answer.status("PdhGetFormattedCounterValue, no value",
        PdhGetFormattedCounterValue(counter, PDH_FMT_LARGE, nullptr, nullptr));
    answer.status(
        "PdhGetRawCounterValue, no counter, no value", PdhGetRawCounterValue(nullptr, nullptr, nullptr));
    answer.status("PdhGetRawCounterValue, no value", PdhGetRawCounterValue(counter, nullptr, nullptr));
    answer.status("PdhGetCounterTimeBase, no counter, no time base", PdhGetCounterTimeBase(nullptr, nullptr));
    answer.status("PdhGetCounterTimeBase, no time base", PdhGetCounterTimeBase(counter, nullptr));
}

void order_of_scale_factor(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(up_time);
    for (const LONG factor : std::array<LONG, 4>{8, -8, 7, 0}) {
        const std::string name = std::to_string(factor);
        answer.status("no counter, " + name, PdhSetCounterScaleFactor(nullptr, factor));
        answer.status("a counter, " + name, PdhSetCounterScaleFactor(counter, factor));
    }
}

void order_of_arrays(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(each_busy);
    DWORD size = 0;
    DWORD count = 0;
    answer.status("formatted, all bad",
        PdhGetFormattedCounterArrayA(nullptr, PDH_FMT_DOUBLE, nullptr, nullptr, nullptr));
    answer.status("formatted, no size",
        PdhGetFormattedCounterArrayA(counter, PDH_FMT_DOUBLE, nullptr, &count, nullptr));
    answer.status("formatted, no count",
        PdhGetFormattedCounterArrayA(counter, PDH_FMT_DOUBLE, &size, nullptr, nullptr));
    answer.status("formatted, no counter, no count",
        PdhGetFormattedCounterArrayA(nullptr, PDH_FMT_DOUBLE, &size, nullptr, nullptr));
    answer.status("formatted, no counter",
        PdhGetFormattedCounterArrayA(nullptr, PDH_FMT_DOUBLE, &size, &count, nullptr));
    answer.status("formatted, no format", PdhGetFormattedCounterArrayA(counter, 0, &size, &count, nullptr));
    answer.status("raw, all bad", PdhGetRawCounterArrayA(nullptr, nullptr, nullptr, nullptr));
    answer.status("raw, no count", PdhGetRawCounterArrayA(counter, &size, nullptr, nullptr));
    answer.status("raw, no counter", PdhGetRawCounterArrayA(nullptr, &size, &count, nullptr));
}

void order_of_others(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(up_time);
    LONGLONG time = 0;
    DWORD size = 0;
    PDH_TIME_INFO backwards{};
    backwards.StartTime = 2;
    backwards.EndTime = 1;
    answer.status("PdhCollectQueryDataWithTime, both bad", PdhCollectQueryDataWithTime(nullptr, nullptr));
    answer.status("PdhCollectQueryDataWithTime, no query", PdhCollectQueryDataWithTime(nullptr, &time));
    answer.status("PdhGetCounterInfo, both bad", PdhGetCounterInfoA(nullptr, FALSE, nullptr, nullptr));
    answer.status("PdhGetCounterInfo, no counter", PdhGetCounterInfoA(nullptr, FALSE, &size, nullptr));
    answer.status("PdhGetCounterInfo, no size", PdhGetCounterInfoA(counter, FALSE, nullptr, nullptr));
    answer.status("PdhSetQueryTimeRange, both bad", PdhSetQueryTimeRange(nullptr, nullptr));
    answer.status("PdhSetQueryTimeRange, no query, backwards", PdhSetQueryTimeRange(nullptr, &backwards));
    answer.status(
        "PdhSetQueryTimeRange, real time, backwards", PdhSetQueryTimeRange(query.handle(), &backwards));
    answer.status("PdhOpenQuery, no query", PdhOpenQueryA(nullptr, 0, nullptr));
    answer.status("PdhOpenQueryH, no query", PdhOpenQueryH(nullptr, 0, nullptr));
}

void order_of_logs(Answer& answer) {
    const Folder folder;
    const std::string file = folder.file("order.csv");
    const Query query;
    DWORD type = PDH_LOG_TYPE_CSV;
    PDH_HLOG log = nullptr;
    answer.status("no name", PdhOpenLogA(nullptr, PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type,
                                 query.handle(), 0, nullptr, &log));
    answer.status("no type", PdhOpenLogA(file.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, nullptr,
                                 query.handle(), 0, nullptr, &log));
    answer.status("no log", PdhOpenLogA(file.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type,
                                query.handle(), 0, nullptr, nullptr));
    answer.status("no query", PdhOpenLogA(file.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type,
                                  nullptr, 0, nullptr, &log));
    answer.status("no access",
        PdhOpenLogA(file.c_str(), PDH_LOG_CREATE_ALWAYS, &type, query.handle(), 0, nullptr, &log));
    answer.status("no creation",
        PdhOpenLogA(file.c_str(), PDH_LOG_WRITE_ACCESS, &type, query.handle(), 0, nullptr, &log));
    type = PDH_LOG_TYPE_UNDEFINED;
    answer.status("undefined type", PdhOpenLogA(file.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS,
                                        &type, query.handle(), 0, nullptr, &log));
    type = 99;
    answer.status("unknown type", PdhOpenLogA(file.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS,
                                      &type, query.handle(), 0, nullptr, &log));
    type = PDH_LOG_TYPE_CSV;
    answer.status(
        "query without counters", PdhOpenLogA(file.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS,
                                      &type, query.handle(), 0, nullptr, &log));
    if (log != nullptr) {
        PdhCloseLog(log, 0);
    }
}

void outputs_of_a_failed_add(Answer& answer) {
    const Query query;
    for (const auto& [what, path] : std::array{std::pair{"unknown counter", "\\System\\no such counter"},
             std::pair{"unknown object", "\\no such object\\x"}, std::pair{"malformed path", "nonsense"}}) {
        PDH_HCOUNTER counter = handle_of(4660);
        const std::string name = what;
        answer.status(name, PdhAddEnglishCounterA(query.handle(), path, 0, &counter));
        answer.text(name + ": the handle is", counter == nullptr           ? "NULL"
                                              : counter == handle_of(4660) ? "as before"
                                                                           : "another");
    }
}

void outputs_of_a_failed_open(Answer& answer) {
    PDH_HQUERY query = handle_of(4660);
    answer.status("no such log", PdhOpenQueryA("oracle_no_such_log.blg", 0, &query));
    answer.text("the handle is", query == nullptr           ? "NULL"
                                 : query == handle_of(4660) ? "as before"
                                                            : "another");
}

void outputs_of_a_failed_format(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(busy);
    query.collect();
    for (const auto& [what, how] :
        std::array{std::pair{"one sample of two", DWORD{PDH_FMT_DOUBLE}}, std::pair{"no format", DWORD{0}}}) {
        PDH_FMT_COUNTERVALUE value{};
        value.CStatus = 4660;
        value.largeValue = 4661;
        const std::string name = what;
        answer.status(name, PdhGetFormattedCounterValue(counter, how, nullptr, &value));
        answer.cstatus(name + ": CStatus", value.CStatus);
        answer.text(name + ": the value is", value.largeValue == 0      ? "0"
                                             : value.largeValue == 4661 ? "as before"
                                                                        : "another");
    }
}

void number_for_a_size_pointer(Answer& answer) {
    answer.status("PdhEnumObjects with 1 for the size pointer",
        PdhEnumObjectsA(nullptr, nullptr, nullptr, reinterpret_cast<LPDWORD>(1), PERF_DETAIL_WIZARD, TRUE));
}

void flags_of_expand(Answer& answer) {
    for (const DWORD flags : std::array<DWORD, 4>{8, 0x100, 0x80000000, 0xFFFFFFF8}) {
        const List list = expand(busy, flags);
        answer.status("flags " + std::to_string(flags), list.status);
        answer.number(
            "flags " + std::to_string(flags) + ": paths", static_cast<std::int64_t>(list.texts.size()));
    }
    answer.yes(
        "8 with 2: instances are expanded", expand(each_busy, 8 | PDH_NOEXPANDINSTANCES).texts.size() > 1);
}

void flags_of_paths(Answer& answer) {
    PDH_COUNTER_PATH_ELEMENTS_A elements{};
    std::string object = "o";
    std::string counter = "c";
    elements.szObjectName = object.data();
    elements.szCounterName = counter.data();
    std::array<std::uint64_t, 256> memory{};
    for (const DWORD flags : std::array<DWORD, 5>{1, 2, 4, 0x8000, 0x04090000}) {
        auto size = static_cast<DWORD>(sizeof memory);
        answer.status("PdhMakeCounterPath " + std::to_string(flags),
            PdhMakeCounterPathA(&elements, reinterpret_cast<char*>(memory.data()), &size, flags));
        size = static_cast<DWORD>(sizeof memory);
        answer.status("PdhParseCounterPath " + std::to_string(flags),
            PdhParseCounterPathA(
                "\\o\\c", reinterpret_cast<PDH_COUNTER_PATH_ELEMENTS_A*>(memory.data()), &size, flags));
    }
}

void flags_of_formats(Answer& answer) {
    const Query query;
    PDH_HCOUNTER const counter = query.add(up_time);
    query.collect();
    struct Row {
        const char* what;
        DWORD how;
    };
    for (const Row& row : std::array{Row{"none", 0}, Row{"NOSCALE alone", PDH_FMT_NOSCALE},
             Row{"LONG and DOUBLE", PDH_FMT_LONG | PDH_FMT_DOUBLE},
             Row{"LONG and LARGE", PDH_FMT_LONG | PDH_FMT_LARGE}, Row{"RAW", 0x10},
             Row{"RAW and DOUBLE", 0x10 | PDH_FMT_DOUBLE}, Row{"ANSI and DOUBLE", 0x20 | PDH_FMT_DOUBLE},
             Row{"UNICODE and DOUBLE", 0x40 | PDH_FMT_DOUBLE},
             Row{"NODATA and DOUBLE", 0x4000 | PDH_FMT_DOUBLE}, Row{"0x1 and DOUBLE", 0x1 | PDH_FMT_DOUBLE},
             Row{"0x800 and DOUBLE", 0x800 | PDH_FMT_DOUBLE},
             Row{"0x80000000 and DOUBLE", 0x80000000 | PDH_FMT_DOUBLE},
             Row{"1000, NOSCALE, NOCAP100 and DOUBLE",
                 PDH_FMT_1000 | PDH_FMT_NOSCALE | PDH_FMT_NOCAP100 | PDH_FMT_DOUBLE}}) {
        answer.status(row.what, format(counter, row.how).status);
    }
}

void version(Answer& answer) {
    DWORD version = 0;
    answer.status("PdhGetDllVersion", PdhGetDllVersion(&version));
    answer.number("the version", version);
    answer.status("PdhGetDllVersion(NULL)", PdhGetDllVersion(nullptr));
}

void texts_of_statuses(Answer& answer) {
#ifdef _WIN32
    for (const DWORD status : std::array<DWORD, 10>{PDH_CSTATUS_NO_MACHINE, PDH_CSTATUS_NO_INSTANCE,
             PDH_NO_DATA, PDH_INVALID_DATA, PDH_INVALID_HANDLE, PDH_INVALID_ARGUMENT, PDH_CSTATUS_NO_OBJECT,
             PDH_CSTATUS_NO_COUNTER, PDH_CSTATUS_BAD_COUNTERNAME, PDH_MORE_DATA}) {
        std::array<char, 1024> text{};
        constexpr DWORD english = 0x409;
        const DWORD size = FormatMessageA(FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_IGNORE_INSERTS,
            GetModuleHandleA("pdh.dll"), status, english, text.data(), static_cast<DWORD>(text.size()),
            nullptr);
        const std::string_view whole(text.data(), size);
        answer.text(name_of(static_cast<PDH_STATUS>(status)), whole.substr(0, whole.find('.') + 1));
    }
#else
    answer.skip("FormatMessage is a function of Windows");
#endif
}

void machine_names(Answer& answer) {
    for (const char* const name : std::array{"", ".", "\\\\.", "localhost", "\\\\localhost", "LOCALHOST",
             "127.0.0.1", "\\\\127.0.0.1", "::1"}) {
        answer.status(std::string("PdhConnectMachine ") + name, PdhConnectMachineA(name));
    }
    answer.status("PdhConnectMachine NULL", PdhConnectMachineA(nullptr));
    answer.status("PdhAddCounter of .", add_status(R"(\\.\System\System Up Time)"));
    answer.status("PdhAddCounter of localhost", add_status(R"(\\localhost\System\System Up Time)"));
    answer.status("PdhAddCounter of 127.0.0.1", add_status(R"(\\127.0.0.1\System\System Up Time)"));
}

void absent_machine(Answer& answer) {
    const Query query;
    PDH_HCOUNTER counter = nullptr;
    answer.status("PdhAddCounter",
        PdhAddCounterA(query.handle(), R"(\\no-such-host.invalid\System\System Up Time)", 0, &counter));
    answer.status("PdhCollectQueryData", query.collect());
    answer.status("PdhConnectMachine", PdhConnectMachineA("\\\\no-such-host.invalid"));
}

void empty_data_source(Answer& answer) {
    const Query query("");
    answer.status("PdhOpenQuery of an empty name", query.status());
    answer.yes("it is real time", PdhIsRealTimeQuery(query.handle()) != FALSE);
    const Folder folder;
    answer.status("PdhOpenQuery of a folder", Query(folder.path()).status());
    answer.status("PdhOpenQuery of a file that is not there", Query(folder.file("none.blg")).status());
    write_file(folder.file("text.txt"), "hello, world\r\n");
    answer.status("PdhOpenQuery of a file that is not a log", Query(folder.file("text.txt")).status());
    write_file(folder.file("empty.csv"), "");
    answer.status("PdhOpenQuery of an empty file", Query(folder.file("empty.csv")).status());
}

void names_of_databases(Answer& answer) {
    for (const char* const name : std::array{"SQL:", "SQL:oracle_no_such_source",
             "SQL:oracle_no_such_source!", "SQL:!set", "SQL:oracle_no_such_source!set"}) {
        answer.status(name, Query(name).status());
    }
}

} // namespace

std::span<const Probe> argument_probes() {
    static constexpr std::array probes = {
        Probe{"handles.query", "live", query_handles},
        Probe{"handles.query-address", "live", query_handle_of_a_variable},
        Probe{"handles.query-minus-one", "live", query_handle_minus_one},
        Probe{"handles.counter", "live", counter_handles},
        Probe{"handles.counter-of-closed-query", "live", counter_of_a_closed_query},
        Probe{"handles.log", "-", log_handles},
        Probe{"handles.is-real-time", "live", is_real_time},
        Probe{"order.adding", "live", order_of_adding},
        Probe{"order.values", "live", order_of_values},
        Probe{"order.scale-factor", "live", order_of_scale_factor},
        Probe{"order.arrays", "live", order_of_arrays},
        Probe{"order.others", "live", order_of_others},
        Probe{"order.logs", "live log", order_of_logs},
        Probe{"outputs.failed-add", "live", outputs_of_a_failed_add},
        Probe{"outputs.failed-open", "-", outputs_of_a_failed_open},
        Probe{"outputs.failed-format", "live", outputs_of_a_failed_format},
        Probe{"arguments.size-pointer-1", "live", number_for_a_size_pointer},
        Probe{"flags.expand", "live english", flags_of_expand},
        Probe{"flags.paths", "-", flags_of_paths},
        Probe{"flags.formats", "live", flags_of_formats},
        Probe{"version.dll", "-", version},
        Probe{"texts.statuses", "-", texts_of_statuses},
        Probe{"source.machine-names", "live", machine_names},
        Probe{"source.absent-machine", "live", absent_machine},
        Probe{"source.empty-name", "live log", empty_data_source},
        Probe{"source.databases", "-", names_of_databases},
    };
    return probes;
}

} // namespace oracle
