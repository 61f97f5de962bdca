// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/options.h"

#include "tools/command/numbers_and_times.h"
#include "tools/command/output_file.h"
#include "tools/command/paths.h"
#include "tools/command/text_file.h"
#include "tools/relog/average.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace pdh_shim::tools::relog {

namespace {

using command::flag;
using enum command::OptionValues;
using command::OutputFormat;
using command::parsed;
using command::ReadFile;
using command::Texts;
using command::ZonedTime;
using terminal::UsageError;
using Row = command::OptionRow<Options>;

void add_counters(Options& options, const Texts& counters, const ReadFile& /*read_file*/) {
    std::transform(
        counters.begin(), counters.end(), std::back_inserter(options.counters), command::meant_name);
}

void add_counter_file(Options& options, const Texts& values, const ReadFile& read_file) {
    const auto counters = command::meaningful_lines(read_file(values.front()));
    if (counters.empty()) {
        throw terminal::ProgramError(
            "The file \"" + values.front() + "\" names no counters.", terminal::ExitStatus::nothing);
    }
    options.lists_from_input = values.front() == "-";
    add_counters(options, counters, read_file);
}

std::uint64_t every_of(const std::string& text) {
    return command::checked_number(command::parse_number(text), text, "a number of records");
}

ZonedTime time_of(const std::string& text) {
    const auto time = command::parse_zoned_time(text);
    if (!time) {
        throw UsageError("\"" + text +
                         "\" is not a time; it is written M/D/YYYY H:MM:SS, with or without AM or PM, or "
                         "YYYY-MM-DDTHH:MM:SS.");
    }
    return *time;
}

// The records of a range, from the begin of one moment to the end of another: records have times of 100 ns,
// and what shows them has whole seconds or milliseconds.
template <auto Time, auto Bias, auto Moment>
constexpr command::OptionEffect<Options> range_end{
    [](Options& options, const Texts& values, const ReadFile& /*read_file*/) {
        const auto given = time_of(values.front());
        options.*Time = given.*Moment;
        options.*Bias = given.bias_minutes;
    }};

template <auto Time, auto Bias, auto Moment>
constexpr command::OptionEffect<Options> second_range_end{
    [](Options& options, const Texts& values, const ReadFile& /*read_file*/) {
        const auto given = time_of(values.front());
        auto& second = options.second ? *options.second : options.second.emplace();
        second.*Time = given.*Moment;
        second.*Bias = given.bias_minutes;
    }};

// By their modes.
constexpr std::array<std::string_view, 5> mode_options = {"", "-q", "-stats", "-compare", "-trend"};

std::string option_of(Mode mode) {
    return std::string(mode_options[static_cast<std::size_t>(mode)]);
}

// An option that says what is done with the logs.
template <Mode Chosen>
constexpr command::OptionEffect<Options> mode_option{
    [](Options& options, const Texts& /*values*/, const ReadFile& /*read_file*/) {
        if (options.mode != Mode::convert) {
            throw UsageError(option_of(std::min(options.mode, Chosen)) + " and " +
                             option_of(std::max(options.mode, Chosen)) + " exclude each other.");
        }
        options.mode = Chosen;
    }};

std::int64_t average_of(const std::string& text) {
    const auto interval = static_cast<std::uint64_t>(parse_interval(text).value_or(0));
    return static_cast<std::int64_t>(command::checked_number(
        interval, text, "an interval; it is written as 30s, 5m, 1h or 1d, up to a year"));
}

void set_top(Options& options, const Texts& values, const ReadFile& /*read_file*/) {
    const auto count = command::parse_number(values[0]);
    options.top = {
        command::checked_number(count, values[0], "a number of counters"), command::lower_case(values[1])};
}

std::string dates_of(const std::string& text) {
    return command::one_of(text, "mdy", "dmy");
}

std::string decimal_of(const std::string& text) {
    return command::one_of(text, "point", "comma");
}

constexpr std::string_view input_option = "i";
constexpr std::string_view counters_group = "counters";

constexpr std::array rows = {
    Row{{"", none, "What to read:"}},
    Row{{input_option, many}, {[](Options& options, const Texts& values, const ReadFile& /*read_file*/) {
            options.inputs = values;
        }}},
    Row{{"", none, "<filename [filename ...]>",
        "Read these logs: CSV, TSV or binary (.blg). Several binary logs are\n"
        "read as one. In names of files, * and ? stand for any characters.\n"
        "pcp:<archive or folder> are archives of Performance Co-Pilot; - is\n"
        "standard input. Logs may be compressed with gzip, xz, zstd or bzip2."}},
    Row{{"c", many, "<counter [...]>",
            R"(Only these counters, e.g. "\Processor(_Total)\% Processor Time".)"
            "\n"
            "* instead of an instance or counter means all of them. Default: all.",
            counters_group},
        {add_counters}},
    Row{{"cf", input, "<file>", "The same, from a file, one on each line; - is standard input.",
            counters_group},
        {add_counter_file}},
    Row{{"b", time, "<M/D/YYYY H:MM:SS>",
            "Only records from this time on, in the zone of the log; AM or PM may\n"
            "follow. 2026-11-22T09:00:00 is read too, also with a zone behind it."},
        range_end<&Options::begin, &Options::begin_bias, &ZonedTime::time>},
    Row{{"e", time, "<M/D/YYYY H:MM:SS>",
            "Only records up to this time, and all of its second or millisecond."},
        range_end<&Options::end, &Options::end_bias, &ZonedTime::last>},
    Row{{"encoding", one, "<name>",
            "Encoding of the names in a text log, e.g. CP932. Default: UTF-8, UTF-16\n"
            "with a byte order mark, or Windows-1252."},
        command::text<&Options::encoding>},
    Row{{"dates", one, "<mdy|dmy>",
            "Whether the month or the day comes first in a text log, where its\n"
            "times do not say it."},
        parsed<&Options::dates, dates_of>},
    Row{{"decimal", one, "<point|comma>", "The decimal sign of a text log, where its numbers do not say it."},
        parsed<&Options::decimal, decimal_of>},
    Row{{"missing", one, "<report|ignore>",
            "What happens with counters that no log has. Default: standard error\n"
            "names them, and the exit status is 3."},
        parsed<&Options::missing, command::parse_missing_policy>},
    Row{{"t", one, "<n>", "Only the first record and every nth after it."},
        parsed<&Options::every, every_of>},
    Row{{"tz", number, "<zone>",
            "The time zone of logs that do not say theirs: UTC, a name as\n"
            "Europe/Berlin, or minutes as in a log (480: UTC is 8 hours later)."},
        command::text<&Options::zone>},
    Row{{"", none, "What to write:"}},
    Row{{"o", input, "<file>",
            "Write to this file; - is standard output, and then all else goes to\n"
            "standard error. A new file without a dot in its name gets the extension\n"
            "of the format; .gz, .xz or .zst is compressed. Default: nothing, only a\n"
            "summary is shown."},
        command::text<&Options::output>},
    Row{{"f", one, "<CSV|TSV|BIN|SQL|HTML|JSON|LONG|INFLUX|OPENMETRICS>",
            "Format of the output. Default: BIN. HTML is a page of plots. The last\n"
            "four have a line for each value: JSON lines, CSV, the line protocol of\n"
            "InfluxDB, and the text that promtool reads."},
        command::text<&Options::format_name>},
    Row{{"epoch", none, "", "LONG has its times in milliseconds since 1970."}, flag<&Options::epoch>},
    Row{{"spreadsheet", none, "",
            "CSV, TSV and LONG have an apostrophe before texts that would be\n"
            "formulas in a spreadsheet."},
        flag<&Options::for_spreadsheets>},
    Row{{"raw", none, "", "JSON and LONG have the raw values too."}, flag<&Options::with_raw>},
    Row{{"a", none, "", "Append to a binary log that exists."}, flag<&Options::append>},
    Row{{"q", none, "",
            "List the counters of the logs, or those of -c, -b and -e, on the console\n"
            "or to the file of -o."},
        mode_option<Mode::list>},
    Row{{"average", one, "<interval>",
            "Write one record for each interval, e.g. 30s, 5m or 1h: the means of\n"
            "values, and rates over the whole interval. Needs -f CSV, TSV or\n"
            "HTML."},
        parsed<&Options::average, average_of>},
    Row{{"stats", none, "",
            "Show statistics of each counter: samples, lowest, mean, highest and\n"
            "last value, percentiles, standard deviation and times."},
        mode_option<Mode::stats>},
    Row{{"compare", none, "",
            "Show how much each counter differs in two logs, or in two ranges of\n"
            "one."},
        mode_option<Mode::compare>},
    Row{{"b2", time, "<M/D/YYYY H:MM:SS>",
            "Of -compare, only records of the second log from this time on; -b and\n"
            "-e are the range of the first."},
        second_range_end<&TimeRange::begin, &TimeRange::begin_bias, &ZonedTime::time>},
    Row{{"e2", time, "<M/D/YYYY H:MM:SS>", "The same, only records up to this time."},
        second_range_end<&TimeRange::end, &TimeRange::end_bias, &ZonedTime::last>},
    Row{{"trend", none, "", "Show how much each counter grows in an hour."}, mode_option<Mode::trend>},
    Row{{"top", two, "<n> <column>",
            "Of these, only the n counters with the highest values in a column. With\n"
            "-f CSV or JSON they are for programs; -o <file> writes them to a file."},
        {set_top}},
    Row{{"v", none, "",
            "Name all counters that are left out, not only the first ten; show those\n"
            "of -compare and -trend that have little change or few samples, too."},
        flag<&Options::verbose>},
    Row{{"y", none, "", "Answer all questions with yes."}, flag<&Options::yes_to_all>},
    Row{{"", none, "Options:"}},
    Row{{command::settings_option, input, "<file>",
        "Read more options from a file: a line [option],\n"
        "then a line for each of its values; [i] has the logs.",
        {}, false}},
    Row{{"", none, "--", "All arguments after this are logs."}},
};

constexpr std::string_view usage = R"(
Relog reads performance logs, and writes their records to a log of any format.

Usage:
  relog <filename [filename ...]> [options])";

