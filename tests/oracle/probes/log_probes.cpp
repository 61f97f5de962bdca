// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// How text logs are read, and the logs that we wrote: text_log.csv and binary_log.blg beside the program.
#include "probe.h"

#include <algorithm>

namespace oracle {

namespace {

/// A record of a log, as its counter has it: a number, or the status with the CStatus.
std::string cell(PDH_HCOUNTER counter, DWORD how) {
    const Formatted formatted = format(counter, how);
    if (formatted.status != ERROR_SUCCESS) {
        return name_of(formatted.status) + " " + name_of(static_cast<PDH_STATUS>(formatted.value.CStatus));
    }
    std::array<char, 40> text{};
    static_cast<void>(std::snprintf(text.data(), text.size(), "%.12g", formatted.value.doubleValue));
    return text.data();
}

/// Reads a log to its end: the status of each call, and each value of a counter.
void say_log(Answer& answer, const std::string& what, const std::string& file, const std::string& path,
    DWORD how = PDH_FMT_DOUBLE | PDH_FMT_NOCAP100) {
    const Query query(file);
    answer.status(what + ": PdhOpenQuery", query.status());
    if (query.status() != ERROR_SUCCESS) {
        return;
    }
    PDH_HCOUNTER counter = nullptr;
    const PDH_STATUS added = PdhAddCounterA(query.handle(), path.c_str(), 0, &counter);
    answer.status(what + ": PdhAddCounter", added);
    if (added != ERROR_SUCCESS) {
        return;
    }
    std::vector<std::string> cells;
    constexpr int more_than_any_log_has = 100;
    PDH_STATUS status = ERROR_SUCCESS;
    for (int record = 0; record < more_than_any_log_has && status == ERROR_SUCCESS; ++record) {
        status = query.collect();
        if (status == ERROR_SUCCESS) {
            cells.push_back(cell(counter, how));
        }
    }
    answer.texts(what + ": values", cells);
    answer.status(what + ": at the end", status);
}

struct Record {
    const char* time;
    const char* cells; ///< with quotation marks and separators
};

std::string text_log(const std::string& columns, const std::vector<Record>& records) {
    std::string text = text_log_head + columns + "\r\n";
    for (const Record& record : records) {
        text += std::string("\"") + record.time + "\"" + record.cells + "\r\n";
    }
    return text;
}

/// A log with one column, and a cell in each record.
std::string one_column(const std::vector<std::string>& cells, const std::string& path = logged_count) {
    std::string text = std::string(text_log_head) + ",\"" + path + "\"\r\n";
    int second = 0;
    for (const std::string& one : cells) {
        text.append("\"07/01/2026 12:00:0")
            .append(std::to_string(second++))
            .append(".000\",")
            .append(one)
            .append("\r\n");
    }
    return text;
}

void say_text(Answer& answer, const std::string& what, const std::string& text,
    const std::string& path = logged_count) {
    const Folder folder;
    write_file(folder.file("log.csv"), text);
    say_log(answer, what, folder.file("log.csv"), path);
}

PROBE(values_above_100, "log.above-100", "log") {
    const Folder folder;
    const std::string path = R"(\\ORACLE\Process(x)\% Processor Time)";
    write_file(folder.file("log.csv"), one_column({"\"250\"", "\"50\""}, path));
    say_log(answer, "DOUBLE", folder.file("log.csv"), path, PDH_FMT_DOUBLE);
    say_log(answer, "DOUBLE and NOCAP100", folder.file("log.csv"), path);
}

PROBE(type_of_a_logged_counter, "log.type", "log") {
    const Folder folder;
    write_file(folder.file("log.csv"), one_column({"\"1.5\"", "\"2.5\""}));
    const Query query(folder.file("log.csv"));
    PDH_HCOUNTER const counter = query.add_logged(logged_count);
    query.collect();
    PDH_RAW_COUNTER raw{};
    DWORD type = 0;
    answer.status("PdhGetRawCounterValue", PdhGetRawCounterValue(counter, &type, &raw));
    answer.number("the type", type);
    answer.cstatus("CStatus", raw.CStatus);
    answer.yes("FirstValue has the bits of the double", raw.FirstValue == 0x3FF8000000000000);
    answer.number("SecondValue", raw.SecondValue);
    answer.number("lDefaultScale", Info(counter)->lDefaultScale);
    answer.status("one sample is enough", format(counter).status);
    LONGLONG ticks = 1;
    PDH_FMT_COUNTERVALUE value{};
    answer.status("PdhFormatFromRawValue of its type",
        PdhFormatFromRawValue(type, PDH_FMT_DOUBLE, &ticks, &raw, nullptr, &value));
    answer.text("szExplainText", or_null(Info(counter, true)->szExplainText));
}

PROBE(blank_cells, "log.blank-cells", "log") {
    say_text(answer, "a blank", one_column({"\"1\"", "\" \"", "\"3\""}));
    say_text(answer, "nothing in quotation marks", one_column({"\"1\"", "\"\"", "\"3\""}));
    say_text(answer, "nothing", one_column({"\"1\"", "", "\"3\""}));
    say_text(answer, "a word", one_column({"\"1\"", "\"word\"", "\"3\""}));
    say_text(answer, "nan", one_column({"\"1\"", "\"nan\"", "\"3\""}));
    say_text(answer, "-1.#IND", one_column({"\"1\"", "\"-1.#IND\"", "\"3\""}));
}

PROBE(damaged_rows, "log.damaged-rows", "log") {
    const std::string column = std::string(",\"") + logged_count + "\"";
    say_text(answer, "a row without a time",
        text_log(column, {{"07/01/2026 12:00:00.000", ",\"1\""}, {"no time", ",\"2\""},
                             {"07/01/2026 12:00:02.000", ",\"3\""}}));
    say_text(answer, "a row with a cell too many",
        text_log(column, {{"07/01/2026 12:00:00.000", ",\"1\""}, {"07/01/2026 12:00:01.000", R"(,"2","9")"},
                             {"07/01/2026 12:00:02.000", ",\"3\""}}));
    say_text(answer, "a row without its cell",
        text_log(column, {{"07/01/2026 12:00:00.000", ",\"1\""}, {"07/01/2026 12:00:01.000", ""},
                             {"07/01/2026 12:00:02.000", ",\"3\""}}));
    say_text(
        answer, "a blank line", one_column({"\"1\""}) + "\r\n" + "\"07/01/2026 12:00:02.000\",\"3\"\r\n");
    std::string cut = one_column({"\"1\"", "\"2\"", "\"345\""});
    say_text(answer, "the last line is cut in its value", cut.substr(0, cut.size() - 4));
    say_text(answer, "the last line has no end", cut.substr(0, cut.size() - 2));
}

PROBE(times_and_commas, "log.times-and-commas", "log") {
    const std::string column = std::string(",\"") + logged_count + "\"";
    const auto time = [&](const char* first, const char* second, const char* cells = ",\"1\"") {
        say_text(answer, std::string(first) + cells, text_log(column, {{first, cells}, {second, cells}}));
    };
    time("07/01/2026 12:00:00", "07/01/2026 12:00:01");
    time("2026-07-01 12:00:00.000", "2026-07-01 12:00:01.000");
    time("31/07/2026 12:00:00.000", "31/07/2026 12:00:01.000");
    time("01.07.2026 12:00:00.000", "01.07.2026 12:00:01.000");
    time("7/1/2026 1:00:00 PM", "7/1/2026 1:00:01 PM");
    time("07/01/2026 12:00:00.000", "07/01/2026 12:00:01.000", ",\"1,5\"");
    time("07/01/2026 12:00:00.000", "07/01/2026 12:00:01.000", ",\"1,234.5\"");
    time("07/01/2026 12:00:00.000", "07/01/2026 12:00:01.000", ",1.5");
    say_text(answer, "semicolons",
        std::string(text_log_head) + ";\"" + logged_count + "\"\r\n\"07/01/2026 12:00:00.000\";\"1\"\r\n");
}

PROBE(headers, "log.headers", "log") {
    const std::string rest =
        std::string(",\"") + logged_count + "\"\r\n\"07/01/2026 12:00:00.000\",\"1\"\r\n";
    for (const char* const first :
        std::array{"\"(PDH-CSV 4.0)\"", "\"(PDH-CSV 4.0) (\"", "\"(PDH-CSV 3.0) (UTC)(0)\"",
            "\"(PDH-TSV 4.0) (UTC)(0)\"", "\"Time\"", "(PDH-CSV 4.0) (UTC)(0)"}) {
        say_text(answer, first, first + rest);
    }
}

PROBE(encodings, "log.encodings", "log") {
    const std::string plain = one_column({"\"1\""});
    std::string wide = "\xFF\xFE";
    for (const char unit : plain) {
        wide += unit;
        wide += '\0';
    }
    say_text(answer, "UTF-16 with a byte order mark", wide);
    say_text(answer, "UTF-8 with a byte order mark", "\xEF\xBB\xBF" + plain);
    say_text(answer, "lines that end with LF",
        std::string(text_log_head) + ",\"" + logged_count + "\"\n\"07/01/2026 12:00:00.000\",\"1\"\n");
}

PROBE(columns_of_one_name, "log.columns-of-one-name", "log") {
    const std::string path = R"(\\ORACLE\Process(x)\ID Process)";
    const std::string columns = ",\"" + path + "\",\"" + path + "\"";
    const Folder folder;
    const std::string file = folder.file("log.csv");
    write_file(file, text_log(columns, {{"07/01/2026 12:00:00.000", R"(,"1","2")"},
                                           {"07/01/2026 12:00:01.000", R"(,"3","4")"}}));
    say_log(answer, "the name", file, path);
    say_log(answer, "the name with #1", file, R"(\\ORACLE\Process(x#1)\ID Process)");
    const std::string single = std::string(",\"") + logged_count + "\",\"" + logged_count + "\"";
    say_text(answer, "without an instance", text_log(single, {{"07/01/2026 12:00:00.000", R"(,"1","2")"}}));
}

PROBE(two_computers, "log.names", "log") {
    const Folder folder;
    const std::string file = folder.file("log.csv");
    write_file(file, text_log(R"(,"\\ORACLE\Disk(C:)\Reads","\\ORACLE\Disk(D:)\Reads","\\ORACLE\Disk\Reads")"
                              R"(,"\\OTHER\Disk(C:)\Reads")",
                         {{"07/01/2026 12:00:00.000", R"(,"1","2","3","4")"}}));
    const char* const name = file.c_str();
    answer.texts("PdhEnumMachines",
        list_of([=](char* buffer, DWORD* size) { return PdhEnumMachinesA(name, buffer, size); }));
    answer.texts("PdhEnumObjects", list_of([=](char* buffer, DWORD* size) {
        return PdhEnumObjectsA(name, nullptr, buffer, size, PERF_DETAIL_WIZARD, FALSE);
    }));
    for (const char* const path : {"\\Disk(*)\\*", R"(\\ORACLE\Disk(*)\Reads)", "\\Disk\\Reads"}) {
        answer.texts(std::string(path) + ": paths", expand(path, name));
    }
    for (const char* const path : {"\\Disk(C:)\\Reads", "\\Disk\\Reads", R"(\\OTHER\Disk(C:)\Reads)"}) {
        say_log(answer, path, file, path);
    }
}

std::string clock_of(LONGLONG time) {
    const LONGLONG seconds = time / 10'000'000 % 86'400;
    std::array<char, 16> text{};
    static_cast<void>(
        std::snprintf(text.data(), text.size(), "%02d:%02d:%02d", static_cast<int>(seconds / 3600),
            static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60)));
    return text.data();
}

void say_range(Answer& answer, const std::string& what, const std::string& file) {
    PDH_TIME_INFO range{};
    DWORD entries = 7;
    DWORD size = sizeof range;
    answer.status(what, PdhGetDataSourceTimeRangeA(file.c_str(), &entries, &range, &size));
    answer.number(what + ": entries", entries);
    answer.text(what + ": from", clock_of(range.StartTime));
    answer.text(what + ": to", clock_of(range.EndTime));
    answer.number(what + ": samples", range.SampleCount);
}

PROBE(raw_records, "log.raw-records", "log") {
    const Folder folder;
    const std::string file = folder.file("log.csv");
    write_file(file, one_column({"\"1\"", "\"2\""}));
    DWORD type = PDH_LOG_TYPE_UNDEFINED;
    PDH_HLOG log = nullptr;
    answer.status(
        "PdhOpenLog for reading", PdhOpenLogA(file.c_str(), PDH_LOG_READ_ACCESS | PDH_LOG_OPEN_EXISTING,
                                      &type, nullptr, 0, nullptr, &log));
    answer.number("its type", type);
    PDH_TIME_INFO range{};
    DWORD entries = 1;
    DWORD size = sizeof range;
    PdhGetDataSourceTimeRangeA(file.c_str(), &entries, &range, &size);
    const auto record_at = [&](const char* what, LONGLONG time) {
        std::array<std::uint32_t, 256> memory{};
        auto bytes = static_cast<DWORD>(sizeof memory);
        auto* const record = reinterpret_cast<PDH_RAW_LOG_RECORD*>(memory.data());
        const FILETIME moment{static_cast<DWORD>(time), static_cast<DWORD>(time >> 32)};
        answer.status(what, PdhReadRawLogRecord(log, moment, record, &bytes));
        answer.number(std::string(what) + ": dwRecordType", record->dwRecordType);
        answer.number(std::string(what) + ": dwItems", record->dwItems);
        answer.text(std::string(what) + ": it begins with",
            std::string_view(reinterpret_cast<const char*>(record->RawBytes), record->dwItems == 0 ? 0 : 24));
    };
    record_at("the time of the first record", range.StartTime);
    record_at("half a second later", range.StartTime + 5'000'000);
    record_at("a second before it", range.StartTime - 10'000'000);
    record_at("an hour behind the last one", range.EndTime + 36'000'000'000);
    LONGLONG bytes = 0;
    answer.status("PdhGetLogFileSize", PdhGetLogFileSize(log, &bytes));
    answer.yes(
        "PdhGetLogFileSize is that of the file", bytes == static_cast<LONGLONG>(read_file(file).size()));
    PdhCloseLog(log, 0);
}

void say_shipped(Answer& answer, const std::string& file) {
    answer.texts("PdhEnumMachines",
        list_of([&](char* buffer, DWORD* size) { return PdhEnumMachinesA(file.c_str(), buffer, size); }));
    answer.texts("PdhExpandWildCardPath", expand(R"(\\ORACLE\Widget(*)\*)", file.c_str()));
    say_range(answer, "PdhGetDataSourceTimeRange", file);
    say_log(answer, "a rate", file, R"(\\ORACLE\Widget(left)\Turns/sec)");
    say_log(answer, "a count", file, R"(\\ORACLE\Widget(right)\Size)");
    say_log(answer, "a counter without an instance", file, R"(\\ORACLE\Widget Factory\Orders)");
}

PROBE(our_text_log, "log.our-text-log", "log") {
    say_shipped(answer, shipped("text_log.csv"));
}

PROBE(our_binary_log, "log.our-binary-log", "log") {
    say_shipped(answer, shipped("binary_log.blg"));
}

PROBE(damaged_binary_log, "log.damaged-binary-log", "log") {
    const std::string whole = read_file(shipped("binary_log.blg"));
    const Folder folder;
    const auto changed = [&](const std::string& what, const std::string& bytes) {
        write_file(folder.file("log.blg"), bytes);
        say_log(answer, what, folder.file("log.blg"), R"(\\ORACLE\Widget(right)\Size)");
    };
    constexpr std::size_t buffer = 0x10000;
    changed("cut behind its first buffer", whole.substr(0, buffer));
    changed("cut in its last buffer", whole.substr(0, whole.size() - buffer / 2));
    changed("its last buffer zeroed", whole.substr(0, whole.size() - buffer) + std::string(buffer, '\0'));
    changed("its first bytes zeroed", std::string(8, '\0') + whole.substr(8));
}

PROBE(two_binary_logs, "log.two-binary-logs", "log") {
    const std::string file = shipped("binary_log.blg");
    const std::string names = file + '\0' + file + '\0' + '\0';
    PDH_HLOG source = nullptr;
    answer.status("the same log twice", PdhBindInputDataSourceA(&source, names.data()));
    PDH_TIME_INFO range{};
    DWORD entries = 1;
    DWORD size = sizeof range;
    answer.status("its time range", PdhGetDataSourceTimeRangeH(source, &entries, &range, &size));
    answer.number("its records", range.SampleCount);
    PdhCloseLog(source, 0);
}

} // namespace

} // namespace oracle
