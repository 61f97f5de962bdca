// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What PDH writes into logs, and when it refuses to. The samples of most come from a text log, so that they
// are the same everywhere.
#include "probe.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace oracle {

namespace {

constexpr DWORD create = PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS;
constexpr const char* other_count = R"(\\ORACLE\Memory\Committed Bytes)";

/// A text log with two counters, whose second record lacks the second one.
std::string two_counters(const char* hour = "12") {
    const std::string begin = std::string("\"07/01/2026 ") + hour;
    return std::string(text_log_head) + ",\"" + logged_count + "\",\"" + other_count + "\"\r\n" + begin +
           ":00:00.000\",\"82.45\",\"1\"\r\n" + begin + ":00:01.000\",\"0.000000\",\" \"\r\n" + begin +
           ":00:02.000\",\"1E+05\",\"3\"\r\n";
}

/// A log that is written; closed with the object.
class Log {
  public:
    Log(const std::string& file, DWORD access, DWORD type, PDH_HQUERY query, DWORD size = 0,
        const char* caption = nullptr)
        : status_(PdhOpenLogA(file.c_str(), access, &type, query, size, caption, &handle_)) {}
    ~Log() { close(); }
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    [[nodiscard]] PDH_STATUS status() const { return status_; }
    PDH_STATUS update(const char* text = nullptr) const { return PdhUpdateLogA(handle_, text); }
    void close() {
        if (handle_ != nullptr) {
            PdhCloseLog(handle_, 0);
            handle_ = nullptr;
        }
    }

  private:
    PDH_HLOG handle_ = nullptr;
    PDH_STATUS status_;
};

/// Writes a log of what another log has. The statuses of opening it and of the update that ends it.
std::string convert(
    const std::string& from, const std::string& to, DWORD type, DWORD access = create, bool all = true) {
    const Query query(from);
    static_cast<void>(query.add_logged(logged_count));
    if (all) {
        static_cast<void>(query.add_logged(other_count));
    }
    const Log log(to, access, type, query.handle());
    if (log.status() != ERROR_SUCCESS) {
        return name_of(log.status());
    }
    constexpr int more_than_any_log_has = 100;
    PDH_STATUS status = ERROR_SUCCESS;
    for (int record = 0; record < more_than_any_log_has && status == ERROR_SUCCESS; ++record) {
        status = log.update();
    }
    return name_of(log.status()) + ", " + name_of(status);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        lines.push_back(text.substr(begin, end - begin));
    }
    if (begin < text.size()) {
        lines.push_back(text.substr(begin));
    }
    for (std::string& line : lines) {
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
    }
    return lines;
}

std::vector<std::string> cells_of(const std::string& line, char separator = ',') {
    std::vector<std::string> cells(1);
    bool is_quoted = false;
    for (const char unit : line) {
        if (unit == '"') {
            is_quoted = !is_quoted;
        }
        if (unit == separator && !is_quoted) {
            cells.emplace_back();
        } else {
            cells.back() += unit;
        }
    }
    return cells;
}

std::string cell_at(
    const std::vector<std::string>& lines, std::size_t row, std::size_t column, char separator = ',') {
    const std::vector<std::string> cells = cells_of(row < lines.size() ? lines[row] : "", separator);
    return column < cells.size() ? cells[column] : "(none)";
}

/// Whether a cell is a number as C's %.20g writes it.
bool has_twenty_digits(const std::string& cell) {
    std::array<char, 64> written{};
    static_cast<void>(
        std::snprintf(written.data(), written.size(), "\"%.20g\"", std::strtod(cell.c_str() + 1, nullptr)));
    return cell == written.data();
}

