// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/typeperf/options.h"

#include "tools/command/numbers_and_times.h"
#include "tools/command/output_file.h"
#include "tools/command/paths.h"
#include "tools/command/text_file.h"
#include "tools/streams/output_compression.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace pdh_shim::tools::typeperf {

namespace {

using command::checked_number;
using command::flag;
using enum command::OptionValues;
using command::parsed;
using command::ReadFile;
using command::Texts;
using terminal::UsageError;
using Row = command::OptionRow<Options>;

constexpr const char* cannot_combine = "Counters to sample, -q and -qx cannot be combined.";

// -q or -qx.
template <Mode Chosen>
constexpr command::OptionEffect<Options> list_option{
    [](Options& options, const Texts& values, const ReadFile& /*read_file*/) {
        if (options.mode != Mode::sample || options.browse || !options.counters.empty()) {
            throw UsageError(cannot_combine);
        }
        options.mode = Chosen;
        options.object = values.empty() ? std::string() : command::meant_name(values.front());
    }};

void add_counters(Options& options, const Texts& counters, const ReadFile& /*read_file*/) {
    if (options.mode != Mode::sample) {
        throw UsageError(cannot_combine);
    }
    std::transform(
        counters.begin(), counters.end(), std::back_inserter(options.counters), command::meant_name);
}

void browse(Options& options, const Texts& values, const ReadFile& read_file) {
    add_counters(options, values, read_file);
    options.browse = true;
}

void add_counter_file(Options& options, const Texts& values, const ReadFile& read_file) {
    add_counters(options, command::meaningful_lines(read_file(values.front())), read_file);
}

std::chrono::milliseconds interval_of(const std::string& text) {
    return std::chrono::milliseconds(checked_number(
        command::parse_milliseconds(text), text, "a sample interval; it is written [[hh:]mm:]ss[.fff]"));
}

std::uint64_t samples_of(const std::string& text) {
    return checked_number(command::parse_number(text), text, "a number of samples");
}

std::uint64_t megabytes_of(const std::string& text) {
    return checked_number(command::parse_number(text), text, "a size in megabytes", std::uint64_t{1} << 40U);
}

std::chrono::seconds segment_of(const std::string& text) {
    return std::chrono::seconds(
        checked_number(command::parse_seconds(text), text, "the time of a file; it is written [[hh:]mm:]ss"));
}

std::string computer_of_option(const std::string& text) {
    const auto name = command::meant_name(text);
    auto computer = name.substr(std::min(name.find_first_not_of('\\'), name.size()));
    if (computer.empty()) {
        throw UsageError("\"" + name + "\" is not the name of a computer.");
    }
    return computer;
}

// Options that say what to do: one of the command line replaces all of the settings.
constexpr std::string_view what_to_do = "what to do";
constexpr std::string_view counter_option = "c";

constexpr std::array rows = {
    Row{{"", none, "What to do:"}},
    Row{{"", none, "<counter [counter ...]>",
        R"(Sample these counters, e.g. "\Processor(_Total)\% Processor Time".)"
        "\n"
        "* instead of an instance or counter means all of them."}},
    Row{{counter_option, many, "<counter [...]>", "The same.", what_to_do}, {add_counters}},
    Row{{"b", none, "", "Choose the counters in a dialog.", what_to_do}, {browse}},
    Row{{"cf", input, "<file>", "Sample the counters in a file, one on each line; - is standard input.",
            what_to_do},
        {add_counter_file}},
    Row{{"q", optional, "[object]", "List the counters of an object, or of all objects.", what_to_do},
        list_option<Mode::list_counters>},
    Row{{"qx", optional, "[object]", "The same, with each instance.", what_to_do},
        list_option<Mode::list_instances>},
    Row{{"", none, "Options:"}},
    Row{{"f", one, "<CSV|TSV|BIN|SQL|HTML|JSON|LONG|INFLUX|OPENMETRICS>",
            "Format of the output. Default: CSV. HTML is a page of plots. The last\n"
            "four have a line for each value: JSON lines, CSV, the line protocol of\n"
            "InfluxDB, and the text that promtool reads."},
        parsed<&Options::format, command::parse_output_format>},
    Row{{"epoch", none, "", "LONG has its times in milliseconds since 1970."}, flag<&Options::epoch>},
    Row{{"spreadsheet", none, "",
            "CSV, TSV and LONG have an apostrophe before texts that would be\n"
            "formulas in a spreadsheet."},
        flag<&Options::for_spreadsheets>},
    Row{{"raw", none, "", "JSON and LONG have the raw values too."}, flag<&Options::with_raw>},
    Row{{"si", one, "<[[hh:]mm:]ss[.fff]>", "Time between samples. Default: 1 second."},
        parsed<&Options::interval, interval_of>},
    Row{{"sc", one, "<samples>", "Number of samples. Default: until Ctrl+C."},
        parsed<&Options::samples, samples_of>},
    Row{{"o", input, "<file>",
            "Write to this file; - is standard output, with the same bytes as a\n"
            "file. A name that ends in .gz, .xz or .zst is compressed. Default: the\n"
            "console."},
        command::text<&Options::output>},
    Row{{"max", one, "<megabytes>", "Begin a new file of -o at this size, with a number in its name."},
        parsed<&Options::megabytes, megabytes_of>},
    Row{{"cnf", one, "<[[hh:]mm:]ss>", "The same after this time."}, parsed<&Options::segment, segment_of>},
    Row{{"capture", one, "<file>",
            "Write the raw values to this file too; PDH_SHIM_SOURCE=perfdata:<file>\n"
            "replays them."},
        command::text<&Options::capture>},
    Row{{"missing", one, "<report|ignore>",
            "Counters that do not exist are left out. Default: they are reported on\n"
            "standard error, and the exit status is 3."},
        parsed<&Options::missing, command::parse_missing_policy>},
    Row{{"s", one, "<computer>", "Computer of counters that name none. Default: this one."},
        parsed<&Options::computer, computer_of_option>},
    Row{{"v", none, "", "Name all counters that are left out, not only the first ten."},
        flag<&Options::verbose>},
    Row{{"y", none, "", "Answer all questions with yes."}, flag<&Options::yes_to_all>},
    Row{{command::settings_option, input, "<file>",
        "Read more options from a file: a line [option],\n"
        "then a line for its value.",
        {}, false}},
    Row{{"", none, "--", "All arguments after this are counters."}},
};

constexpr std::string_view usage = R"(
TypePerf writes the values of performance counters to the console or to a file.

Usage:
  typeperf { <counter [counter ...]> | -b | -cf <file> | -q [object] | -qx [object] } [options])";

