// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// relog: converts performance logs, as on Windows. Of PDH it sees only <pdh.h>.
#include "tools/command/console.h"
#include "tools/command/numbers_and_times.h"
#include "tools/command/output_file.h"
#include "tools/command/paths.h"
#include "tools/command/platform.h"
#include "tools/command/query.h"
#include "tools/command/status_text.h"
#include "tools/command/text_file.h"
#include "tools/formats/record_format.h"
#include "tools/relog/convert.h"
#include "tools/relog/inputs.h"
#include "tools/relog/log_values.h"
#include "tools/relog/options.h"
#include "tools/relog/results.h"
#include "tools/streams/seekable_input.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

namespace pdh_shim::tools::relog {

namespace {

using command::Console;
using command::Platform;
using command::shown_time;
using command::shown_zone;
using terminal::ExitStatus;
using Lines = std::vector<std::string>;

constexpr std::string_view rule = "----------------";

void append_range(Lines& lines, const RecordRange& range) {
    lines.emplace_back();
    if (range.samples > 0) {
        lines.push_back("Begin:    " + shown_time(range.begin));
        lines.push_back("End:      " + shown_time(range.end));
    }
    lines.push_back("Samples:  " + std::to_string(range.samples));
    lines.emplace_back();
}

// The zone of the log, which is another one at its end if summer time has begun or ended.
std::string zone_text(const InputLogs& logs, const RecordRange& range) {
    const auto begin = logs.bias_minutes(range.begin);
    if (!begin) {
        return "unknown";
    }
    const auto end = logs.bias_minutes(range.end).value_or(*begin);
    return end == *begin ? shown_zone(*begin) : shown_zone(*begin) + " to " + shown_zone(end);
}

using Inputs = std::vector<streams::SeekableInput>;

void write_input(const Inputs& inputs, const InputLogs& logs, const RecordRange& range, Console& console) {
    Lines lines = {"", "Input", std::string(rule), "File(s):"};
    for (const auto& input : inputs) {
        lines.push_back("     " + input.name + " (" + type_of(input.path) + ")");
    }
    append_range(lines, range);
    if (console.audience() == command::Audience::system) {
        lines.insert(lines.end() - 1, "Zone:     " + zone_text(logs, range));
    }
    console.write_lines(lines);
}

void write_output(
    const std::string& file, const RecordRange& range, const std::string& zone, Console& console) {
    Lines lines = {"", "Output", std::string(rule), "File:     " + file};
    append_range(lines, range);
    if (!zone.empty() && console.audience() == command::Audience::system) {
        lines.insert(lines.end() - 1, "Zone:     " + zone);
    }
    console.write_lines(lines);
}

// Of records that were added to a log of another zone: the one in which they are shown, and that of the log.
std::string zones_of_added(const InputLogs& logs, const RecordRange& added, const Options& options) {
    const bool is_database = options.format == command::OutputFormat::sql;
    if (added.samples == 0 || (!options.append && !is_database)) {
        return {};
    }
    const auto name = is_database ? command::database_log_name(options.output) : options.output;
    const auto shown = logs.bias_minutes(added.begin);
    const auto written = InputLogs({name}).bias_minutes(is_database ? 0 : added.begin);
    if (!shown || !written || shown == written) {
        return {};
    }
    return shown_zone(*shown) + (is_database ? " (in the log set: " : " (in the file: ") +
           shown_zone(*written) + ')';
}

// Its records would be read behind those that are there, without end.
bool is_same_log_set(const std::string& file, const std::string& output) {
    return command::is_database_log(file) &&
           command::lower_case(file) == command::lower_case(command::database_log_name(output));
}

void refuse_to_overwrite_an_input(const Lines& files, const std::string& output) {
    const auto is_output = [&](const std::string& file) {
        std::error_code no_file;
        return std::filesystem::equivalent(file, output, no_file) || is_same_log_set(file, output);
    };
    if (!command::is_standard_output(output) && std::any_of(files.begin(), files.end(), is_output)) {
        throw terminal::ProgramError("The file \"" + output + "\" is an input too.");
    }
}

// What the user says of text logs, for the library.
void choose_meanings(const Options& options) {
    const std::array settings = {std::pair("PDH_SHIM_LOG_ENCODING", options.encoding),
        std::pair("PDH_SHIM_LOG_DATES", options.dates), std::pair("PDH_SHIM_LOG_DECIMAL", options.decimal),
        std::pair("PDH_SHIM_LOG_APOSTROPHES", std::string(options.for_spreadsheets ? "yes" : ""))};
    for (const auto& [name, value] : settings) {
        if (!value.empty()) {
            command::set_environment(name, value);
        }
    }
}

// Nothing is passed over in a database or in archives.
bool is_virtual_input(const streams::SeekableInput& input) {
    return command::is_database_log(input.name) || input.name.starts_with("pcp:");
}

bool is_cut(const streams::SeekableInput& input) {
    return input.is_cut;
}

void report_loss(const std::string& text, Console& console) {
    if (console.audience() == command::Audience::windows) {
        console.write_line("Warning: " + text);
    } else {
        console.warn(text);
    }
}

void report_loss(Console& console) {
    report_loss(
        "Parts of the input are damaged; what cannot be read was passed over. With PDH_SHIM_LOG=warning "
        "in the environment the library says where, and how much.",
        console);
}

// The counters that a text log with these options has.
Lines chosen_counters(
    const InputLogs& logs, const Options& options, Platform& platform, command::MissingCounters& missing) {
    command::Query query(logs.handle());
    add_columns(query, logs, options, missing, platform);
    if (query.is_empty()) {
        throw no_counters();
    }
    return query.columns();
}

ExitStatus list(const InputLogs& logs, const Options& options, Platform& platform, Console& console) {
    command::MissingCounters missing(console, options.missing, options.verbose);
    bool is_damaged = false; // and it was read
    Lines lines;
    if (options.counters.empty() && !options.has_range()) {
        lines = logs.counters(true, &is_damaged);
    } else {
        lines = chosen_counters(logs, options, platform, missing);
        is_damaged = logs.are_binary() && has_loss(logs, platform);
    }
    std::transform(lines.begin(), lines.end(), lines.begin(), command::listed_path);
    if (options.output.empty()) {
        console.write_lines(lines);
    } else {
        command::OutputFile file(options.output, options.yes_to_all, console);
        file.write_lines(lines);
        file.close();
    }
    if (is_damaged) {
        report_loss(console);
        return ExitStatus::losses;
    }
    return missing.status();
}

// What can be decompressed of a log that is still being written, or whose program was ended, is read.
Inputs open_inputs(const Lines& files, Platform& platform, Console& console) {
    Inputs inputs;
    for (const auto& file : files) {
        inputs.push_back(streams::seekable_input(file, [&] { return command::is_stop_requested(platform); }));
        if (inputs.back().is_cut) {
            report_loss("The compressed data of " + (file == "-" ? "standard input" : '"' + file + '"') +
                            " ends too early: it is read up to there.",
                console);
        }
    }
    return inputs;
}

ExitStatus convert_files(const InputLogs& logs, const RecordRange& range, const Options& options,
    Platform& platform, Console& console) {
    const auto done = convert(logs, range, options, platform, console);
    write_output(options.output, done.range, zones_of_added(logs, done.range, options), console);
    if (done.is_stopped) {
        console.write_end({"It was stopped; the file has the records up to then."});
        return ExitStatus::interrupted;
    }
    if (done.has_loss) {
        report_loss(console);
    }
    if (done.left_out > 0) {
        console.write_error_line(formats::left_out_text(options.format, done.left_out));
    }
    if (done.lost_comments > 0) {
        report_loss("The comments of " + std::to_string(done.lost_comments) +
                        (done.lost_comments == 1 ? " record was" : " records were") +
                        " left out: this format has no place for them.",
            console);
    }
    if (done.has_loss || done.left_out > 0 || done.lost_comments > 0) {
        return ExitStatus::losses;
    }
    if (done.range.samples == 0 && console.audience() == command::Audience::system) {
        console.warn("There is nothing to write: the logs have no records of that time.");
        return ExitStatus::nothing;
    }
    return done.missing;
}

ExitStatus end_of(const LogValuesRead& read, Console& console) {
    if (read.is_stopped) {
        console.write_end({"It was stopped; the result has the records up to then."});
        return ExitStatus::interrupted;
    }
    if (read.has_loss) {
        report_loss(console);
        return ExitStatus::losses;
    }
    if (read.records == 0 && console.audience() == command::Audience::system) {
        console.warn("There is nothing to read: the logs have no records of that time.");
        return ExitStatus::nothing;
    }
    return read.missing;
}

ExitStatus read_files(
    const Inputs& inputs, const InputLogs& logs, Options options, Platform& platform, Console& console) {
    const auto local = logs.local({options.begin, options.end, options.begin_bias, options.end_bias});
    options.begin = local.begin;
    options.end = local.end;
    if (options.mode == Mode::list) {
        return list(logs, options, platform, console);
    }
    if (options.mode == Mode::stats || options.mode == Mode::trend) {
        const auto write = options.mode == Mode::stats ? write_statistics : write_trends;
        return end_of(write(logs, options, platform, console), console);
    }
    const auto range = logs.range();
    end_if_stopped(platform);
    write_input(inputs, logs, range, console);
    if (!options.output.empty()) {
        return convert_files(logs, range, options, platform, console);
    }
    if (!options.format_name.empty() && console.audience() == command::Audience::system) {
        console.write_error_line(
            "Nothing is written: -o FILE names the output, and -o - is standard output.");
    }
    if (std::none_of(inputs.begin(), inputs.end(), is_virtual_input) && has_loss(logs, platform)) {
        report_loss(console);
        return ExitStatus::losses;
    }
    return ExitStatus::done;
}

// A message of the library, with the names that the user knows in place of temporary files' names.
std::string with_names(std::string message, const Inputs& inputs) {
    for (const auto& input : inputs) {
        const auto place = input.spool ? message.find(input.path) : std::string::npos;
        if (place != std::string::npos) {
            message.replace(place, input.path.size(), input.name);
        }
    }
    return message;
}

ExitStatus relog_files(const Options& options, Platform& platform, Console& console) {
    if (!options.zone.empty() && !platform.assume_log_zone(options.zone)) {
        throw terminal::UsageError("\"" + options.zone +
                                   "\" is no time zone; one is UTC, a name as Europe/Berlin, or minutes as "
                                   "in a log.");
    }
    if (command::is_standard_output(options.output)) {
        console.reserve_output_for_data();
    }
    const auto files = input_files(options.inputs);
    refuse_to_overwrite_an_input(files, options.output);
    choose_meanings(options);
    const auto inputs = open_inputs(files, platform, console);
    Lines paths;
    std::transform(inputs.begin(), inputs.end(), std::back_inserter(paths),
        [](const streams::SeekableInput& input) { return input.path; });
    const auto read = [&] {
        const InputLogs logs(paths, files);
        try {
            return read_files(inputs, logs, options, platform, console);
        } catch (const command::SourceError& error) {
            throw logs.named(error);
        }
    };
    try {
        auto exit = options.mode == Mode::compare
                        ? end_of(write_comparison(paths, files, options, platform, console), console)
                        : read();
        if (exit == ExitStatus::done && std::any_of(inputs.begin(), inputs.end(), is_cut)) {
            exit = ExitStatus::losses;
        }
        if (exit == ExitStatus::done) {
            console.write_end({std::string(command::success_text)});
        }
        return exit;
    } catch (const terminal::ProgramError& error) {
        throw terminal::ProgramError(with_names(error.what(), inputs), error.status(), error.on_windows());
    }
}

// Windows' program adds the extension of the format to a name without one.
void complete_output(Options& options, Console& console) {
    if (options.mode == Mode::convert && options.format != command::OutputFormat::sql) {
        if (!options.append) {
            options.output = command::with_extension(options.output, options.format);
        }
        command::warn_of_extension(options.output, options.format, console);
    }
    command::warn_of_backslash(options.output, console);
}

ExitStatus execute(const Lines& arguments, Platform& platform, Console& console) {
    auto options = parse_options(arguments, command::read_file);
    complete_output(options, console);
    switch (options.mode) {
    case Mode::convert:
    case Mode::list:
    case Mode::stats:
    case Mode::compare:
    case Mode::trend:
        return relog_files(options, platform, console);
    case Mode::help:
        console.write_lines(help_lines());
        break;
    case Mode::version:
        console.write_line(terminal::version_line("relog"));
        break;
    }
    return ExitStatus::done;
}

int run(const std::string& name, const Lines& arguments, Platform& platform) {
    return command::run_program(
        "relog", name, platform, [&](Console& console) { return execute(arguments, platform, console); });
}

} // namespace

} // namespace pdh_shim::tools::relog

using namespace pdh_shim::tools;

int main(int argc, char** argv) {
    const auto platform = command::start_platform();
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return relog::run(argc > 0 ? argv[0] : "relog", arguments, *platform);
}
