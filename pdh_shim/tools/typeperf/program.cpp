// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// typeperf: performance counters on the command line, as on Windows. Of PDH it sees only <pdh.h>.
#include "tools/command/console.h"
#include "tools/command/listing.h"
#include "tools/command/output_file.h"
#include "tools/command/output_log.h"
#include "tools/command/paths.h"
#include "tools/command/platform.h"
#include "tools/command/query.h"
#include "tools/command/rotating_log.h"
#include "tools/command/sampler.h"
#include "tools/command/status_text.h"
#include "tools/command/text_file.h"
#include "tools/formats/row_format.h"
#include "tools/formats/text_output.h"
#include "tools/report/page.h"
#include "tools/terminal/program_end.h"
#include "tools/typeperf/options.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>
#include <winperf.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::tools::typeperf {

namespace {

using command::Console;
using command::OutputFile;
using command::OutputFormat;
using command::Platform;
using command::Schedule;
using terminal::ExitStatus;

// Windows' program pads the first of these lines to 48 columns.
constexpr std::string_view exiting_line = "Exiting, please wait...                         ";

bool is_log(const Options& options) {
    return options.format == OutputFormat::bin || options.format == OutputFormat::sql;
}

bool is_console(const Options& options) {
    return options.output.empty() || command::is_standard_output(options.output);
}

bool has_several_files(const Options& options) {
    return options.megabytes || options.segment;
}

// Whether SIGHUP opens the output again: in a database nothing is moved away, a stream ends only once, and a
// page has all of its samples.
bool is_reopened(const Options& options) {
    const bool is_file = options.format == OutputFormat::bin
                             ? !command::is_streamed(options.output, options.format)
                             : options.format != OutputFormat::sql && options.format != OutputFormat::html;
    return !is_console(options) && (is_file || has_several_files(options));
}

struct Sampling {
    bool is_whole = true;       ///< it was not stopped before the number of -sc
    std::uint64_t samples = 0;  ///< how many were taken
    bool has_loss = false;      ///< the output lacks samples; a line says so
    bool is_last_empty = false; ///< the last row on the console has no value
};

/// Writes the raw values of each sample of a query to a file.
class Capture {
  public:
    Capture(const Options& options, command::Query& query, Console& console) : query_(query) {
        if (!options.capture.empty()) {
            file_.emplace(options.capture, options.yes_to_all, console, OutputFile::PlainFile::yes);
        }
    }

    // The first sample of a capture includes the names.
    void write() {
        if (!file_) {
            return;
        }
        DWORD size = 0;
        (void)pdh_shim_capture_sample(query_.handle(), flags_, nullptr, &size);
        std::string blocks(size, '\0');
        const auto status =
            static_cast<DWORD>(pdh_shim_capture_sample(query_.handle(), flags_, blocks.data(), &size));
        if (status != ERROR_SUCCESS) {
            throw command::status_error("The sample cannot be captured", status);
        }
        file_->write(blocks);
        flags_ = 0;
    }