constexpr std::string_view notes = R"(
Options may begin with / instead of -, before or after the logs.

Standard output has the summary or the list; warnings and errors go to standard error. Started as
relog.exe, as programs for Windows do, it writes all to standard output, ends lines with CR and LF,
and does not report missing counters.)";

constexpr std::string_view examples = R"x(
Examples:
  relog server.blg
  relog server.blg -q
  relog server.blg -f CSV -o server.csv
  relog server.blg -stats -top 10 p95
  relog monday.blg tuesday.blg -compare
  relog "monday*.blg" -c "\Processor(*)\% Processor Time" -t 10 -o processors.blg
  relog server.blg -c "\Processor(*)\*" -f JSON -o - | grep _Total
  ssh server cat server.blg.xz | relog - -q
  relog server.blg -b "11/22/2026 9:00:00AM" -e "11/22/2026 10:00:00AM" -f HTML -o morning.html)x";

const command::Grammar& grammar() {
    static const auto grammar = command::grammar_of({"relog", input_option, true, {}, 'o'}, rows);
    return grammar;
}

bool has_result(Mode mode) {
    return mode == Mode::stats || mode == Mode::compare || mode == Mode::trend;
}

ResultFormat parse_result_format(const std::string& name) {
    const auto wanted = command::lower_case(name);
    if (wanted.empty()) {
        return ResultFormat::table;
    }
    if (wanted != "csv" && wanted != "json") {
        throw UsageError("\"" + name +
                         "\" is not a format of a result; the formats are CSV and JSON, without -f "
                         "it is a table.");
    }
    return wanted == "csv" ? ResultFormat::csv : ResultFormat::json;
}