PROBE(live_text_log, "written.text-log", "live log") {
    const Folder folder;
    const std::string file = folder.file("log.csv");
    const Query query;
    for (const char* const path : std::array{up_time, busy, missing}) {
        static_cast<void>(query.add(path));
    }
    Log log(file, create, PDH_LOG_TYPE_CSV, query.handle());
    answer.status("PdhOpenLog", log.status());
    answer.status("first PdhUpdateLog", log.update());
    let_time_pass();
    answer.status("second PdhUpdateLog", log.update());
    log.close();
    const std::string text = read_file(file);
    const std::vector<std::string> lines = lines_of(text);
    answer.number("lines", static_cast<std::int64_t>(lines.size()));
    answer.text("the header begins with", text.substr(0, 16));
    const std::vector<std::string> header = cells_of(lines.empty() ? "" : lines[0]);
    answer.texts("the columns", {header.begin() + 1, header.end()});
    answer.yes("each line ends with CR and LF",
        text.size() > 1 && text.compare(text.size() - 2, 2, "\r\n") == 0 &&
            std::ranges::count(text, '\r') == std::ranges::count(text, '\n'));
    answer.yes("a number of one sample has %.20g", has_twenty_digits(cell_at(lines, 1, 1)));
    answer.text("the first cell of two samples", cell_at(lines, 1, 2));
    answer.yes("the second cell of two samples is a number", cell_at(lines, 2, 2) != "\" \"");
    answer.text("a missing instance, first row", cell_at(lines, 1, 3));
    answer.text("a missing instance, second row", cell_at(lines, 2, 3));
    answer.number("characters of a time", static_cast<std::int64_t>(cell_at(lines, 1, 0).size()));
}

PROBE(a_text_without_a_caption, "written.text-without-caption", "live log") {
    const Folder folder;
    const std::string file = folder.file("log.csv");
    const Query query;
    static_cast<void>(query.add(up_time));
    Log log(file, create, PDH_LOG_TYPE_CSV, query.handle(), 0, "a caption");
    answer.status("PdhUpdateLog with a text", log.update("a text"));
    log.close();
    const std::vector<std::string> lines = lines_of(read_file(file));
    answer.number(
        "columns of the header", static_cast<std::int64_t>(cells_of(lines.empty() ? "" : lines[0]).size()));
    answer.number(
        "columns of the row", static_cast<std::int64_t>(cells_of(lines.size() < 2 ? "" : lines[1]).size()));
}

PROBE(converted_text_log, "written.converted-text-log", "log") {
    const Folder folder;
    write_file(folder.file("from.csv"), two_counters());
    answer.text("statuses", convert(folder.file("from.csv"), folder.file("to.csv"), PDH_LOG_TYPE_CSV));
    const std::vector<std::string> lines = lines_of(read_file(folder.file("to.csv")));
    for (std::size_t row = 0; row < lines.size(); ++row) {
        answer.text(
            "line " + std::to_string(row + 1), lines[row].substr(row == 0 ? cell_at(lines, 0, 0).size() : 0));
    }
    answer.yes(
        "the header has the bias of the source", cell_at(lines, 0, 0).find("(300)") != std::string::npos);
}

PROBE(converted_binary_log, "written.converted-binary-log", "log") {
    const Folder folder;
    write_file(folder.file("from.csv"), two_counters());
    answer.text(
        "to a binary log", convert(folder.file("from.csv"), folder.file("middle.blg"), PDH_LOG_TYPE_BINARY));
    answer.text("and back", convert(folder.file("middle.blg"), folder.file("to.csv"), PDH_LOG_TYPE_CSV));
    const std::vector<std::string> lines = lines_of(read_file(folder.file("to.csv")));
    for (std::size_t row = 1; row < lines.size(); ++row) {
        answer.text("line " + std::to_string(row + 1), lines[row]);
    }
    answer.yes(
        "the header has the bias of the source", cell_at(lines, 0, 0).find("(300)") != std::string::npos);
}

std::uint32_t number_at(const std::string& bytes, std::size_t place, std::size_t size) {
    std::uint32_t number = 0;
    if (place + size <= bytes.size()) {
        std::memcpy(&number, bytes.data() + place, size); // Windows and we write the low byte first
    }
    return number;
}

std::string in_hexadecimal(std::uint32_t number) {
    std::array<char, 16> text{};
    static_cast<void>(std::snprintf(text.data(), text.size(), "0x%X", static_cast<unsigned>(number)));
    return text.data();
}