  private:
    command::Query& query_;
    std::optional<OutputFile> file_;
    DWORD flags_ = PDH_SHIM_CAPTURE_TITLES;
};

formats::FormatOptions format_options(const Options& options) {
    return {options.with_raw, options.epoch, options.for_spreadsheets};
}

std::unique_ptr<formats::RecordFormat> format_of(
    const Options& options, const command::Query& query, Platform& platform, Console& console) {
    if (command::has_line_for_each_value(options.format)) {
        return formats::make_record_format(options.format, format_options(options));
    }
    if (options.output.empty()) {
        console.write_line("");
        return formats::RowFormat::console(options.format, console.audience(), query.columns());
    }
    if (options.format == OutputFormat::html) {
        return std::make_unique<report::Page>(
            report::PageDescription{"typeperf", query.columns(), platform.time_zone().bias_minutes});
    }
    return formats::RowFormat::log(options.format, platform.time_zone(), query.columns());
}

command::LogFiles files_of(const Options& options) {
    command::LogFiles files;
    files.format = options.format;
    files.output = std::filesystem::absolute(options.output).lexically_normal().string();
    files.megabytes = options.megabytes;
    files.segment = options.segment;
    return files;
}

// As command::take_samples() does, and counts them.
Sampling take_and_count(
    const Options& options, Platform& platform, command::Query& query, command::Output& output,
    const std::function<void()>& on_sample = [] {}) {
    Schedule schedule{options.interval, options.samples, is_console(options)};
    schedule.reopen = [&output] { output.reopen(); };
    Sampling sampling;
    sampling.is_whole = command::take_samples(platform, schedule, [&](bool is_first) {
        const bool goes_on = is_first ? query.collect() : output.update();
        sampling.samples += goes_on && !is_first ? 1 : 0;
        if (goes_on) {
            on_sample();
        }
        return goes_on;
    });
    output.close();
    return sampling;
}

// Writes one file after another. One that cannot be written ends the program, as a single one does.
Sampling sample_to_files(command::Query& query, const Options& options, Platform& platform) {
    const auto files = files_of(options);
    command::LogEvents events;
    events.failed = [](const std::string& reason) { throw terminal::ProgramError(reason); };
    command::RotatingLog log(files, query, command::system_clocks(platform), events, {},
        [&](const std::string& file, bool append) {
            return std::make_unique<formats::TextOutput>(
                file, options.format, format_options(options), query, append);
        });
    log.open();
    return take_and_count(options, platform, query, log);
}

// Each sample is in the output as soon as it is taken: a page whose program was ended shows those before.
Sampling sample_to_text(command::Query& query, const Options& options, Platform& platform, Console& console) {
    Capture capture(options, query, console);
    auto file = std::make_unique<OutputFile>(options.output, options.yes_to_all, console);
    formats::TextOutput output(std::move(file), format_of(options, query, platform, console), query,
        formats::TextOutput::Writing::at_once, options.with_raw);
    bool is_said = false;
    auto sampling = take_and_count(options, platform, query, output, [&] {
        capture.write();
        if (output.left_out() > 0 && !is_said) {
            console.write_error_line(options.format == OutputFormat::influx
                                         ? "This format has no place for samples of the time that the clock "
                                           "shows: they are left out."
                                         : "The clock was set back. This format has no place for samples "
                                           "until it is later than before: they are left out.");
            is_said = true;
        }
    });
    if (output.left_out() > 0) {
        console.write_error_line(formats::left_out_text(options.format, output.left_out()));
    }
    sampling.has_loss = output.left_out() > 0;
    sampling.is_last_empty = options.output.empty() && output.is_last_empty();
    return sampling;
}

Sampling sample_to_output(
    command::Query& query, const Options& options, Platform& platform, Console& console) {
    // Before the file is there: a SIGHUP that comes at once must not end the program.
    if (is_reopened(options)) {
        platform.reopen_on_hangup();
    }
    if (has_several_files(options)) {
        return sample_to_files(query, options, platform);
    }
    if (!is_log(options)) {
        return sample_to_text(query, options, platform, console);
    }
    command::OutputLog log(
        options.output, options.format, query.handle(), false, options.yes_to_all, console);
    return take_and_count(options, platform, query, log);
}

// The paths that the dialog adds, and their buffer.
struct Choice {
    std::vector<std::string> paths;
    std::vector<char> room = std::vector<char>(PDH_MAX_COUNTER_PATH);
    PDH_BROWSE_DLG_CONFIG_A config{};

