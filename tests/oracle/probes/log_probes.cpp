// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// How text logs are read, and the logs that we wrote: text_log.csv and binary_log.blg beside the program.
#include "calls.h"
#include "machine.h"
#include "probe.h"

#include <algorithm>
#include <array>

namespace oracle {

namespace {

/// A record of a log, as its counter has it: a number, or the status with the CStatus.
std::string cell(PDH_HCOUNTER counter, DWORD how) {
    const Formatted formatted = format(counter, how);
    if (formatted.status != ERROR_SUCCESS) {
        return name_of(formatted.status) + " " + name_of_cstatus(formatted.value.CStatus);
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

void values_above_100(Answer& answer) {
    const Folder folder;
    const std::string path = R"(\\ORACLE\Process(x)\% Processor Time)";
    write_file(folder.file("log.csv"), one_column({"\"250\"", "\"50\""}, path));
    say_log(answer, "DOUBLE", folder.file("log.csv"), path, PDH_FMT_DOUBLE);
    say_log(answer, "DOUBLE and NOCAP100", folder.file("log.csv"), path);
}

void type_of_a_logged_counter(Answer& answer) {
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

void blank_cells(Answer& answer) {
    say_text(answer, "a blank", one_column({"\"1\"", "\" \"", "\"3\""}));
    say_text(answer, "nothing in quotation marks", one_column({"\"1\"", "\"\"", "\"3\""}));
    say_text(answer, "nothing", one_column({"\"1\"", "", "\"3\""}));
    say_text(answer, "a word", one_column({"\"1\"", "\"word\"", "\"3\""}));
    say_text(answer, "nan", one_column({"\"1\"", "\"nan\"", "\"3\""}));
    say_text(answer, "-1.#IND", one_column({"\"1\"", "\"-1.#IND\"", "\"3\""}));
}

void damaged_rows(Answer& answer) {
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

void times_and_commas(Answer& answer) {
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

void headers(Answer& answer) {
    const std::string rest =
        std::string(",\"") + logged_count + "\"\r\n\"07/01/2026 12:00:00.000\",\"1\"\r\n";
    for (const char* const first :
        std::array{"\"(PDH-CSV 4.0)\"", "\"(PDH-CSV 4.0) (\"", "\"(PDH-CSV 3.0) (UTC)(0)\"",
            "\"(PDH-TSV 4.0) (UTC)(0)\"", "\"Time\"", "(PDH-CSV 4.0) (UTC)(0)"}) {
        say_text(answer, first, first + rest);
    }
}

void encodings(Answer& answer) {
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

void columns_of_one_name(Answer& answer) {
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

void names_in_a_log(Answer& answer) {
    const Folder folder;
    const std::string file = folder.file("log.csv");
    write_file(file, text_log(R"(,"\\ORACLE\Disk(C:)\Reads","\\ORACLE\Disk(D:)\Reads","\\ORACLE\Disk()"
                              R"(C:)\Writes","\\ORACLE\Disk\Reads","\\OTHER\Disk(C:)\Reads")",
                         {{"07/01/2026 12:00:00.000", R"(,"1","2","3","4","5")"},
                             {"07/01/2026 12:00:01.000", R"(,"1","2","3","4","5")"}}));
    const char* const name = file.c_str();
    answer.texts("PdhEnumMachines",
        list_of([=](char* buffer, DWORD* size) { return PdhEnumMachinesA(name, buffer, size); }).texts);
    answer.texts("PdhEnumObjects", list_of([=](char* buffer, DWORD* size) {
        return PdhEnumObjectsA(name, nullptr, buffer, size, PERF_DETAIL_WIZARD, FALSE);
    }).texts);
    const auto items = [=](bool instances) {
        return list_of([=](char* buffer, DWORD* size) {
            std::array<char, 1000> others{};
            auto rest = static_cast<DWORD>(others.size());
            return instances ? PdhEnumObjectItemsA(name, nullptr, "Disk", others.data(), &rest, buffer, size,
                                   PERF_DETAIL_WIZARD, 0)
                             : PdhEnumObjectItemsA(name, nullptr, "Disk", buffer, size, others.data(), &rest,
                                   PERF_DETAIL_WIZARD, 0);
        });
    };
    answer.texts("PdhEnumObjectItems: counters", items(false).texts);
    answer.texts("PdhEnumObjectItems: instances", items(true).texts);
    for (const char* const path :
        std::array{"\\Disk(*)\\*", R"(\\ORACLE\Disk(*)\Reads)", "\\Disk(C:)\\Reads", "\\Disk\\Reads"}) {
        const List list = expand(path, 0, name);
        answer.status(path, list.status);
        answer.texts(std::string(path) + ": paths", list.texts);
    }
    say_log(answer, "\\Disk(C:)\\Reads", file, "\\Disk(C:)\\Reads");
    say_log(answer, "\\Disk\\Reads", file, "\\Disk\\Reads");
    say_log(answer, R"(\\OTHER\Disk(C:)\Reads)", file, R"(\\OTHER\Disk(C:)\Reads)");
    say_log(answer, "\\Disk(E:)\\Reads", file, "\\Disk(E:)\\Reads");
    say_log(answer, "\\Disk(C:)\\none", file, "\\Disk(C:)\\none");
    std::array<char, 64> text{};
    auto size = static_cast<DWORD>(text.size());
    answer.status("PdhGetDefaultPerfObject", PdhGetDefaultPerfObjectA(name, nullptr, text.data(), &size));
    answer.text("PdhGetDefaultPerfObject: name", text.data());
    size = static_cast<DWORD>(text.size());
    answer.status(
        "PdhGetDefaultPerfCounter", PdhGetDefaultPerfCounterA(name, nullptr, "Disk", text.data(), &size));
}

void star_in_a_log(Answer& answer) {
    say_text(answer, "(*) of an object without instances", one_column({"\"1\""}),
        R"(\\ORACLE\Memory(*)\Available Bytes)");
    say_text(answer, "an instance without a name",
        one_column({"\"1\""}, R"(\\ORACLE\Memory()\Available Bytes)"), R"(\\ORACLE\Memory\Available Bytes)");
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

void time_ranges(Answer& answer) {
    const Folder folder;
    const std::string file = folder.file("log.csv");
    write_file(file, one_column({"\"1\"", "\"2\"", "\"3\""}));
    say_range(answer, "three records", file);
    const std::string column = std::string(",\"") + logged_count + "\"";
    write_file(file,
        text_log(column, {{"11/01/2026 01:30:00.000", ",\"1\""}, {"11/01/2026 01:50:00.000", ",\"2\""},
                             {"11/01/2026 01:10:00.000", ",\"3\""}, {"11/01/2026 01:40:00.000", ",\"4\""}}));
    say_range(answer, "the clock was set back", file);
    say_log(answer, "the clock was set back", file, logged_count);
    const Query query;
    PDH_TIME_INFO range{};
    range.EndTime = 1;
    answer.status("PdhSetQueryTimeRange of a running computer", PdhSetQueryTimeRange(query.handle(), &range));
    DWORD entries = 7;
    DWORD size = sizeof range;
    answer.status("PdhGetDataSourceTimeRange of a running computer",
        PdhGetDataSourceTimeRangeA(nullptr, &entries, &range, &size));
    answer.number("PdhGetDataSourceTimeRange of a running computer: entries", entries);
}

void limited_time_range(Answer& answer) {
    const Folder folder;
    const std::string file = folder.file("log.csv");
    write_file(file, one_column({"\"1\"", "\"2\"", "\"3\"", "\"4\""}));
    PDH_TIME_INFO all{};
    DWORD entries = 1;
    DWORD size = sizeof all;
    PdhGetDataSourceTimeRangeA(file.c_str(), &entries, &all, &size);
    const Query query(file);
    PDH_HCOUNTER const counter = query.add_logged(logged_count);
    PDH_TIME_INFO part{};
    part.StartTime = all.StartTime + 10'000'000;
    part.EndTime = all.StartTime + 20'000'000;
    answer.status("PdhSetQueryTimeRange", PdhSetQueryTimeRange(query.handle(), &part));
    std::vector<std::string> cells;
    PDH_STATUS status = query.collect();
    for (int record = 0; record < 10 && status == ERROR_SUCCESS; ++record, status = query.collect()) {
        cells.push_back(cell(counter, PDH_FMT_DOUBLE));
    }
    answer.texts("from the second to the third record", cells);
    answer.status("at its end", status);
    part.EndTime = part.StartTime;
    answer.status("an end that is the start", PdhSetQueryTimeRange(query.handle(), &part));
}

void raw_records(Answer& answer) {
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

void bound_files(Answer& answer) {
    const Folder folder;
    const std::string file = folder.file("log.csv");
    write_file(file, one_column({"\"1\"", "\"2\""}));
    const auto bind = [&](const char* what, const std::string& names) {
        PDH_HLOG source = nullptr;
        answer.status(what, PdhBindInputDataSourceA(&source, names.data()));
        if (source != nullptr) {
            PDH_TIME_INFO range{};
            DWORD entries = 1;
            DWORD size = sizeof range;
            answer.status(std::string(what) + ": its time range",
                PdhGetDataSourceTimeRangeH(source, &entries, &range, &size));
            PdhCloseLog(source, 0);
        }
    };
    bind("a list", file + '\0' + '\0');
    bind("a text with other texts behind it", file + '\0' + "no list" + '\0' + '\0');
    bind("two text logs", file + '\0' + file + '\0' + '\0');
    bind("an empty list", std::string(2, '\0'));
    bind("a file that is not there", folder.file("none.csv") + '\0' + '\0');
    PDH_HLOG source = handle_of(4660);
    answer.status("NULL for the list", PdhBindInputDataSourceA(&source, nullptr));
    answer.text("NULL for the list: the handle is", source == nullptr           ? "NULL"
                                                    : source == handle_of(4660) ? "as before"
                                                                                : "another");
}

std::string shipped(const char* name) {
    return (folder_of_this_program() / name).string();
}

void say_shipped(Answer& answer, const char* name) {
    const std::string file = shipped(name);
    if (read_file(file).empty()) {
        answer.skip(std::string(name) + " is not beside the program");
        return;
    }
    const Query query(file);
    answer.status("PdhOpenQuery", query.status());
    answer.texts("PdhEnumMachines", list_of([&](char* buffer, DWORD* size) {
        return PdhEnumMachinesA(file.c_str(), buffer, size);
    }).texts);
    const List paths = expand(R"(\\ORACLE\Widget(*)\*)", 0, file.c_str());
    answer.status("PdhExpandWildCardPath", paths.status);
    answer.texts("its paths", paths.texts);
    say_range(answer, "PdhGetDataSourceTimeRange", file);
    say_log(answer, "a rate", file, R"(\\ORACLE\Widget(left)\Turns/sec)");
    say_log(answer, "a count", file, R"(\\ORACLE\Widget(right)\Size)");
    say_log(answer, "a counter without an instance", file, R"(\\ORACLE\Widget Factory\Orders)");
}

void our_text_log(Answer& answer) {
    say_shipped(answer, "text_log.csv");
}

void our_binary_log(Answer& answer) {
    say_shipped(answer, "binary_log.blg");
}

void damaged_binary_log(Answer& answer) {
    const std::string whole = read_file(shipped("binary_log.blg"));
    if (whole.empty()) {
        answer.skip("binary_log.blg is not beside the program");
        return;
    }
    const Folder folder;
    const auto changed = [&](const std::string& what, const std::string& bytes) {
        const std::string file = folder.file("log.blg");
        write_file(file, bytes);
        say_log(answer, what, file, R"(\\ORACLE\Widget(right)\Size)");
    };
    constexpr std::size_t buffer = 0x10000;
    changed("cut behind its first buffer", whole.substr(0, buffer));
    changed("cut in its last buffer", whole.substr(0, whole.size() - buffer / 2));
    std::string zeroed = whole;
    std::fill(zeroed.end() - static_cast<std::ptrdiff_t>(buffer), zeroed.end(), '\0');
    changed("its last buffer zeroed", zeroed);
    zeroed = whole;
    std::fill(zeroed.begin(), zeroed.begin() + 8, '\0');
    changed("its first bytes zeroed", zeroed);
}

void two_binary_logs(Answer& answer) {
    const std::string file = shipped("binary_log.blg");
    if (read_file(file).empty()) {
        answer.skip("binary_log.blg is not beside the program");
        return;
    }
    const std::string names = file + '\0' + file + '\0' + '\0';
    PDH_HLOG source = nullptr;
    answer.status("the same log twice", PdhBindInputDataSourceA(&source, names.data()));
    PDH_TIME_INFO range{};
    DWORD entries = 1;
    DWORD size = sizeof range;
    answer.status("its time range", PdhGetDataSourceTimeRangeH(source, &entries, &range, &size));
    answer.number("its records", range.SampleCount);
    if (source != nullptr) {
        PdhCloseLog(source, 0);
    }
}

} // namespace

std::span<const Probe> log_probes() {
    static constexpr std::array probes = {
        Probe{"log.above-100", "log", values_above_100},
        Probe{"log.type", "log", type_of_a_logged_counter},
        Probe{"log.blank-cells", "log", blank_cells},
        Probe{"log.damaged-rows", "log", damaged_rows},
        Probe{"log.times-and-commas", "log", times_and_commas},
        Probe{"log.headers", "log", headers},
        Probe{"log.encodings", "log", encodings},
        Probe{"log.columns-of-one-name", "log", columns_of_one_name},
        Probe{"log.names", "log", names_in_a_log},
        Probe{"log.star", "log", star_in_a_log},
        Probe{"log.time-ranges", "log", time_ranges},
        Probe{"log.limited-range", "log", limited_time_range},
        Probe{"log.raw-records", "log", raw_records},
        Probe{"log.bound-files", "log", bound_files},
        Probe{"log.our-text-log", "log", our_text_log},
        Probe{"log.our-binary-log", "log", our_binary_log},
        Probe{"log.damaged-binary-log", "log", damaged_binary_log},
        Probe{"log.two-binary-logs", "log", two_binary_logs},
    };
    return probes;
}

} // namespace oracle