// What -f means depends on the other options.
void choose_format(Options& options) {
    if (has_result(options.mode)) {
        options.result = parse_result_format(options.format_name);
    } else if (!options.format_name.empty()) {
        options.format = command::parse_output_format(options.format_name);
    }
}

// There are two logs, or two ranges of one.
void check_comparison(const Options& options) {
    if (options.mode != Mode::compare) {
        if (options.second) {
            throw UsageError("-b2 and -e2 are options of -compare.");
        }
        return;
    }
    if (options.inputs.size() > 2 || (options.inputs.size() == 1 && !options.second)) {
        throw UsageError("-compare needs two logs, or one and -b2 or -e2, the second range of time.");
    }
    const bool is_local = options.second && !options.second->begin_bias && !options.second->end_bias;
    if (is_local && options.second->end < options.second->begin) {
        throw UsageError("The end of the second range is before its begin.");
    }
}

// A value of an interval is not a raw sample, which these formats need.
void check_average(const Options& options) {
    const bool has_values = options.format == OutputFormat::csv || options.format == OutputFormat::tsv ||
                            options.format == OutputFormat::html;
    if (options.average == 0) {
        return;
    }
    if (options.mode != Mode::convert || options.every != 1) {
        throw UsageError("-average excludes -t, -q, -stats, -compare and -trend.");
    }
    if (!has_values || options.output.empty()) {
        throw UsageError(
            "-average writes values, not raw samples: choose CSV, TSV or HTML with -f, and a file "
            "with -o.");
    }
}

