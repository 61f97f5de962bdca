// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/set_options.h"

#include "tools/command/numbers_and_times.h"
#include "tools/command/paths.h"
#include "tools/command/text_file.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>

namespace pdh_shim::tools::logman {

namespace {

using command::checked_number;
using enum command::OptionValues;
using command::OutputFormat;
using command::ReadFile;
using command::Texts;
using terminal::UsageError;
using Row = command::OptionRow<CollectorSet>;
using Effect = command::OptionEffect<CollectorSet>;

// How the file of a set has a value.
std::string value_text(const std::string& text) {
    return text;
}

std::string value_text(std::uint64_t number) {
    return std::to_string(number);
}

std::string value_text(std::chrono::seconds seconds) {
    return std::to_string(seconds.count());
}

template <typename Value>
std::string value_text(const std::optional<Value>& value) {
    return value_text(*value);
}

template <auto Member>
std::optional<Texts> written(const CollectorSet& set) {
    return set.*Member == CollectorSet().*Member ? std::nullopt
                                                 : std::optional(Texts{value_text(set.*Member)});
}

template <auto Member>
std::optional<Texts> written_time(const CollectorSet& set) {
    return set.*Member ? std::optional(Texts{command::shown_time(*(set.*Member))}) : std::nullopt;
}

template <auto Member, auto Parse>
void set_to(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    set.*Member = Parse(values.front());
}

template <auto Member>
void reset(CollectorSet& set) {
    set.*Member = CollectorSet().*Member;
}

template <auto Member>
constexpr Effect flag{
    [](CollectorSet& set, const Texts& /*values*/, const ReadFile& /*read_file*/) { set.*Member = true; },
    reset<Member>,
    [](const CollectorSet& set) { return set.*Member ? std::optional(Texts()) : std::nullopt; }};

template <auto Member, auto Parse>
constexpr Effect value{set_to<Member, Parse>, reset<Member>, written<Member>};

std::chrono::seconds seconds_of(const std::string& text, const std::string& what) {
    const auto whole = what + "; it is written [[hh:]mm:]ss";
    return std::chrono::seconds(checked_number(command::parse_seconds(text), text, whole.c_str()));
}

// A limit; 0 means "no limit".
bool is_no_limit(const std::string& text) {
    return command::parse_seconds(text) == std::uint64_t{0};
}

std::int64_t time_of_option(const std::string& text) {
    const auto time = command::parse_time(text);
    if (!time) {
        throw UsageError(
            "\"" + text + "\" is not a time; it is written M/D/YYYY H:MM:SS, with or without AM or PM.");
    }
    return *time;
}

void set_counters(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    set.counters.clear();
    std::ranges::transform(values, std::back_inserter(set.counters), command::meant_name);
}

std::optional<Texts> written_counters(const CollectorSet& set) {
    Texts counters;
    std::ranges::transform(set.counters, std::back_inserter(counters), command::listed_path);
    return counters.empty() ? std::nullopt : std::optional(counters);
}

void set_counter_file(CollectorSet& set, const Texts& values, const ReadFile& read_file) {
    set_counters(set, command::meaningful_lines(read_file(values.front())), read_file);
    if (set.counters.empty()) {
        throw UsageError("The file \"" + values.front() + "\" names no counters.");
    }
}

void set_format(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    set.is_circular = command::lower_case(values.front()) == "bincirc";
    const auto format = set.is_circular ? OutputFormat::bin : command::find_output_format(values.front());
    if (!format || *format == OutputFormat::html) {
        throw UsageError(
            "\"" + values.front() +
            "\" is not a format of a set; the formats are BIN, BINCIRC, CSV, TSV, SQL, JSON, LONG, "
            "INFLUX and OPENMETRICS.");
    }
    set.format = *format;
}

// An alert without a log has none.
std::optional<Texts> written_format(const CollectorSet& set) {
    const bool has_log = set.kind == SetKind::counter || !set.output.empty();
    return has_log ? std::optional(Texts{set.is_circular ? "bincirc" : command::name_of_format(set.format)})
                   : std::nullopt;
}

std::chrono::seconds interval_of(const std::string& text) {
    return seconds_of(text, "a sample interval");
}

std::optional<std::uint64_t> samples_of(const std::string& text) {
    return command::parse_number(text) == std::uint64_t{0}
               ? std::nullopt
               : std::optional(checked_number(command::parse_number(text), text, "a number of samples"));
}

// A set is started from anywhere, so that its file has absolute names.
std::string absolute_name(const std::string& name) {
    return std::filesystem::absolute(name).lexically_normal().string();
}

void set_output(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    const auto& name = values.front();
    if (command::is_database_log(name) && name.find('!') == std::string::npos) {
        set.output =
            name + '!' + set.name; // as Windows does, a set of logs without a name has that of the set
        return;
    }
    const bool is_short = set.format == OutputFormat::sql && name.find('!') != std::string::npos;
    set.output =
        is_short || command::is_database_log(name) ? command::database_log_name(name) : absolute_name(name);
}

void no_versioning(CollectorSet& set) {
    set.versioning = Versioning::none;
    set.has_usual_names = false;
}

void set_versioning(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    no_versioning(set);
    if (!values.empty() && values.front() == "none") { // of --v, in the file of a set
        return;
    }
    const auto form = values.empty() ? "nnnnnn" : command::one_of(values.front(), "nnnnnn", "mmddhhmm");
    set.versioning = form == "nnnnnn" ? Versioning::number : Versioning::date;
}

std::optional<Texts> written_versioning(const CollectorSet& set) {
    constexpr std::array names = {"none", "nnnnnn", "mmddhhmm"};
    return set.has_usual_names ? std::nullopt
                               : std::optional(Texts{names.at(static_cast<std::size_t>(set.versioning))});
}

void no_size(CollectorSet& set) {
    set.megabytes.reset();
    set.ends_when_full = false;
}

void set_size(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    constexpr std::uint64_t most = std::uint64_t{1} << 40U;
    if (command::parse_number(values.front()) == std::uint64_t{0}) {
        no_size(set);
        return;
    }
    set.ends_when_full = set.megabytes ? set.ends_when_full : !set.segment;
    set.megabytes =
        checked_number(command::parse_number(values.front()), values.front(), "a size in megabytes", most);
}

void set_segment(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    set.segment.reset();
    set.ends_when_full = false;
    if (!values.empty() && !is_no_limit(values.front())) {
        set.segment = seconds_of(values.front(), "the time of a file");
    }
}

void no_segment(CollectorSet& set) {
    set.segment.reset();
    set.ends_when_full = set.megabytes.has_value();
}

// Without a time, a new log begins at the size of -max.
std::optional<Texts> written_segment(const CollectorSet& set) {
    if (!set.segment && set.megabytes && !set.ends_when_full) {
        return Texts();
    }
    return written<&CollectorSet::segment>(set);
}

void set_run_time(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    if (is_no_limit(values.front())) {
        set.run_time.reset();
        return;
    }
    set.run_time = seconds_of(values.front(), "a time to run for");
    set.end.reset();
}

void set_end(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    set.end = time_of_option(values.front());
    set.run_time.reset();
}

void set_manual(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    for (const auto& value : values) {
        if (command::one_of(value, "start", "stop") == "start") {
            set.begin.reset();
        } else {
            set.end.reset();
            set.run_time.reset();
        }
    }
}

std::string program_path(const std::string& given, const std::string& option) {
    if (given.find('/') == std::string::npos) {
        throw UsageError(
            "\"" + given + "\" is not the path of a program: " + option + " needs one, without arguments.");
    }
    return absolute_name(given);
}

std::string command_of(const std::string& text) {
    return program_path(text, "-rc");
}

std::size_t most_commands_of(const std::string& text) {
    constexpr const char* what = "a number of programs from 1 to 1000";
    return static_cast<std::size_t>(checked_number(command::parse_number(text), text, what, 1000));
}

void set_user(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    if (values.size() > 2) {
        throw UsageError("-u takes the name of a user, and what Windows has behind it: a password, or *.");
    }
    set.user = values.front();
}

void set_thresholds(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    set.thresholds.clear();
    std::ranges::transform(values, std::back_inserter(set.thresholds), parse_threshold);
}

std::optional<Texts> written_thresholds(const CollectorSet& set) {
    Texts thresholds;
    std::ranges::transform(set.thresholds, std::back_inserter(thresholds), threshold_text);
    return thresholds.empty() ? std::nullopt : std::optional(thresholds);
}

void set_started_set(CollectorSet& set, const Texts& values, const ReadFile& /*read_file*/) {
    check_set_name(values.front());
    if (values.front() == set.name) {
        throw UsageError("-rdcs names the alert itself: it names the set that the alert starts.");
    }
    set.started_set = values.front();
}

std::string task_of(const std::string& text) {
    return program_path(text, "-tn");
}

void no_task(CollectorSet& set) {
    set.task.clear();
    set.task_arguments.clear();
}

std::string task_arguments_of(const std::string& text) {
    static_cast<void>(words_of(text));
    return text;
}

// They are applied in this order, whatever that of the command line is.
constexpr std::array all_options = {
    Row{{"c", many, "<path [path ...]>", "Counters.", "counters"}, {set_counters, nullptr, written_counters}},
    Row{{"cf", input, "<file>", "Counters in a file, one on each line; - is standard input.", "counters"},
        {set_counter_file}},
    Row{{"th", many, "<path>N [...]>",
            "Thresholds of an alert, as PATH>N or PATH<N. After a crossing there is\n"
            "not another one until a value is back by 5 % of N."},
        {set_thresholds, nullptr, written_thresholds}},
    Row{{"el", none, "", "Of an alert: report to the system's log, not to the set's messages."},
        flag<&CollectorSet::is_in_system_log>},
    Row{{"rdcs", one, "<name>", "Of an alert: start this set."},
        {set_started_set, reset<&CollectorSet::started_set>, written<&CollectorSet::started_set>}},
    Row{{"tn", one, "<program>", "Of an alert: run this program, with the arguments of -targ."},
        {set_to<&CollectorSet::task, task_of>, no_task, written<&CollectorSet::task>}},
    Row{{"targ", text, "<arguments>",
            "Arguments, with blanks between them; {name}, {date}, {counter},\n"
            "{threshold} and {value} are replaced. Default: as -rc has them."},
        value<&CollectorSet::task_arguments, task_arguments_of>},
    Row{{"f", one, "<BIN|BINCIRC|CSV|TSV|SQL|JSON|LONG|INFLUX|OPENMETRICS>",
            "Format of the log. Default: BIN. BINCIRC overwrites its oldest records.\n"
            "The last four have a line for each value."},
        {set_format, nullptr, written_format}},
    Row{{"o", one, "<file>",
            "Log, without or with its extension, or SQL:DSN!SET. An alert writes one\n"
            "only with an option of logs: -o, -f, -c, -max and the like."},
        {set_output, nullptr, written<&CollectorSet::output>}},
    Row{{"si", one, "<[[hh:]mm:]ss>", "Time between samples. Default: 15 seconds."},
        {set_to<&CollectorSet::interval, interval_of>, nullptr,
            [](const CollectorSet& set) { return std::optional(Texts{value_text(set.interval)}); }}},
    Row{{"sc", one, "<samples>",
            "Number of samples. Default: until it is stopped. 0 means no limit, as for\n"
            "-max, -cnf and -rf."},
        {set_to<&CollectorSet::samples, samples_of>, nullptr, written<&CollectorSet::samples>}},
    Row{{"a", none, "", "Append to a log that exists."}, flag<&CollectorSet::is_appended>},
    Row{{"ow", none, "", "Replace a log that exists."}, flag<&CollectorSet::is_overwritten>},
    Row{{"v", optional, "<nnnnnn|mmddhhmm>",
            "Add a number or the time to the name of each log. Default: a number,\n"
            "unless -a, -ow, BINCIRC or SQL keeps to one log; --v adds none."},
        {set_versioning, no_versioning, written_versioning}},
    Row{{"max", one, "<megabytes>",
            "End at this size; with -cnf, begin a new log. Of SQL: records of a run."},
        {set_size, no_size, written<&CollectorSet::megabytes>}},
    Row{{"cnf", optional, "[[[hh:]mm:]ss]",
            "Begin a new log after this time, or without one at the size of -max."},
        {set_segment, no_segment, written_segment}},
    // Before those that set again what it ends; its help is after them.
    Row{{"m", many}, {set_manual}},
    Row{{"b", time, "<M/d/yyyy h:mm:ss[AM|PM]>", "Begin at this time. Default: when it is started."},
        {set_to<&CollectorSet::begin, time_of_option>, nullptr, written_time<&CollectorSet::begin>}},
    Row{{"e", time, "<M/d/yyyy h:mm:ss[AM|PM]>", "End at this time.", "end"},
        {set_end, nullptr, written_time<&CollectorSet::end>}},
    Row{{"rf", one, "<[[hh:]mm:]ss>", "End after this time.", "end"},
        {set_run_time, reset<&CollectorSet::run_time>, written<&CollectorSet::run_time>}},
    Row{{"r", none, "", "Repeat that each day."}, flag<&CollectorSet::is_daily>},
    Row{{"", none, "-m <[start] [stop]>", "Begin, or end, by hand: without -b, or without -e and -rf."}},
    Row{{"rc", one, "<program>",
            "Run this program with the name of each finished log; of an alert, with\n"
            "the threshold, the counter and its value. No shell is involved."},
        value<&CollectorSet::command, command_of>},
    Row{{"rcmax", one, "<programs>", "Programs that run at once. Default: 8. Up to 1,000 more wait."},
        value<&CollectorSet::most_commands, most_commands_of>},
    Row{{"u", many, "<user> [password]",
            "User whose rights the programs of -rc and -tn get, if root runs the set.\n"
            "A password, or *, is not kept."},
        {set_user, reset<&CollectorSet::user>, written<&CollectorSet::user>}},
};

void check_output(const CollectorSet& set) {
    const bool is_database = set.format == OutputFormat::sql;
    if (std::ranges::find(set.counters, "") != set.counters.end()) {
        throw UsageError("A counter is empty.");
    }
    if (set.output.empty()) {
        throw UsageError("No output is given: -o names it.");
    }
    if (set.output.ends_with('/')) {
        throw UsageError("-o \"" + set.output + "\" is a folder; the name of a file goes behind it.");
    }
    if (is_database != command::is_database_log(set.output)) {
        throw UsageError(is_database ? "-f SQL needs an output SQL:DSN!SET." : "SQL:DSN!SET needs -f SQL.");
    }
    if (is_database && (set.output.starts_with("SQL:!") || set.output.ends_with('!'))) {
        throw UsageError("\"" + set.output + "\" lacks a name: an output is SQL:DSN!SET.");
    }
}

void check_files(const CollectorSet& set) {
    constexpr std::uint64_t most_of_circular = 4095;
    if (!set.is_circular) {
        return;
    }
    if (set.format != OutputFormat::bin) {
        throw UsageError("Only a binary log can be circular.");
    }
    if (set.megabytes.value_or(0) == 0 || *set.megabytes > most_of_circular) {
        throw UsageError("-f BINCIRC needs -max, up to 4095 megabytes.");
    }
}

void check_schedule(const CollectorSet& set) {
    if (set.begin && set.end && *set.end <= *set.begin) {
        throw UsageError("The end is not after the begin.");
    }
    if (set.is_daily && (!set.begin || (!set.end && !set.run_time))) {
        throw UsageError("-r needs the times of each day: -b, and -e or -rf.");
    }
}

} // namespace

std::span<const Row> set_options() {
    return all_options;
}

void apply_options(
    CollectorSet& set, const std::vector<command::GivenOption>& given, const ReadFile& read_file) {
    for (const auto& row : all_options) {
        for (const auto& one : given) {
            if (one.option == row.spec.name) {
                row.effect.apply(set, one.values, read_file);
            }
        }
    }
}

void check_set(const CollectorSet& set) {
    check_schedule(set);
    if (set.kind == SetKind::counter || !set.output.empty()) {
        check_output(set);
        check_files(set);
    }
    const bool acts =
        set.is_in_system_log || !set.started_set.empty() || !set.task.empty() || !set.task_arguments.empty();
    if (set.kind == SetKind::counter && (!set.thresholds.empty() || acts)) {
        throw UsageError("-th, -el, -rdcs, -tn and -targ are for alerts: logman create alert.");
    }
    if (set.task.empty() && !set.task_arguments.empty()) {
        throw UsageError("-targ has the arguments of the program of -tn, which is missing.");
    }
}

std::vector<std::string> leave_out_meaningless(CollectorSet& set) {
    Texts notes;
    const auto leave_out = [&notes](bool is_given, auto&& remove, const char* note) {
        if (is_given) {
            remove();
            notes.emplace_back(note);
        }
    };
    if (set.format == OutputFormat::sql) {
        leave_out(
            set.segment || (set.megabytes && !set.ends_when_full), [&] { no_segment(set); },
            "-cnf is left out: it is for files, not for a database.");
        leave_out(
            set.versioning != Versioning::none, [&] { set.versioning = Versioning::none; },
            "-v is left out: it is for files, not for a database.");
        leave_out(
            set.is_overwritten, [&] { set.is_overwritten = false; },
            "-ow is left out: records are added to those in a database.");
    }
    if (set.is_circular) {
        leave_out(
            set.segment || (set.megabytes && !set.ends_when_full), [&] { no_segment(set); },
            "-cnf is left out: a circular log is one file, which overwrites its oldest records.");
        leave_out(
            set.is_appended, [&] { set.is_appended = false; },
            "-a is left out: nothing can be appended to a circular log.");
    }
    leave_out(
        set.is_appended && set.is_overwritten, [&] { set.is_overwritten = false; },
        "-ow is left out: with -a, what a log has is kept.");
    return notes;
}

std::string what_is_missing(const CollectorSet& set) {
    const bool is_alert = set.kind == SetKind::alert;
    if (is_alert ? !set.thresholds.empty() : !set.counters.empty()) {
        return {};
    }
    return "The set \"" + set.name + "\" has no " + (is_alert ? "thresholds" : "counters") +
           ": logman update " + set.name + (is_alert ? " -th" : " -c") + " names them.";
}

bool has_files(const CollectorSet& set) {
    return !set.output.empty() && set.format != OutputFormat::sql;
}

bool has_programs(const CollectorSet& set) {
    return !set.command.empty() || !set.task.empty() || !set.started_set.empty();
}

std::vector<std::string> words_of(std::string_view text) {
    Texts words;
    bool is_in_word = false;
    bool is_quoted = false;
    for (const char c : text) {
        const bool is_end = c == ' ' && !is_quoted;
        if (!is_end && !is_in_word) {
            words.emplace_back();
        }
        is_in_word = !is_end;
        is_quoted = is_quoted != (c == '"');
        if (!is_end && c != '"') {
            words.back() += c;
        }
    }
    if (is_quoted) {
        throw UsageError("\"" + std::string(text) + "\" has a quote without an end.");
    }
    return words;
}

command::LogFiles logs_of(const CollectorSet& set) {
    command::LogFiles files = static_cast<const command::LogFiles&>(set);
    const bool has_one_name = files.versioning == Versioning::none && !files.is_appended &&
                              !files.is_overwritten && files.format != OutputFormat::sql;
    if (has_one_name && (set.is_daily || (set.has_usual_names && !files.is_circular))) {
        files.versioning = Versioning::number;
    }
    if (files.format == OutputFormat::sql) { // which RotatingLog would ask for the size of a file
        files.megabytes.reset();
        files.ends_when_full = false;
    }
    return files;
}

bool is_set_name(const std::string& name) {
    constexpr std::size_t longest = 200;
    const auto is_allowed = [](char c) {
        return c != '/' && c != '\\' && static_cast<unsigned char>(c) >= ' ' && c != '\x7F';
    };
    return !name.empty() && name.size() <= longest && name.front() != '.' &&
           std::ranges::all_of(name, is_allowed);
}

void check_set_name(const std::string& name) {
    if (!is_set_name(name)) {
        throw UsageError("\"" + name +
                         "\" is not the name of a set: it has 1 to 200 bytes, no slash, no backslash, "
                         "no control characters, and does not begin with a point.");
    }
}

Threshold parse_threshold(const std::string& text) {
    const auto sign = text.find_last_of("<>");
    Threshold threshold;
    const std::string number = sign == std::string::npos ? std::string() : text.substr(sign + 1);
    const auto first = number.find_first_not_of(' ');
    const char* const last = number.data() + number.size();
    const auto [end, error] =
        std::from_chars(number.data() + std::min(first, number.size()), last, threshold.limit);
    if (error != std::errc{} || end != last || !std::isfinite(threshold.limit) || sign == 0) {
        throw UsageError("\"" + text + "\" is not a threshold; it is written PATH>NUMBER or PATH<NUMBER.");
    }
    threshold.path = command::meant_name(text.substr(0, text.find_last_not_of(' ', sign - 1) + 1));
    if (threshold.path.empty()) {
        throw UsageError("\"" + text + "\" names no counter.");
    }
    threshold.is_upper = text[sign] == '>';
    return threshold;
}

std::string threshold_text(const Threshold& threshold) {
    std::array<char, 64> digits = {};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), threshold.limit);
    return command::listed_path(threshold.path) + (threshold.is_upper ? '>' : '<') +
           std::string(digits.data(), written.ptr);
}

} // namespace pdh_shim::tools::logman
