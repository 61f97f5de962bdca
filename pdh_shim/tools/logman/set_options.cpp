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
    set.samples = number_of(values.front(), UINT64_MAX, "a number of samples");
}

// A set is started from anywhere, so that its file has absolute names.
std::string absolute_name(const std::string& name) {
    return std::filesystem::absolute(name).lexically_normal().string();
}

void set_output(CollectorSet& set, const Texts& values, const ReadFile&) {
    const auto& name = values.front();
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

void set_size(CollectorSet& set, const Texts& values, const ReadFile&) {
    constexpr std::uint64_t most = std::uint64_t{1} << 40U;
    set.ends_when_full = set.megabytes ? set.ends_when_full : !set.segment;
    set.megabytes = number_of(values.front(), most, "a size in megabytes");
}

void no_size(CollectorSet& set) {
    set.megabytes.reset();
    set.ends_when_full = false;
}

void set_segment(CollectorSet& set, const Texts& values, const ReadFile&) {
    set.segment.reset();
    set.ends_when_full = false;
    if (!values.empty() && values.front() != "0") {
        set.segment = seconds_of(values.front(), "the time of a file");
    } else if (!set.megabytes) {
        throw UsageError("-cnf without a time, or with 0, needs -max: a new file begins at that size.");
    }
}

void no_segment(CollectorSet& set) {
    set.segment.reset();
    set.ends_when_full = set.megabytes.has_value();
}

void set_run_time(CollectorSet& set, const Texts& values, const ReadFile&) {
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

void set_command(CollectorSet& set, const Texts& values, const ReadFile&) {
    if (values.front().find('/') == std::string::npos) {
        throw UsageError(
            "\"" + values.front() + "\" is not the path of a program: -rc needs one, without arguments.");
    }
    set.command = absolute_name(values.front());
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
    if (values.size() > 1) {
        throw UsageError("-u takes a name only: no password is stored or needed here.");
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
};

void check_output(const CollectorSet& set) {
    const bool is_database = set.format == OutputFormat::sql;
    if (set.counters.empty()) {
        throw UsageError("No counters are given: -c or -cf names them.");
    }
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
    if (is_database && (set.megabytes || set.segment || set.versioning != Versioning::none)) {
        throw UsageError("-max, -cnf and -v are for files, not for a database.");
    }
    if (set.is_appended && set.is_overwritten) {
        throw UsageError("-a and -ow cannot be combined.");
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
    if (set.segment || set.is_appended) {
        throw UsageError("-f BINCIRC keeps one file: -cnf and -a do not go with it.");
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
    if (set.kind == SetKind::counter) {
        check_output(set);
        check_files(set);
        if (!set.thresholds.empty()) {
            throw UsageError("-th is for alerts: logman create alert.");
        }
        return;
    }
    if (set.thresholds.empty() || set.command.empty()) {
        throw UsageError("An alert needs -th \"PATH>N\", and -rc with the program that it runs.");
    }
    if (!set.counters.empty() || !set.output.empty()) {
        throw UsageError("An alert writes no log: -c, -cf and -o do not go with it.");
    }
    if (static_cast<const command::LogFiles&>(set) != command::LogFiles()) {
        throw UsageError("An alert writes no log: -f, -v, -a, -ow, -max and -cnf do not go with it.");
    }
}

command::LogFiles logs_of(const CollectorSet& set) {
    command::LogFiles files = static_cast<const command::LogFiles&>(set);
    const bool has_one_name = files.versioning == Versioning::none && !files.is_appended &&
                              !files.is_overwritten && files.format != OutputFormat::sql;
    if (has_one_name && (set.is_daily || (set.has_usual_names && !files.is_circular))) {
        files.versioning = Versioning::number;
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
