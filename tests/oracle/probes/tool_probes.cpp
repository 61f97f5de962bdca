// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// typeperf and relog, as they are found on the system's path by the names of Windows' programs. Ours then
// behave as these do.
#include "probe.h"

#include <algorithm>
#include <filesystem>

namespace oracle {

namespace {

std::string early_and_late() {
    return std::string(text_log_head) + ",\"" + logged_count +
           "\",\"\\\\ORACLE\\Process(early)\\ID Process\",\"\\\\ORACLE\\Process(late)\\ID Process\"\r\n"
           "\"07/01/2026 12:00:00.000\",\"82.45\",\"1\",\" \"\r\n"
           "\"07/01/2026 12:00:01.000\",\"0.000000\",\"2\",\" \"\r\n"
           "\"07/01/2026 12:00:02.000\",\"1E+05\",\" \",\"3\"\r\n"
           "\"07/01/2026 12:00:03.000\",\"4\",\" \",\"4\"\r\n";
}

/// The last line that is not blank, without the spaces around it.
std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of(" \r\n");
    if (end == std::string::npos) {
        return "";
    }
    const std::size_t begin = text.find_last_of("\r\n", end);
    return text.substr(
        begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

/// The line of a summary of relog that says how many samples there are.
std::string samples_of(const std::string& text) {
    const std::size_t begin = text.find("Samples:");
    return begin == std::string::npos ? "" : text.substr(begin, text.find_first_of("\r\n", begin) - begin);
}

/// The text up to a name in quotation marks, with FOLDER for the name of the folder, and one kind of slash.
std::string without(const Folder& folder, std::string text) {
    const std::string path = folder.path();
    for (std::size_t found = 0; (found = text.find(path)) != std::string::npos;) {
        text.replace(found, path.size(), "FOLDER");
    }
    std::ranges::replace(text, '\\', '/');
    return text.substr(0, text.find('"'));
}

/// The answer has FOLDER for the name of the folder. What has 8 bits elsewhere is not compared with 32 of
/// Windows.
void say_run(Answer& answer, const Folder& folder, const std::string& what, const std::string& command) {
    const Output output = run_command(command);
    const auto status = static_cast<std::uint32_t>(output.status);
    answer.number(what + (status > 0xFF ? ": exit status of 32 bits" : ": exit status"), status);
    answer.text(what + ": last line", without(folder, last_line(output.text)));
}

std::string in_quotes(const std::string& text) {
    return "\"" + text + "\"";
}

PROBE(statuses_of_typeperf, "typeperf.statuses", "live english typeperf") {
    const Folder folder;
    answer.number("help: exit status", run_command("typeperf.exe -?").status);
    say_run(answer, folder, "one sample", R"(typeperf.exe "\System\Processes" -sc 1)");
    say_run(answer, folder, "an unknown counter", R"(typeperf.exe "\System\no such counter" -sc 1)");
    say_run(answer, folder, "an unknown object", R"(typeperf.exe "\no such object\x" -sc 1)");
    say_run(answer, folder, "an unknown counter beside another",
        R"(typeperf.exe "\System\Processes" "\System\no such counter" -sc 1)");
    answer.number("no counters: exit status", run_command("typeperf.exe -sc 1").status);
    answer.number("an unknown option: exit status",
        run_command(R"(typeperf.exe "\System\Processes" -nonsense)").status);
    say_run(answer, folder, "a list of an unknown object", "typeperf.exe -q \"no such object\"");
    say_run(answer, folder, "a list", "typeperf.exe -q System");
    say_run(answer, folder, "a file of counters that is not there",
        "typeperf.exe -cf " + in_quotes(folder.file("none.txt")) + " -sc 1");
    say_run(answer, folder, "a file in a folder that is not there",
        R"(typeperf.exe "\System\Processes" -sc 1 -o )" + in_quotes(folder.file("none/log.csv")));
    say_run(answer, folder, "a file",
        R"(typeperf.exe "\System\Processes" -sc 1 -o )" + in_quotes(folder.file("log.csv")));
}

PROBE(output_of_typeperf, "typeperf.output", "live english typeperf") {
    const Output output = run_command(R"(typeperf.exe "\System\Processes" "\System(*)\Threads" -sc 2)");
    const std::string& text = output.text;
    answer.yes("lines end with CR and LF", text.find("\r\n") != std::string::npos);
    const std::size_t header = text.find("\"(PDH-CSV");
    answer.text("before the header", header == std::string::npos ? "(no header)"
                                     : header == 0               ? "nothing"
                                     : text.substr(0, header).find_first_not_of("\r\n") == std::string::npos
                                         ? "a blank line"
                                         : "something else");
    answer.text("the header",
        header == std::string::npos ? "" : text.substr(header, text.find_first_of("\r\n", header) - header));
    answer.number("rows", std::count(text.begin(), text.end(), '.') > 0
                              ? static_cast<std::int64_t>(std::ranges::count(text, ':') / 2)
                              : 0);
    const std::size_t row = header == std::string::npos ? std::string::npos : text.find("\n\"", header);
    const std::string first =
        row == std::string::npos ? "" : text.substr(row + 1, text.find_first_of("\r\n", row + 1) - row - 1);
    const std::size_t point = first.rfind('.');
    answer.number("digits behind the point",
        point == std::string::npos ? -1 : static_cast<std::int64_t>(first.size() - point) - 2);
    const Folder folder;
    run_command(R"(typeperf.exe "\System\Processes" -sc 1 -f csv -o )" + in_quotes(folder.file("tp")));
    answer.text("the file of -f csv -o tp", std::filesystem::exists(folder.file("tp"))       ? "tp"
                                            : std::filesystem::exists(folder.file("tp.csv")) ? "tp.csv"
                                                                                             : "(no file)");
}

PROBE(lists_of_typeperf, "typeperf.lists", "live english typeperf") {
    const auto has = [](const std::string& text, const char* line) {
        return ("\n" + text).find(std::string("\n") + line + "\n") != std::string::npos ||
               text.find(std::string(line) + "\r") != std::string::npos;
    };
    answer.yes("-q lists \\Processor(*)\\% Processor Time",
        has(run_command("typeperf.exe -q Processor").text, "\\Processor(*)\\% Processor Time"));
    answer.yes("-qx lists \\Processor(_Total)\\% Processor Time",
        has(run_command("typeperf.exe -qx Processor").text, "\\Processor(_Total)\\% Processor Time"));
    answer.yes("-q lists \\System\\Processes",
        has(run_command("typeperf.exe -q System").text, "\\System\\Processes"));
}

PROBE(statuses_of_relog, "relog.statuses", "relog log") {
    const Folder folder;
    const std::string from = in_quotes(folder.file("from.csv"));
    write_file(folder.file("from.csv"), early_and_late());
    write_file(folder.file("text.txt"), "hello, world\r\n");
    answer.number("help: exit status", run_command("relog.exe -?").status);
    say_run(answer, folder, "a summary", "relog.exe " + from);
    say_run(answer, folder, "a list", "relog.exe " + from + " -q");
    say_run(answer, folder, "-o and its value in one argument",
        "relog.exe " + from + " -f csv -o" + in_quotes(folder.file("joined.csv")) + " -y");
    say_run(answer, folder, "to a binary log",
        "relog.exe " + from + " -o " + in_quotes(folder.file("to.blg")) + " -y");
    say_run(answer, folder, "to a text log",
        "relog.exe " + from + " -f csv -o " + in_quotes(folder.file("to.csv")) + " -y");
    say_run(answer, folder, "a log that is not there", "relog.exe " + in_quotes(folder.file("none.csv")));
    say_run(answer, folder, "a file that is not a log", "relog.exe " + in_quotes(folder.file("text.txt")));
    say_run(answer, folder, "an unknown counter",
        "relog.exe " + from + R"( -c "\no such\counter" -o )" + in_quotes(folder.file("none.blg")) + " -y");
    say_run(answer, folder, "onto its input", "relog.exe " + from + " -f csv -o " + from + " -y");
    answer.number("an unknown option: exit status", run_command("relog.exe " + from + " -nonsense").status);
    answer.number("no input: exit status", run_command("relog.exe").status);
}

std::string relogged(const Folder& folder, const std::string& options) {
    write_file(folder.file("from.csv"), early_and_late());
    run_command("relog.exe " + in_quotes(folder.file("from.csv")) + " " + options + " -f csv -o " +
                in_quotes(folder.file("to.csv")) + " -y");
    return read_file(folder.file("to.csv"));
}

void say_lines(Answer& answer, const std::string& text, bool with_first_cell = false) {
    std::size_t begin = 0;
    int number = 0;
    for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        std::string line = text.substr(begin, end - begin);
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        if (number == 0 && !with_first_cell) {
            line = line.substr(std::min(line.size(), line.find(',')));
        }
        answer.text("line " + std::to_string(++number), line);
    }
    answer.number("lines", number);
}

PROBE(text_of_relog, "relog.text", "relog log") {
    const Folder folder;
    say_lines(answer, relogged(folder, ""));
}

PROBE(zone_of_relog, "relog.zone", "relog log") {
    const Folder folder;
    const std::string text = relogged(folder, "");
    answer.yes("the header keeps the bias of its input",
        text.substr(0, text.find(',')).find("(300)") != std::string::npos);
    answer.yes("the times are as they were", text.find("\"07/01/2026 12:00:00.000\"") != std::string::npos);
    run_command("relog.exe " + in_quotes(folder.file("from.csv")) + " -o " +
                in_quotes(folder.file("middle.blg")) + " -y");
    run_command("relog.exe " + in_quotes(folder.file("middle.blg")) + " -f csv -o " +
                in_quotes(folder.file("last.csv")) + " -y");
    const std::string last = read_file(folder.file("last.csv"));
    answer.yes("by way of a binary log: the header keeps the bias",
        last.substr(0, last.find(',')).find("(300)") != std::string::npos);
    answer.yes("by way of a binary log: the times are as they were",
        last.find("\"07/01/2026 12:00:00.000\"") != std::string::npos);
}

PROBE(every_second_record, "relog.every-second-record", "relog log") {
    const Folder folder;
    say_lines(answer, relogged(folder, "-t 2"));
}

PROBE(a_range_of_time, "relog.range", "relog log") {
    const Folder folder;
    say_lines(answer, relogged(folder, R"(-b "7/1/2026 12:00:02" -e "7/1/2026 12:00:03")"));
}

PROBE(chosen_counters, "relog.counters", "relog log") {
    const Folder folder;
    say_lines(answer, relogged(folder, R"(-c "\Process(*)\ID Process")"));
}

PROBE(summary_of_relog, "relog.summary", "relog log") {
    const Folder folder;
    write_file(folder.file("from.csv"), early_and_late());
    const std::string text = run_command("relog.exe " + in_quotes(folder.file("from.csv"))).text;
    for (const char* const words : std::array{"Input", "----------------", "File(s):", "(CSV)",
             "Begin:", "End:", "Samples:", "100.00%", "Output", "The command completed successfully."}) {
        answer.yes(words, text.find(words) != std::string::npos);
    }
    answer.text("samples", samples_of(text));
}

PROBE(our_logs_by_relog, "relog.our-logs", "relog log") {
    const Folder folder;
    for (const char* const name : std::array{"text_log.csv", "binary_log.blg"}) {
        const std::string file = shipped(name);
        const std::string output = folder.file("to.csv");
        const Output run =
            run_command("relog.exe " + in_quotes(file) + " -f csv -o " + in_quotes(output) + " -y");
        answer.number(std::string(name) + ": exit status", run.status);
        answer.text(std::string(name) + ": last line", without(folder, last_line(run.text)));
        const std::string text = read_file(output);
        answer.number(std::string(name) + ": lines of its conversion", std::ranges::count(text, '\n'));
        answer.text(std::string(name) + ": its last row", last_line(text));
    }
}

PROBE(added_by_relog, "relog.added", "relog log") {
    const Folder folder;
    const std::string from = in_quotes(folder.file("from.csv"));
    const std::string binary = in_quotes(folder.file("to.blg"));
    write_file(folder.file("from.csv"), early_and_late());
    run_command("relog.exe " + from + " -o " + binary + " -y");
    say_run(answer, folder, "-a to a binary log", "relog.exe " + from + " -a -o " + binary + " -y");
    const std::string text = run_command("relog.exe " + binary).text;
    answer.text("it then has", samples_of(text));
    run_command("relog.exe " + from + " -f csv -o " + in_quotes(folder.file("to.csv")) + " -y");
    say_run(answer, folder, "-a to a text log",
        "relog.exe " + from + " -a -f csv -o " + in_quotes(folder.file("to.csv")) + " -y");
}

} // namespace

} // namespace oracle