/// The tag and the size of each part of a record.
std::vector<std::string> parts_of_record(const std::string& bytes, std::size_t record, std::size_t end) {
    constexpr std::size_t part_tag_and_size = 8;
    std::vector<std::string> parts;
    std::size_t part = record + part_tag_and_size;
    for (std::size_t size = 0; part + part_tag_and_size <= end; part += size) {
        size = number_at(bytes, part + 4, 4);
        if (size < part_tag_and_size) {
            break;
        }
        parts.push_back(in_hexadecimal(number_at(bytes, part, 4)) + " of " + std::to_string(size));
    }
    return parts;
}

/// What the buffers and events of a binary log are, as far as public descriptions of event traces go.
void say_binary_log(Answer& answer, const std::string& bytes) {
    constexpr std::size_t buffer_head = 0x48;
    constexpr std::size_t event_head = 0x30;
    constexpr std::size_t part_head = 24;
    const std::size_t buffer = number_at(bytes, 0, 4);
    answer.text("size of a buffer", in_hexadecimal(static_cast<std::uint32_t>(buffer)));
    answer.yes("the file has whole buffers", buffer != 0 && bytes.size() % buffer == 0);
    answer.text("type of the first buffer", in_hexadecimal(number_at(bytes, 0x36, 2)));
    std::vector<std::string> kinds;
    std::vector<std::string> records;
    for (std::size_t start = buffer; buffer != 0 && start + buffer <= bytes.size(); start += buffer) {
        const std::size_t filled = std::min<std::size_t>(number_at(bytes, start + 0x30, 4), buffer);
        for (std::size_t event = start + buffer_head; event + event_head + part_head <= start + filled;) {
            const std::size_t size = number_at(bytes, event, 2);
            const std::size_t payload = event + event_head + part_head;
            if (size < event_head + part_head) {
                break;
            }
            const std::uint32_t kind = number_at(bytes, event + 4, 1);
            kinds.push_back(in_hexadecimal(kind));
            if (kind == 0x20) {
                answer.text("catalogue: first number", in_hexadecimal(number_at(bytes, payload, 4)));
                answer.text("catalogue: second number", in_hexadecimal(number_at(bytes, payload + 4, 4)));
                answer.text(
                    "catalogue: flags of its first entry", in_hexadecimal(number_at(bytes, payload + 12, 4)));
            } else if (kind == 0x22 && records.empty()) {
                records = parts_of_record(bytes, payload, event + size);
                answer.text("record: it begins with", in_hexadecimal(number_at(bytes, payload, 4)));
            }
            event += (size + 7) / 8 * 8;
        }
    }
    answer.texts("events", kinds);
    answer.texts("parts of the first record", records);
}

PROBE(live_binary_log, "written.binary-log", "live log") {
    const Folder folder;
    const std::string file = folder.file("log.blg");
    const Query query;
    for (const char* const path : std::array{up_time, busy, missing}) {
        static_cast<void>(query.add(path));
    }
    Log log(file, create, PDH_LOG_TYPE_BINARY, query.handle());
    answer.status("PdhOpenLog", log.status());
    answer.status("PdhUpdateLog", log.update());
    let_time_pass();
    answer.status("PdhUpdateLog again", log.update());
    log.close();
    say_binary_log(answer, read_file(file));
    const Query logged(file);
    static_cast<void>(logged.add_logged(up_time));
    Log text(folder.file("log.csv"), create, PDH_LOG_TYPE_CSV, logged.handle());
    text.update();
    text.close();
    const auto header = cell_at(lines_of(read_file(folder.file("log.csv"))), 0, 0);
    answer.yes("a text log made of it names a zone", header.find(")(") != std::string::npos);
    answer.yes("by the place of its name", header.find('@') != std::string::npos);
}

PROBE(wildcards_of_a_binary_log, "written.binary-log-of-wildcards", "live log") {
    const Folder folder;
    const std::string file = folder.file("log.blg");
    const Query query;
    static_cast<void>(query.add("\\Processor(_T*)\\% Processor Time"));
    Log log(file, create, PDH_LOG_TYPE_BINARY, query.handle());
    log.update();
    log.close();
    const std::string bytes = read_file(file);
    say_binary_log(answer, bytes);
}