constexpr std::string_view notes = R"(
Options may begin with / instead of -, before or after the counters.
Names with control characters use the quoting of the shell: $'...'.

Standard output has the values or the list; all other lines go to standard error. Started as
TypePerf or typeperf.exe, as programs for Windows do, it writes everything to standard output,
ends lines with CR and LF, and does not report missing counters. Lines in files always end with
CR and LF. SIGHUP makes it open a text file or binary log of -o again, after logrotate moved it.)";

constexpr std::string_view examples = R"x(
Examples:
  typeperf "\Processor(_Total)\% Processor Time"
  typeperf -b -si 5 -o chosen.csv
  typeperf -cf counters.txt -si 5 -sc 50 -f TSV -o counters.tsv
  typeperf -qx PhysicalDisk -o counters.txt)x";

const command::Grammar& grammar() {
    static const auto grammar = command::grammar_of({"typeperf", counter_option, false, {}}, rows);
    return grammar;
}

void check(Options& options) {
    using command::OutputFormat;
    const bool is_text = options.format == OutputFormat::csv || options.format == OutputFormat::tsv;
    if (options.mode == Mode::sample && command::has_line_for_each_value(options.format) &&
        options.output.empty()) {
        options.output = "-";
    }
    if (options.mode == Mode::sample && !is_text && options.output.empty()) {
        throw UsageError("This format needs a file: -o names it.");
    }
    command::check_format_options(options.format, options.with_raw, options.epoch, options.for_spreadsheets);
}

void check_several_files(const Options& options) {
    using command::OutputFormat;
    if (!options.megabytes && !options.segment) {
        return;
    }
    const bool is_log = options.format != OutputFormat::sql && options.format != OutputFormat::html;
    if (!is_log || options.output.empty() || command::is_standard_output(options.output) ||
        streams::is_compressed_name(options.output)) {
        throw UsageError(
            "-max and -cnf need a file of -o that is not compressed, in another format than SQL and HTML.");
    }
    if (!options.capture.empty()) {
        throw UsageError("-capture writes one file: -max and -cnf do not go with it.");
    }
}

} // namespace

Options parse_options(const Texts& arguments, const ReadFile& read_file) {
    Options options;
    const auto all = command::parse_by_rows(grammar(), rows, arguments, read_file, options);
    if (!all) {
        return options;
    }
    if (std::none_of(all->begin(), all->end(), [&](const command::GivenOption& given) {
            return command::spec_of(grammar(), given.option).group == what_to_do;
        })) {
        throw UsageError("No counters are given; typeperf -? shows how.");
    }
    check(options);
    check_several_files(options);
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

} // namespace pdh_shim::tools::typeperf