    void use_room() {
        config.szReturnPathBuffer = room.data();
        config.cchReturnPathLength = static_cast<DWORD>(room.size());
    }
};

// Called for each press of Add.
PDH_STATUS CALLBACK take_paths(DWORD_PTR argument) {
    auto& choice = *reinterpret_cast<Choice*>(argument);
    if (static_cast<DWORD>(choice.config.CallBackStatus) == PDH_MORE_DATA) {
        choice.room.resize(choice.room.size() * 2);
        choice.use_room();
        return static_cast<PDH_STATUS>(PDH_RETRY);
    }
    for (const auto& path : command::strings_of(std::string_view(choice.room.data(), choice.room.size()))) {
        if (std::find(choice.paths.begin(), choice.paths.end(), path) == choice.paths.end()) {
            choice.paths.push_back(path);
        }
    }
    return ERROR_SUCCESS;
}

/// The paths that the user chooses in the dialog for counters; none if the user closes it without choosing.
/// @throws terminal::ProgramError no terminal can show it, or the library refuses
std::vector<std::string> choose_counters() {
    std::string caption = "Counters to sample";
    Choice choice;
    choice.use_room();
    choice.config.bIncludeInstanceIndex = 1;
    choice.config.bWildCardInstances = 1;
    choice.config.bIncludeCostlyObjects = 1;
    choice.config.pCallBack = take_paths;
    choice.config.dwCallBackArg = reinterpret_cast<DWORD_PTR>(&choice);
    choice.config.dwDefaultDetailLevel = PERF_DETAIL_WIZARD;
    choice.config.szDialogBoxCaption = caption.data();
    const auto status = static_cast<DWORD>(PdhBrowseCountersA(&choice.config));
    if (status != ERROR_SUCCESS && status != PDH_DIALOG_CANCELLED) {
        throw command::status_error("The counters cannot be chosen", status);
    }
    // A reason of this status means that no dialog was shown; without one the user closed it.
    if (const auto reason = command::last_reason(PDH_DIALOG_CANCELLED);
        !reason.empty() && choice.paths.empty()) {
        throw terminal::ProgramError("The dialog cannot be shown: " + reason + '.');
    }
    return choice.paths;
}

std::vector<std::string> counters_of(const Options& options) {
    std::vector<std::string> counters = options.counters;
    if (options.browse) {
        const auto chosen = choose_counters();
        counters.insert(counters.end(), chosen.begin(), chosen.end());
    }
    if (counters.empty()) {
        throw terminal::ProgramError("No counters were chosen.", ExitStatus::nothing);
    }
    return counters;
}

// Whether instances that appear later are written too.
bool keeps_wildcards(const Options& options) {
    return is_log(options) || command::has_line_for_each_value(options.format);
}

// Always warn if every column is empty; else only on a terminal.
void report_awaited(const command::Query& query, bool keeps_instances, Console& console) {
    for (const auto& [computer, awaited] : query.awaited()) {
        auto text =
            command::unreached(computer, awaited.reason) + " Its counters have values as soon as it answers.";
        if (awaited.has_wildcard && !keeps_instances) {
            text +=
                " A wildcard is one column, with the first instance that matches: to get all of them, start "
                "typeperf when the computer answers.";
        }
        if (awaited.columns == query.column_count()) {
            console.write_error_line(text);
        } else {
            console.warn(text);
        }
    }
}

// The object of a path; empty if it is not a path.
std::string object_of(const std::string& path) {
    DWORD size = 0;
    (void)PdhParseCounterPathA(path.c_str(), nullptr, &size, 0);
    std::vector<PDH_COUNTER_PATH_ELEMENTS_A> parts(size / sizeof(PDH_COUNTER_PATH_ELEMENTS_A) + 1);
    size = static_cast<DWORD>(parts.size() * sizeof(PDH_COUNTER_PATH_ELEMENTS_A));
    const auto status = static_cast<DWORD>(PdhParseCounterPathA(path.c_str(), parts.data(), &size, 0));
    return status == ERROR_SUCCESS ? parts.front().szObjectName : std::string();
}

// A sentence, behind the one that says why a path was refused, with what helps its user; empty if nothing is
// known.
std::string advice_on(const std::string& path, DWORD status) {
    const auto object = object_of(path);
    const auto computer = command::computer_of(path);
    const auto of_computer = computer.empty() ? std::string() : " -s " + computer.substr(2);
    switch (status) {
    case PDH_CSTATUS_NO_OBJECT:
        return ". " + command::similar_objects_text(nullptr, object, computer);
    case PDH_CSTATUS_NO_INSTANCE:
        return ". typeperf -qx \"" + object + '"' + of_computer + " lists those that exist.";
    case PDH_CSTATUS_NO_COUNTER:
        return ". typeperf -q \"" + object + '"' + of_computer + " lists its counters.";
    case PDH_CSTATUS_BAD_COUNTERNAME:
        break;
    default:
        return {};
    }
    const bool has_one_too_many = path.starts_with("\\\\") && !object_of(path.substr(1)).empty();
    return has_one_too_many ? ". One backslash is too many: two begin the name of a computer." : "";
}

/// @param with_advice that is looked for, which takes time
std::string reason_of(const std::string& path, DWORD status, bool with_advice) {
    return command::text_of(status) + (with_advice ? advice_on(path, status) : "");
}

/// @param unreached what is said of a computer that did not answer; empty if all did
[[noreturn]] void refuse_all(const std::string& unreached) {
    constexpr std::uint32_t no_valid_counters = 0xF0000002; // seen of Windows' program
    throw terminal::ProgramError("No valid counters." + (unreached.empty() ? "" : ' ' + unreached),
        ExitStatus::cannot, {{}, no_valid_counters});
}

ExitStatus add_counters(command::Query& query, const Options& options, Console& console) {
    command::MissingCounters missing(console, options.missing, options.verbose);
    const DWORD flags = keeps_wildcards(options) ? PDH_NOEXPANDINSTANCES : 0;
    std::string unreached;
    for (const auto& counter : counters_of(options)) {
        const auto path = command::complete_path(counter, options.computer);
        const auto unmeasured = query.unmeasured();
        const auto status = query.add(path, flags);
        if (status == PDH_CSTATUS_NO_MACHINE && unreached.empty()) {
            unreached = command::unreached(command::computer_of(path), command::last_reason());
        }
        if (status != ERROR_SUCCESS) {
            missing.leave_out(counter, reason_of(path, status, missing.says_next()));
        }
        if (query.unmeasured() > unmeasured) {
            missing.say(counter + " cannot be measured on this computer: it has no value.");
        }
    }
    missing.say_number_of_others();
    for (const auto& [path, status] : query.refused()) {
        missing.refuse(path, command::text_of(status));
    }
    if (query.is_empty()) {
        refuse_all(unreached);
    }
    if (!unreached.empty()) {
        missing.say(unreached);
    }
    report_awaited(query, keeps_wildcards(options), console);
    return missing.status();
}

// Writes the closing lines; success is claimed only for ExitStatus::done, or to programs of Windows. Windows'
// program fails if the last row on the console is empty.
void write_end(const Options& options, ExitStatus exit, bool is_last_empty, Console& console) {
    const bool is_for_windows = console.audience() == command::Audience::windows;
    const bool has_failed = is_for_windows && is_last_empty;
    std::vector<std::string> lines;
    if (!options.output.empty()) {
        lines.emplace_back();
    }
    lines.emplace_back(exiting_line);
    if ((exit == ExitStatus::done || is_for_windows) && !has_failed) {
        lines.emplace_back(command::success_text);
    }
    console.write_end(lines);
    if (has_failed) {
        throw terminal::ProgramError("No counter has a value in the last row.",
            exit == ExitStatus::done ? ExitStatus::losses : exit, command::windows_error(PDH_INVALID_DATA));
    }
}

// Whether a replayed source had fewer samples than -sc asks for; a line says so.
bool source_has_ended(const Sampling& sampling, const Options& options, Console& console) {
    if (!sampling.is_whole || sampling.samples >= options.samples.value_or(0) ||
        console.audience() == command::Audience::windows) {
        return false;
    }
    console.write_error_line("The source has no more samples: the output has " +
                             std::to_string(sampling.samples) + " of " + std::to_string(*options.samples) +
                             '.');
    return true;
}

ExitStatus sample(const Options& options, Platform& platform, Console& console) {
    if (command::is_standard_output(options.output)) {
        console.reserve_output_for_data();
    }
    if (options.format != OutputFormat::sql) {
        command::warn_of_extension(options.output, options.format, console);
        command::warn_of_backslash(options.output, console);
    }
    command::Query query;
    const ExitStatus added = add_counters(query, options, console);
    const Sampling sampling = sample_to_output(query, options, platform, console);
    const bool has_loss = sampling.has_loss || source_has_ended(sampling, options, console);
    const ExitStatus done = has_loss ? ExitStatus::losses : added;
    const ExitStatus exit = sampling.is_whole ? done : ExitStatus::interrupted;
    write_end(options, exit, sampling.is_last_empty, console);
    return exit;
}

// The path with another name for its object.
std::string with_object(const std::string& path, const std::string& name) {
    const auto object = object_of(path);
    const auto place = command::computer_of(path).size() + 1;
    return object.empty() ? path : path.substr(0, place) + name + path.substr(place + object.size());
}

// An object may have a backslash before its name, and is listed by the name that was typed, as Windows'
// program does.
ExitStatus list(const Options& options, Console& console) {
    std::vector<std::string> lines;
    ExitStatus exit = ExitStatus::done;
    const bool with_instances = options.mode == Mode::list_instances;
    const auto object = options.object.substr(options.object.starts_with('\\') ? 1 : 0);
    command::list_counters(
        nullptr, object, options.computer, with_instances,
        [&](const std::string& path) {
            lines.push_back(command::listed_path(object.empty() ? path : with_object(path, object)));
        },
        [&](const std::string& why) {
            console.write_error_line(why);
            exit = ExitStatus::losses;
        });
    if (options.output.empty()) {
        console.write_lines(lines);
    } else {
        command::warn_of_backslash(options.output, console);
        OutputFile file(options.output, options.yes_to_all, console);
        file.write_lines(lines);
        file.close();
    }
    if (exit == ExitStatus::done) {
        console.write_end({std::string(command::success_text)});
    }
    return exit;
}

ExitStatus execute(const std::vector<std::string>& arguments, Platform& platform, Console& console) {
    const auto options = parse_options(arguments, command::read_file);
    if (console.audience() == command::Audience::windows &&
        options.interval % std::chrono::seconds(1) != std::chrono::seconds(0)) {
        throw terminal::UsageError(
            "Windows' typeperf takes no fractions of a second in -si; typeperf does by its own name.");
    }
    switch (options.mode) {
    case Mode::sample:
        return sample(options, platform, console);
    case Mode::list_counters:
    case Mode::list_instances:
        return list(options, console);
    case Mode::help:
        console.write_lines(help_lines());
        break;
    case Mode::version:
        console.write_line(terminal::version_line("typeperf"));
        break;
    }
    return ExitStatus::done;
}

int run(const std::string& name, const std::vector<std::string>& arguments, Platform& platform) {
    return command::run_program(
        "typeperf", name, platform, [&](Console& console) { return execute(arguments, platform, console); });
}

} // namespace

} // namespace pdh_shim::tools::typeperf

using namespace pdh_shim::tools;

int main(int argc, char** argv) {
    const auto platform = command::start_platform();
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return typeperf::run(argc > 0 ? argv[0] : "typeperf", arguments, *platform);
}