PROBE(failed_samples, "written.failed-samples", "live english log") {
    const Folder folder;
    const std::string file = folder.file("log.blg");
    {
        const Query query;
        static_cast<void>(query.add(available));
        static_cast<void>(query.add(missing));
        const Log log(file, create, PDH_LOG_TYPE_BINARY, query.handle());
        log.update();
        log.update();
    }
    const Query query(file);
    PDH_HCOUNTER absent = nullptr;
    answer.status(
        "PdhAddCounter of the missing instance", PdhAddCounterA(query.handle(), missing, 0, &absent));
    answer.status("PdhCollectQueryData", query.collect());
    say_statuses(answer, "its value", format(absent));
    PDH_RAW_COUNTER raw{};
    answer.status("its raw value", PdhGetRawCounterValue(absent, nullptr, &raw));
    answer.cstatus("its raw CStatus", raw.CStatus);
}

std::int64_t records_of(const std::string& file) {
    PDH_TIME_INFO range{};
    DWORD entries = 1;
    DWORD size = sizeof range;
    return PdhGetDataSourceTimeRangeA(file.c_str(), &entries, &range, &size) == ERROR_SUCCESS
               ? range.SampleCount
               : -1;
}

void say_additions(Answer& answer, DWORD type, const char* name) {
    const Folder folder;
    const std::string file = folder.file(name);
    write_file(folder.file("from.csv"), two_counters());
    write_file(folder.file("later.csv"), two_counters("13"));
    write_file(folder.file("earlier.csv"), two_counters("11"));
    convert(folder.file("from.csv"), file, type);
    answer.number("records", records_of(file));
    const auto add = [&](const char* what, const char* from, DWORD access, bool all = true) {
        answer.text(what, convert(folder.file(from), file, type, PDH_LOG_WRITE_ACCESS | access, all));
        answer.number(std::string(what) + ": records", records_of(file));
    };
    add("CREATE_NEW", "later.csv", PDH_LOG_CREATE_NEW);
    add("OPEN_EXISTING", "later.csv", PDH_LOG_OPEN_EXISTING);
    add("OPEN_ALWAYS", "later.csv", PDH_LOG_OPEN_ALWAYS);
    add("OPEN_ALWAYS with APPEND", "later.csv", PDH_LOG_OPEN_ALWAYS | 0x08000000);
    add("OPEN_ALWAYS with other counters", "later.csv", PDH_LOG_OPEN_ALWAYS, false);
    add("OPEN_ALWAYS with earlier times", "earlier.csv", PDH_LOG_OPEN_ALWAYS);
    add("CREATE_ALWAYS", "from.csv", PDH_LOG_CREATE_ALWAYS);
}

PROBE(added_to_a_text_log, "written.added-to-text-log", "log") {
    say_additions(answer, PDH_LOG_TYPE_CSV, "log.csv");
}

PROBE(added_to_a_binary_log, "written.added-to-binary-log", "log") {
    say_additions(answer, PDH_LOG_TYPE_BINARY, "log.blg");
}

