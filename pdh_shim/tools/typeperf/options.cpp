// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/typeperf/options.h"

#include "tools/command/output_file.h"
#include "tools/command/paths.h"
#include "tools/command/text_file.h"
#include "tools/command/times.h"
#include "tools/streams/output_compression.h"
#include "tools/terminal/program_error.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace pdh_shim::tools::typeperf {

namespace {

using command::OptionValues;
using command::ReadFile;
using terminal::UsageError;
using OptionRule = command::OptionRule<Options>;

void set_mode(Options& options, Mode mode, const std::vector<std::string>& values) {
    if (options.mode != Mode::sample || options.browse || !options.counters.empty()) {
        throw UsageError("Counters to sample, -q and -qx cannot be combined.");
    }
    options.mode = mode;
    options.object = values.empty() ? std::string() : command::meant_name(values.front());
}

void add_counters(Options& options, const std::vector<std::string>& counters) {
    if (options.mode != Mode::sample) {
        throw UsageError("Counters to sample, -q and -qx cannot be combined.");
    }
    std::transform(
        counters.begin(), counters.end(), std::back_inserter(options.counters), command::meant_name);
}

void set_counters(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    add_counters(options, values);
}

void set_browse(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    add_counters(options, values);
    options.browse = true;
}

void set_counter_file(Options& options, const std::vector<std::string>& values, const ReadFile& read_file) {
    add_counters(options, command::meaningful_lines(read_file(values.front())));
}

void set_list_counters(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    set_mode(options, Mode::list_counters, values);
}

void set_list_instances(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    set_mode(options, Mode::list_instances, values);
}

void set_format(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    options.format = command::parse_output_format(values.front());
}

void set_interval(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    const auto milliseconds = command::parse_milliseconds(values.front());
    if (milliseconds.value_or(0) == 0) {
        throw UsageError(
            "\"" + values.front() + "\" is not a sample interval; it is written [[hh:]mm:]ss[.fff].");
    }
    options.interval = std::chrono::milliseconds(*milliseconds);
}

void set_samples(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    options.samples = command::parse_number(values.front());
    if (options.samples.value_or(0) == 0) {
        throw UsageError("\"" + values.front() + "\" is not a number of samples.");
    }
}

void set_output(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    options.output = values.front();
}

void set_size(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    constexpr std::uint64_t most = std::uint64_t{1} << 40U;
    options.megabytes = command::parse_number(values.front());
    if (options.megabytes.value_or(0) == 0 || *options.megabytes > most) {
        throw UsageError("\"" + values.front() + "\" is not a size in megabytes.");
    }
}

void set_segment(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    const auto seconds = command::parse_seconds(values.front());
    if (seconds.value_or(0) == 0) {
        throw UsageError("\"" + values.front() + "\" is not the time of a file; it is written [[hh:]mm:]ss.");
    }
    options.segment = std::chrono::seconds(*seconds);
}

void set_capture(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    options.capture = values.front();
}

void set_computer(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    const auto name = command::meant_name(values.front());
    options.computer = name.substr(std::min(name.find_first_not_of('\\'), name.size()));
    if (options.computer.empty()) {
        throw UsageError("\"" + name + "\" is not the name of a computer.");
    }
}

void set_missing(Options& options, const std::vector<std::string>& values, const ReadFile&) {
    options.missing = command::parse_missing_policy(values.front());
}

void set_raw(Options& options, const std::vector<std::string>&, const ReadFile&) {
    options.with_raw = true;
}

void set_epoch(Options& options, const std::vector<std::string>&, const ReadFile&) {
    options.epoch = true;
}

void set_spreadsheet(Options& options, const std::vector<std::string>&, const ReadFile&) {
    options.for_spreadsheets = true;
}

void set_verbose(Options& options, const std::vector<std::string>&, const ReadFile&) {
    options.verbose = true;
}

void set_yes(Options& options, const std::vector<std::string>&, const ReadFile&) {
    options.yes_to_all = true;
}

// Options that say what to do: one of the command line replaces all of the settings.
constexpr std::string_view what_to_do = "what to do";
constexpr std::string_view counter_option = "c";

constexpr std::array rules = {
    OptionRule{{counter_option, OptionValues::many, what_to_do}, set_counters},
    OptionRule{{"b", OptionValues::none, what_to_do}, set_browse},
    OptionRule{{"cf", OptionValues::input, what_to_do}, set_counter_file},
    OptionRule{{"q", OptionValues::optional, what_to_do}, set_list_counters},
    OptionRule{{"qx", OptionValues::optional, what_to_do}, set_list_instances},
    OptionRule{{"f", OptionValues::one}, set_format},
    OptionRule{{"si", OptionValues::one}, set_interval},
    OptionRule{{"sc", OptionValues::one}, set_samples},
    OptionRule{{"o", OptionValues::input}, set_output},
    OptionRule{{"raw", OptionValues::none}, set_raw},
    OptionRule{{"epoch", OptionValues::none}, set_epoch},
    OptionRule{{"max", OptionValues::one}, set_size},
    OptionRule{{"cnf", OptionValues::one}, set_segment},
    OptionRule{{"capture", OptionValues::one}, set_capture},
    OptionRule{{"missing", OptionValues::one}, set_missing},
    OptionRule{{"spreadsheet", OptionValues::none}, set_spreadsheet},
    OptionRule{{"s", OptionValues::one}, set_computer},
    OptionRule{{"v", OptionValues::none}, set_verbose},
    OptionRule{{"y", OptionValues::none}, set_yes},
};

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

Options parse_options(const std::vector<std::string>& arguments, const ReadFile& read_file) {
    const auto grammar = command::grammar_of({"typeperf", counter_option, false, {}}, rules);
    Options options;
    const auto all = command::parse_by_rules(grammar, rules, arguments, read_file, options);
    if (!all) {
        return options;
    }
    if (std::none_of(all->begin(), all->end(), [&](const command::GivenOption& given) {
            return command::spec_of(grammar, given.option).group == what_to_do;
        })) {
        throw UsageError("No counters are given; typeperf -? shows how.");
    }
    check(options);
    check_several_files(options);
    return options;
}

} // namespace pdh_shim::tools::typeperf
