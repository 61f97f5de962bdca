// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/options.h"

#include "tools/command/output_file.h"
#include "tools/command/paths.h"
#include "tools/command/text_file.h"
#include "tools/command/times.h"
#include "tools/relog/averager.h"
#include "tools/terminal/program_error.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace pdh_shim::tools::relog {

namespace {

using command::OptionValues;
using command::OutputFormat;
using command::ReadFile;
using terminal::UsageError;
using OptionRule = command::OptionRule<Options>;
using Texts = std::vector<std::string>;

void set_inputs(Options& options, const Texts& values, const ReadFile&) {
    options.inputs = values;
}

void add_counters(Options& options, const Texts& counters) {
    std::transform(
        counters.begin(), counters.end(), std::back_inserter(options.counters), command::meant_name);
}

void set_counters(Options& options, const Texts& values, const ReadFile&) {
    add_counters(options, values);
}

void set_counter_file(Options& options, const Texts& values, const ReadFile& read_file) {
    const auto counters = command::meaningful_lines(read_file(values.front()));
    if (counters.empty()) {
        throw terminal::ProgramError(
            "The file \"" + values.front() + "\" names no counters.", terminal::ExitStatus::nothing);
    }
    options.lists_from_input = values.front() == "-";
    add_counters(options, counters);
}

void set_format(Options& options, const Texts& values, const ReadFile&) {
    options.format_name = values.front();
}

void set_every(Options& options, const Texts& values, const ReadFile&) {
    options.every = command::parse_number(values.front()).value_or(0);
    if (options.every == 0) {
        throw UsageError("\"" + values.front() + "\" is not a number of records.");
    }
}

void set_output(Options& options, const Texts& values, const ReadFile&) {
    options.output = values.front();
}

command::ZonedTime time_of(const std::string& text) {
    const auto time = command::parse_zoned_time(text);
    if (!time) {
        throw UsageError("\"" + text +
                         "\" is not a time; it is written M/D/YYYY H:MM:SS, with or without AM or PM, or "
                         "YYYY-MM-DDTHH:MM:SS.");
    }
    return *time;
}

void set_begin(Options& options, const Texts& values, const ReadFile&) {
    const auto given = time_of(values.front());
    options.begin = given.time;
    options.begin_bias = given.bias_minutes;
}

void set_end(Options& options, const Texts& values, const ReadFile&) {
    const auto given = time_of(values.front());
    options.end = given.time;
    options.end_bias = given.bias_minutes;
}

// The options that say what is done with the logs.
struct ModeOption {
    Mode mode;
    std::string_view option;
};

constexpr std::array mode_options = {
    ModeOption{Mode::list, "-q"},
    ModeOption{Mode::stats, "-stats"},
    ModeOption{Mode::compare, "-compare"},
    ModeOption{Mode::trend, "-trend"},
};

std::string_view option_of(Mode mode) {
    return std::find_if(mode_options.begin(), mode_options.end(), [&](const ModeOption& each) {
        return each.mode == mode;
    })->option;
}

void set_mode(Options& options, Mode mode) {
    if (options.mode != Mode::convert) {
        throw UsageError(std::string(option_of(std::min(options.mode, mode))) + " and " +
                         std::string(option_of(std::max(options.mode, mode))) + " exclude each other.");
    }
    options.mode = mode;
}

void set_list(Options& options, const Texts&, const ReadFile&) {
    set_mode(options, Mode::list);
}

void set_stats(Options& options, const Texts&, const ReadFile&) {
    set_mode(options, Mode::stats);
}

void set_compare(Options& options, const Texts&, const ReadFile&) {
    set_mode(options, Mode::compare);
}

void set_trend(Options& options, const Texts&, const ReadFile&) {
    set_mode(options, Mode::trend);
}

TimeRange& second_range(Options& options) {
    return options.second ? *options.second : options.second.emplace();
}

void set_second_begin(Options& options, const Texts& values, const ReadFile&) {
    const auto given = time_of(values.front());
    second_range(options).begin = given.time;
    second_range(options).begin_bias = given.bias_minutes;
}

void set_second_end(Options& options, const Texts& values, const ReadFile&) {
    const auto given = time_of(values.front());
    second_range(options).end = given.time;
    second_range(options).end_bias = given.bias_minutes;
}

void set_average(Options& options, const Texts& values, const ReadFile&) {
    options.average = parse_interval(values.front()).value_or(0);
    if (options.average == 0) {
        throw UsageError("\"" + values.front() +
                         "\" is not an interval; it is written as 30s, 5m, 1h or 1d, up to a year.");
    }
}

void set_top(Options& options, const Texts& values, const ReadFile&) {
    options.top = {command::parse_number(values[0]).value_or(0), command::lower_case(values[1])};
    if (options.top.count == 0) {
        throw UsageError("\"" + values[0] + "\" is not a number of counters.");
    }
}

void set_append(Options& options, const Texts&, const ReadFile&) {
    options.append = true;
}

void set_zone(Options& options, const Texts& values, const ReadFile&) {
    options.zone = values.front();
}

void set_encoding(Options& options, const Texts& values, const ReadFile&) {
    options.encoding = values.front();
}

void set_dates(Options& options, const Texts& values, const ReadFile&) {
    options.dates = command::one_of(values.front(), "mdy", "dmy");
}

void set_decimal(Options& options, const Texts& values, const ReadFile&) {
    options.decimal = command::one_of(values.front(), "point", "comma");
}

void set_missing(Options& options, const Texts& values, const ReadFile&) {
    options.missing = command::parse_missing_policy(values.front());
}

void set_verbose(Options& options, const Texts&, const ReadFile&) {
    options.verbose = true;
}

void set_yes(Options& options, const Texts&, const ReadFile&) {
    options.yes_to_all = true;
}

void set_raw(Options& options, const Texts&, const ReadFile&) {
    options.with_raw = true;
}

void set_epoch(Options& options, const Texts&, const ReadFile&) {
    options.epoch = true;
}

void set_spreadsheet(Options& options, const Texts&, const ReadFile&) {
    options.for_spreadsheets = true;
}

constexpr std::string_view input_option = "i";
constexpr std::string_view counters_group = "counters";

constexpr std::array rules = {
    OptionRule{{input_option, OptionValues::many}, set_inputs},
    OptionRule{{"a", OptionValues::none}, set_append},
    OptionRule{{"average", OptionValues::one}, set_average},
    OptionRule{{"b", OptionValues::time}, set_begin},
    OptionRule{{"b2", OptionValues::time}, set_second_begin},
    OptionRule{{"c", OptionValues::many, counters_group}, set_counters},
    OptionRule{{"cf", OptionValues::input, counters_group}, set_counter_file},
    OptionRule{{"compare", OptionValues::none}, set_compare},
    OptionRule{{"dates", OptionValues::one}, set_dates},
    OptionRule{{"decimal", OptionValues::one}, set_decimal},
    OptionRule{{"e", OptionValues::time}, set_end},
    OptionRule{{"e2", OptionValues::time}, set_second_end},
    OptionRule{{"encoding", OptionValues::one}, set_encoding},
    OptionRule{{"epoch", OptionValues::none}, set_epoch},
    OptionRule{{"f", OptionValues::one}, set_format},
    OptionRule{{"missing", OptionValues::one}, set_missing},
    OptionRule{{"o", OptionValues::input}, set_output},
    OptionRule{{"q", OptionValues::none}, set_list},
    OptionRule{{"raw", OptionValues::none}, set_raw},
    OptionRule{{"spreadsheet", OptionValues::none}, set_spreadsheet},
    OptionRule{{"stats", OptionValues::none}, set_stats},
    OptionRule{{"t", OptionValues::one}, set_every},
    OptionRule{{"top", OptionValues::two}, set_top},
    OptionRule{{"trend", OptionValues::none}, set_trend},
    OptionRule{{"tz", OptionValues::number}, set_zone},
    OptionRule{{"v", OptionValues::none}, set_verbose},
    OptionRule{{"y", OptionValues::none}, set_yes},
};

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
    if (is_local && options.second->end <= options.second->begin) {
        throw UsageError("The end of the second range is not after its begin.");
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
        throw UsageError(
            std::string(option_of(options.mode)) + " has no " + (options.with_raw ? "-raw." : "-epoch."));
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
    if (!options.begin_bias && !options.end_bias && options.end <= options.begin) {
        throw UsageError("The end is not after the begin.");
    }
}

} // namespace

Options parse_options(const Texts& arguments, const ReadFile& read_file) {
    const auto grammar = command::grammar_of({"relog", input_option, true, {}, 'o'}, rules);
    Options options;
    if (command::parse_by_rules(grammar, rules, arguments, read_file, options)) {
        choose_format(options);
        check(options);
    }
    return options;
}

} // namespace pdh_shim::tools::relog