PROBE(logs_that_are_not_there_or_empty, "written.not-there-or-empty", "log") {
    const Folder folder;
    write_file(folder.file("from.csv"), two_counters());
    const auto open = [&](const char* what, const char* name, DWORD type, DWORD access) {
        answer.text(
            what, convert(folder.file("from.csv"), folder.file(name), type, PDH_LOG_WRITE_ACCESS | access));
        answer.number(std::string(what) + ": records", records_of(folder.file(name)));
    };
    open("OPEN_EXISTING of a text log that is not there", "new.csv", PDH_LOG_TYPE_CSV, PDH_LOG_OPEN_EXISTING);
    open("OPEN_EXISTING of a binary log that is not there", "new.blg", PDH_LOG_TYPE_BINARY,
        PDH_LOG_OPEN_EXISTING);
    write_file(folder.file("empty.csv"), "");
    write_file(folder.file("empty.blg"), "");
    open("OPEN_ALWAYS of an empty text log", "empty.csv", PDH_LOG_TYPE_CSV, PDH_LOG_OPEN_ALWAYS);
    open("OPEN_ALWAYS of an empty binary log", "empty.blg", PDH_LOG_TYPE_BINARY, PDH_LOG_OPEN_ALWAYS);
    answer.text("in a folder that is not there",
        convert(folder.file("from.csv"), folder.file("none/log.csv"), PDH_LOG_TYPE_CSV));
    answer.text("for updating", convert(folder.file("from.csv"), folder.file("new.csv"), PDH_LOG_TYPE_CSV,
                                    PDH_LOG_UPDATE_ACCESS | PDH_LOG_OPEN_EXISTING));
}

PROBE(circular_logs, "written.circular", "live log") {
    const Folder folder;
    const std::string file = folder.file("log.blg");
    const Query query;
    static_cast<void>(query.add(available));
    constexpr DWORD circular = create | PDH_LOG_OPT_CIRCULAR;
    answer.status("a text log",
        Log(folder.file("log.csv"), circular, PDH_LOG_TYPE_CSV, query.handle(), 1 << 20).status());
    answer.status(
        "no size", Log(folder.file("none.blg"), circular, PDH_LOG_TYPE_BINARY, query.handle(), 0).status());
    answer.status("a size of 1",
        Log(folder.file("small.blg"), circular, PDH_LOG_TYPE_BINARY, query.handle(), 1).status());
    {
        const Log log(file, circular, PDH_LOG_TYPE_BINARY, query.handle(), 1 << 20);
        answer.status("a size of 1048576", log.status());
        answer.status("it writes", log.update());
        answer.status("it writes again", log.update());
    }
    const std::string bytes = read_file(file);
    answer.yes("its file is not larger", bytes.size() <= 1U << 20U);
    answer.number("its records", records_of(file));
    constexpr std::size_t mode_of_the_trace = 0x68 + 32;
    answer.yes("the trace is circular", (number_at(bytes, mode_of_the_trace, 4) & 2U) != 0);
    answer.status(
        "it is added to", Log(file, PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_ALWAYS | PDH_LOG_OPT_CIRCULAR,
                              PDH_LOG_TYPE_BINARY, query.handle(), 1 << 20)
                              .status());
}

PROBE(emptied_text_log, "written.emptied-text-log", "live log") {
    const Folder folder;
    const std::string file = folder.file("log.csv");
    const Query query;
    static_cast<void>(query.add(available));
    Log log(file, create, PDH_LOG_TYPE_CSV, query.handle());
    log.update();
    std::FILE* const emptied = std::fopen(file.c_str(), "wb");
    answer.yes("another program can empty it", emptied != nullptr);
    if (emptied != nullptr) {
        static_cast<void>(std::fclose(emptied));
        answer.status("the next update", log.update());
        log.close();
        const std::string text = read_file(file);
        answer.text("it then begins with", text.substr(0, 16));
        answer.number("it then has NULs", std::ranges::count(text, '\0'));
    }
}

PROBE(wildcards_of_a_text_log, "written.text-log-of-wildcards", "live english log") {
    const Folder folder;
    const std::string file = folder.file("log.csv");
    const Query query;
    static_cast<void>(query.add("\\Processor(_T*)\\% Processor Time"));
    static_cast<void>(query.add("\\Process(no such*)\\ID Process"));
    static_cast<void>(query.add("\\System(*)\\Processes"));
    Log log(file, create, PDH_LOG_TYPE_CSV, query.handle());
    answer.status("PdhOpenLog", log.status());
    log.update();
    log.close();
    const std::vector<std::string> lines = lines_of(read_file(file));
    const std::vector<std::string> cells = cells_of(lines.empty() ? "" : lines[0]);
    answer.texts("the columns", {cells.begin() + 1, cells.end()});
}

} // namespace

} // namespace oracle
