// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/set_options.h"

#include "tools/command/paths.h"
#include "tools/command/text_file.h"
#include "tools/command/times.h"
#include "tools/terminal/program_error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>

namespace pdh_shim::tools::logman {

namespace {

using command::OptionValues;
using command::OutputFormat;
using command::ReadFile;
using terminal::UsageError;
using Texts = std::vector<std::string>;

std::uint64_t number_of(const std::string& text, std::uint64_t most, const std::string& what) {
    const auto number = command::parse_number(text);
    if (number.value_or(0) == 0 || *number > most) {
        throw UsageError("\"" + text + "\" is not " + what + ".");
    }
    return *number;
}

std::chrono::seconds seconds_of(const std::string& text, const std::string& what) {
    const auto seconds = command::parse_seconds(text);
    if (seconds.value_or(0) == 0) {
        throw UsageError("\"" + text + "\" is not " + what + "; it is written [[hh:]mm:]ss.");
    }
    return std::chrono::seconds(*seconds);
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

void set_counters(CollectorSet& set, const Texts& values, const ReadFile&) {
    set.counters.clear();
    std::ranges::transform(values, std::back_inserter(set.counters), command::meant_name);
}

void set_counter_file(CollectorSet& set, const Texts& values, const ReadFile& read_file) {
    set_counters(set, command::meaningful_lines(read_file(values.front())), read_file);
    if (set.counters.empty()) {
        throw UsageError("The file \"" + values.front() + "\" names no counters.");
    }
}

void set_format(CollectorSet& set, const Texts& values, const ReadFile&) {
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

void set_interval(CollectorSet& set, const Texts& values, const ReadFile&) {
    set.interval = seconds_of(values.front(), "a sample interval");
}

void set_samples(CollectorSet& set, const Texts& values, const ReadFile&) {
    if (set.samples.reset(); command::parse_number(values.front()) != std::uint64_t{0}) {
        set.samples = number_of(values.front(), UINT64_MAX, "a number of samples");
    }
}

// A set is started from anywhere, so that its file has absolute names.
std::string absolute_name(const std::string& name) {
    return std::filesystem::absolute(name).lexically_normal().string();
}

void set_output(CollectorSet& set, const Texts& values, const ReadFile&) {
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

void set_append(CollectorSet& set, const Texts&, const ReadFile&) {
    set.is_appended = true;
}

void no_append(CollectorSet& set) {
    set.is_appended = false;
}

void set_overwrite(CollectorSet& set, const Texts&, const ReadFile&) {
    set.is_overwritten = true;
}

void no_overwrite(CollectorSet& set) {
    set.is_overwritten = false;
}

void no_versioning(CollectorSet& set) {
    set.versioning = Versioning::none;
    set.has_usual_names = false;
}

void set_versioning(CollectorSet& set, const Texts& values, const ReadFile&) {
    no_versioning(set);
    if (!values.empty() && values.front() == "none") { // of --v, in the file of a set
        return;
    }
    const auto form = values.empty() ? "nnnnnn" : command::one_of(values.front(), "nnnnnn", "mmddhhmm");
    set.versioning = form == "nnnnnn" ? Versioning::number : Versioning::date;
}

void no_size(CollectorSet& set) {
    set.megabytes.reset();
    set.ends_when_full = false;
}

void set_size(CollectorSet& set, const Texts& values, const ReadFile&) {
    constexpr std::uint64_t most = std::uint64_t{1} << 40U;
    if (command::parse_number(values.front()) == std::uint64_t{0}) {
        no_size(set);
        return;
    }
    set.ends_when_full = set.megabytes ? set.ends_when_full : !set.segment;
    set.megabytes = number_of(values.front(), most, "a size in megabytes");
}

void set_segment(CollectorSet& set, const Texts& values, const ReadFile&) {
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

void set_run_time(CollectorSet& set, const Texts& values, const ReadFile&) {
    if (is_no_limit(values.front())) {
        set.run_time.reset();
        return;
    }
    set.run_time = seconds_of(values.front(), "a time to run for");
    set.end.reset();
}

void no_run_time(CollectorSet& set) {
    set.run_time.reset();
}

void set_begin(CollectorSet& set, const Texts& values, const ReadFile&) {
    set.begin = time_of_option(values.front());
}

void set_end(CollectorSet& set, const Texts& values, const ReadFile&) {
    set.end = time_of_option(values.front());
    set.run_time.reset();
}

void set_manual(CollectorSet& set, const Texts& values, const ReadFile&) {
    for (const auto& value : values) {
        if (command::one_of(value, "start", "stop") == "start") {
            set.begin.reset();
        } else {
            set.end.reset();
            set.run_time.reset();
        }
    }
}

void set_daily(CollectorSet& set, const Texts&, const ReadFile&) {
    set.is_daily = true;
}

void no_daily(CollectorSet& set) {
    set.is_daily = false;
}

std::string program_path(const std::string& given, const std::string& option) {
    if (given.find('/') == std::string::npos) {
        throw UsageError(
            "\"" + given + "\" is not the path of a program: " + option + " needs one, without arguments.");
    }
    return absolute_name(given);
}

void set_command(CollectorSet& set, const Texts& values, const ReadFile&) {
    set.command = program_path(values.front(), "-rc");
}

void no_command(CollectorSet& set) {
    set.command.clear();
}

void set_most_commands(CollectorSet& set, const Texts& values, const ReadFile&) {
    constexpr std::uint64_t most = 1000;
    set.most_commands =
        static_cast<std::size_t>(number_of(values.front(), most, "a number of programs from 1 to 1000"));
}

void default_most_commands(CollectorSet& set) {
    set.most_commands = CollectorSet().most_commands;
}

void set_user(CollectorSet& set, const Texts& values, const ReadFile&) {
    if (values.size() > 2) {
        throw UsageError("-u takes the name of a user, and what Windows has behind it: a password, or *.");
    }
    set.user = values.front();
}

void no_user(CollectorSet& set) {
    set.user.clear();
}

void set_thresholds(CollectorSet& set, const Texts& values, const ReadFile&) {
    set.thresholds.clear();
    std::ranges::transform(values, std::back_inserter(set.thresholds), parse_threshold);
}

void set_system_log(CollectorSet& set, const Texts&, const ReadFile&) {
    set.is_in_system_log = true;
}

void no_system_log(CollectorSet& set) {
    set.is_in_system_log = false;
}

void set_started_set(CollectorSet& set, const Texts& values, const ReadFile&) {
    check_set_name(values.front());
    if (values.front() == set.name) {
        throw UsageError("-rdcs names the alert itself: it names the set that the alert starts.");
    }
    set.started_set = values.front();
}

void no_started_set(CollectorSet& set) {
    set.started_set.clear();
}

void set_task(CollectorSet& set, const Texts& values, const ReadFile&) {
    set.task = program_path(values.front(), "-tn");
}

void no_task(CollectorSet& set) {
    set.task.clear();
    set.task_arguments.clear();
}

void set_task_arguments(CollectorSet& set, const Texts& values, const ReadFile&) {
    static_cast<void>(words_of(values.front()));
    set.task_arguments = values.front();
}

void no_task_arguments(CollectorSet& set) {
    set.task_arguments.clear();
}

constexpr std::array all_options = {
    SetOption{{"c", OptionValues::many, "counters"}, set_counters},
    SetOption{{"cf", OptionValues::input, "counters"}, set_counter_file},
    SetOption{{"th", OptionValues::many}, set_thresholds},
    SetOption{{"f", OptionValues::one}, set_format},
    SetOption{{"si", OptionValues::one}, set_interval},
    SetOption{{"sc", OptionValues::one}, set_samples},
    SetOption{{"o", OptionValues::one}, set_output},
    SetOption{{"a", OptionValues::none}, set_append, no_append},
    SetOption{{"ow", OptionValues::none}, set_overwrite, no_overwrite},
    SetOption{{"v", OptionValues::optional}, set_versioning, no_versioning},
    SetOption{{"max", OptionValues::one}, set_size, no_size},
    SetOption{{"cnf", OptionValues::optional}, set_segment, no_segment},
    SetOption{{"m", OptionValues::many}, set_manual},
    SetOption{{"b", OptionValues::time}, set_begin},
    SetOption{{"e", OptionValues::time, "end"}, set_end},
    SetOption{{"rf", OptionValues::one, "end"}, set_run_time, no_run_time},
    SetOption{{"r", OptionValues::none}, set_daily, no_daily},
    SetOption{{"rc", OptionValues::one}, set_command, no_command},
    SetOption{{"rcmax", OptionValues::one}, set_most_commands, default_most_commands},
    SetOption{{"u", OptionValues::many}, set_user, no_user},
    SetOption{{"el", OptionValues::none}, set_system_log, no_system_log},
    SetOption{{"rdcs", OptionValues::one}, set_started_set, no_started_set},
    SetOption{{"tn", OptionValues::one}, set_task, no_task},
    SetOption{{"targ", OptionValues::text}, set_task_arguments, no_task_arguments},
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

std::span<const SetOption> set_options() {
    return all_options;
}

void apply_options(
    CollectorSet& set, const std::vector<command::GivenOption>& given, const ReadFile& read_file) {
    // In the order of the table, whatever that of the command line is.
    for (const auto& option : all_options) {
        for (const auto& one : given) {
            if (one.option == option.spec.name) {
                option.apply(set, one.values, read_file);
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
            set.is_overwritten, [&] { no_overwrite(set); },
            "-ow is left out: records are added to those in a database.");
    }
    if (set.is_circular) {
        leave_out(
            set.segment || (set.megabytes && !set.ends_when_full), [&] { no_segment(set); },
            "-cnf is left out: a circular log is one file, which overwrites its oldest records.");
        leave_out(
            set.is_appended, [&] { no_append(set); },
            "-a is left out: nothing can be appended to a circular log.");
    }
    leave_out(
        set.is_appended && set.is_overwritten, [&] { no_overwrite(set); },
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