void check_result(const Options& options) {
    check_comparison(options);
    check_average(options);
    if (!has_result(options.mode) && options.top.count > 0) {
        throw UsageError("-top is an option of -stats, -compare and -trend.");
    }
    if (has_result(options.mode) && options.append) {
        throw UsageError("-a appends only to binary logs.");
    }
    if (has_result(options.mode) && (options.with_raw || options.epoch)) {
        throw UsageError(option_of(options.mode) + " has no " + (options.with_raw ? "-raw." : "-epoch."));
    }
}

// What is chosen has to have an effect.
void check_choice(const Options& options) {
    if (options.mode == Mode::list && options.every != 1) {
        throw UsageError("-q has no -t.");
    }
    if (options.mode == Mode::convert && options.output.empty() &&
        (!options.counters.empty() || options.has_range() || options.every != 1)) {
        throw UsageError(
            "-c, -cf, -b, -e and -t choose what is written or listed: -o FILE names the output, and -q "
            "lists the counters.");
    }
}

void check(const Options& options) {
    check_result(options);
    if (options.inputs.empty()) {
        throw UsageError("No input file is given; relog -? shows how.");
    }
    if (options.append && options.format != OutputFormat::bin && options.format != OutputFormat::sql) {
        throw UsageError("-a appends only to binary logs.");
    }
    if (options.append &&
        (command::is_standard_output(options.output) || streams::is_compressed_name(options.output))) {
        throw UsageError("-a appends to a file that is not compressed.");
    }
    if (std::count(options.inputs.begin(), options.inputs.end(), "-") + (options.lists_from_input ? 1 : 0) >
        1) {
        throw UsageError("Standard input is given more than once.");
    }
    command::check_format_options(options.format, options.with_raw, options.epoch, options.for_spreadsheets);
    if (!options.begin_bias && !options.end_bias && options.end < options.begin) {
        throw UsageError("The end is before the begin.");
    }
    check_choice(options);
}

} // namespace

Options parse_options(const Texts& arguments, const ReadFile& read_file) {
    Options options;
    if (command::parse_by_rows(grammar(), rows, arguments, read_file, options)) {
        choose_format(options);
        check(options);
    }
    return options;
}

Texts help_lines() {
    using terminal::ExitStatus;
    return command::help_lines(
        grammar(), {usage, notes,
                       {ExitStatus::done, ExitStatus::cannot, ExitStatus::usage, ExitStatus::losses,
                           ExitStatus::nothing, ExitStatus::interrupted},
                       examples});
}

} // namespace pdh_shim::tools::relog
