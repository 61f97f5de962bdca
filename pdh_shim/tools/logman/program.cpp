// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// logman: keeps sets of performance counters and collects them in the background, as on Windows. It uses
// <pdh.h> of the library, and its lowest floor for files that only their owner may change.
#include "tools/command/console.h"
#include "tools/command/output_file.h"
#include "tools/command/paths.h"
#include "tools/command/platform.h"
#include "tools/command/query.h"
#include "tools/command/rotating_log.h"
#include "tools/command/status_text.h"
#include "tools/command/text_file.h"
#include "tools/logman/command_host.h"
#include "tools/logman/command_line.h"
#include "tools/logman/command_process.h"
#include "tools/logman/listing.h"
#include "tools/logman/runner.h"
#include "tools/logman/set_options.h"
#include "tools/logman/set_store.h"
#include "tools/logman/systemd.h"
#include "tools/logman/template.h"
#include "tools/terminal/own_files.h"
#include "tools/terminal/program_end.h"

#include <pdh.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string_view>
#include <sys/types.h>
#include <unistd.h>

namespace pdh_shim::tools::logman {

namespace {

using command::Console;
using command::Platform;
using terminal::ExitStatus;
using terminal::ProgramError;

SetStore store_of(const CommandLine& line) {
    return line.is_system ? SetStore::of_system() : SetStore::of_user();
}

SetReport report_of(const SetStore& store, const std::string& name) {
    SetReport report;
    report.set.name = name;
    report.is_system = store.is_for_all();
    try {
        report.set = store.read(name);
    } catch (const ProgramError& error) {
        report.damage = error.what();
    }
    report.state = store.state(name);
    report.has_runner = store.runner(name).has_value();
    report.is_of_another_boot = is_of_another_boot(report.state.process);
    return report;
}

// Says at once what the program of -rc would be refused for. A script for Windows has a password, or `*`,
// behind an account of Windows: without a program, its set needs no account here.
void check_user(CollectorSet& set, const CommandLine& line, ChangeNotes& notes) {
    if (set.user.empty() || !is_given(line, "u")) {
        return;
    }
    const bool has_password = std::ranges::any_of(line.changes,
        [](const command::GivenOption& given) { return given.option == "u" && given.values.size() > 1; });
    std::string reason;
    if (!user_exists(set.user)) {
        reason = "The user " + set.user + " of -u does not exist.";
    } else if (::geteuid() != 0 && !is_own_user(set.user)) {
        reason = "-u is for root: nobody else can give a program the rights of a user.";
    }
    if (!reason.empty() && (!has_password || has_programs(set))) {
        throw ProgramError(reason);
    }
    if (!reason.empty()) {
        notes.left_out.push_back(reason + " -u is left out: the set has the rights of whoever starts it.");
    }
    if (!reason.empty() || ::geteuid() != 0) {
        set.user.clear();
    }
}

bool is_audience_windows(const Console& console) {
    return console.audience() == command::Audience::windows;
}

// What was left out is a loss; programs for Windows are not told, as Windows takes it.
ExitStatus report_notes(const std::vector<std::string>& notes, Console& console) {
    for (const auto& note : notes) {
        console.warn(note);
    }
    return notes.empty() || is_audience_windows(console) ? ExitStatus::done : ExitStatus::losses;
}

// Counters that this computer does not have now. Others are not asked, which may take long.
std::vector<std::string> missing_counters(const CollectorSet& set) {
    auto paths = set.counters;
    std::ranges::transform(set.thresholds, std::back_inserter(paths), &Threshold::path);
    std::vector<std::string> lines;
    command::Query query;
    for (const auto& counter : paths) {
        const auto path = command::complete_path(counter, {});
        if (!command::computer_of(path).empty()) {
            continue;
        }
        if (const auto status = query.add(path, PDH_NOEXPANDINSTANCES); status != ERROR_SUCCESS) {
            lines.push_back(command::listed_path(counter) +
                            " is not a counter of this computer now: " + command::text_of(status));
        }
    }
    return lines;
}

// What would only be found out when the set is started.
void warn_of_change(
    const CollectorSet& set, const CommandLine& line, const SetStore& store, Console& console) {
    std::vector<std::string> lines;
    if (is_given(line, "c") || is_given(line, "cf") || is_given(line, "th")) {
        constexpr std::size_t most = 10;
        try {
            lines = missing_counters(set);
        } catch (const ProgramError& error) {
            lines.emplace_back(error.what());
        }
        if (lines.size() > most) {
            const auto more = lines.size() - most;
            lines.resize(most);
            lines.push_back(std::to_string(more) + " more are not counters of this computer now.");
        }
    }
    const auto missing = what_is_missing(set);
    lines.insert(lines.end(), missing.empty() ? 0 : 1, missing);
    const auto folder = std::filesystem::path(set.output).parent_path();
    std::error_code unknown;
    if (is_given(line, "o") && has_files(set) && !std::filesystem::is_directory(folder, unknown)) {
        lines.push_back(
            "The folder " + folder.string() + " does not exist: the set cannot be started without it.");
    }
    const auto name = std::filesystem::path(set.output).filename().string();
    if (is_given(line, "o") && has_files(set) && name.find('\\') != std::string::npos) {
        lines.push_back("-o is a name of Windows: the log is " + set.output + "* here.");
    }
    if (is_given(line, "rdcs") && !store.has(set.started_set)) {
        lines.push_back("The set \"" + set.started_set + "\" of -rdcs does not exist yet.");
    }
    for (const auto& text : lines) {
        console.warn(text);
    }
}

// Makes the changes of a command line in a set, and keeps it.
ExitStatus change_and_keep(
    CollectorSet& set, const SetStore& store, const CommandLine& line, Console& console) {
    const auto usual = store.usual_output(set.name);
    const bool had_usual = set.output == usual;
    auto notes = change_set(set, line, command::read_file, usual);
    check_user(set, line, notes);
    store.write(set);
    if (set.output == usual && !had_usual) {
        terminal::make_own_folders(std::filesystem::path(usual).parent_path(), store.is_for_all());
        if (!is_audience_windows(console)) {
            console.write_end({"Its logs are " + usual + "*"});
        }
    }
    warn_of_change(set, line, store, console);
    for (const auto& remark : notes.remarks) {
        console.warn(remark);
    }
    return report_notes(notes.left_out, console);
}

ExitStatus create_set(const SetStore& store, const CommandLine& line, Console& console) {
    const auto lock = store.lock_sets();
    if (store.has(line.name)) {
        throw ProgramError(
            "The set \"" + line.name + "\" exists; logman update changes it, and logman delete removes it.",
            ExitStatus::cannot, {"Data Collector Set already exists."});
    }
    CollectorSet set;
    set.name = line.name;
    set.kind = line.kind;
    return change_and_keep(set, store, line, console);
}

void require_set(const SetStore& store, const std::string& name) {
    if (!store.has(name)) {
        throw set_not_found(name);
    }
}

ExitStatus update_set(const SetStore& store, const CommandLine& line, Console& console) {
    require_set(store, line.name);
    const auto lock = store.lock_sets();
    auto set = store.read(line.name);
    const auto status = change_and_keep(set, store, line, console);
    if (store.runner(line.name)) {
        console.write_end({"It is running, and changes when it is started again."});
    }
    return status;
}

void delete_set(const SetStore& store, const std::string& name) {
    require_set(store, name);
    const auto lock = store.lock_sets();
    if (store.runner(name) || Systemd(store.is_for_all()).has_unit(name)) {
        throw ProgramError("The set \"" + name + "\" is running; logman stop ends it.");
    }
    store.remove(name);
}

// Programs for Windows take the lines up to the blank one.
void write_list(std::vector<std::string> lines, Console& console) {
    if (is_audience_windows(console)) {
        lines.emplace_back();
    }
    console.write_lines(lines);
}

void query_sets(const SetStore& store, const std::string& name, Console& console) {
    if (!name.empty()) {
        const auto set = store.read(name);
        write_list(details_of(report_of(store, name)), console);
        return;
    }
    std::vector<SetReport> reports;
    for (const auto& one : store.names()) {
        reports.push_back(report_of(store, one));
    }
    write_list(table_of(reports), console);
    for (const auto& report : reports) {
        if (!report.damage.empty()) {
            console.write_error_line(report.damage);
        }
    }
}

// Runs the set in this process.
ExitStatus run_here(const SetStore& store, const CommandLine& line, Platform& platform, Console& console) {
    const auto set = store.read(line.name);
    const auto lock = store.lock_runner(line.name);
    if (line.is_background) {
        keep_messages();
    }
    std::optional<CommandHost> commands;
    if (has_programs(set)) {
        commands.emplace(set, store.messages_file(line.name), line.is_background);
    }
    const RunnerHost host{command::system_clocks(platform), console,
        [&] {
            notify_ready();
            if (line.is_background) {
                enter_background(store.messages_file(line.name));
            }
        },
        [&](const Program& program) { return commands->run(program); },
        [&] { return commands->late_outcome(); },
        [](const std::string& text) { return write_to_system_log(text); }};
    return run_set(set, store, host);
}

// What the runner said until it ran, or ended.
void report_messages(std::string_view messages, bool is_running, Console& console) {
    constexpr std::string_view program = "logman: ";
    while (!messages.empty()) {
        const auto end = std::min(messages.find('\n'), messages.size());
        auto message = messages.substr(0, end);
        message.remove_prefix(message.starts_with(program) ? program.size() : 0);
        is_running ? console.warn(message) : console.write_failure(message);
        messages.remove_prefix(std::min(end + 1, messages.size()));
    }
}

ExitStatus start_alone(const SetStore& store, const CommandLine& line, Console& console) {
    std::vector<std::string> arguments{"run", "-background"};
    if (line.is_system) {
        arguments.emplace_back("-system");
    }
    arguments.insert(arguments.end(), {"--", line.name});
    const auto messages = start_in_background(own_executable(), arguments);
    const bool is_running = store.runner(line.name).has_value();
    report_messages(messages, is_running, console);
    const bool is_over = !is_running && store.state(line.name).status != RunStatus::stopped;
    if (is_over) {
        throw ProgramError("The set \"" + line.name + "\" did not start.");
    }
    if (messages.empty()) {
        return ExitStatus::done;
    }
    return !is_running ? ExitStatus::cannot
                       : (is_audience_windows(console) ? ExitStatus::done : ExitStatus::losses);
}

ExitStatus start_as_unit(
    const SetStore& store, const CollectorSet& set, const Systemd& systemd, Console& console) {
    try {
        systemd.start(set, own_executable());
    } catch (const ProgramError& error) {
        const auto reason = store.state(set.name).reason;
        throw ProgramError(error.what() + (reason.empty() ? std::string() : " " + reason));
    }
    if (!systemd.outlives_session()) {
        console.write_error_line(
            "The set ends when its user logs out: loginctl enable-linger lets it go on.");
    }
    std::vector<std::string> notes;
    for (const auto& counter : store.state(set.name).missing) {
        notes.push_back(command::listed_path(counter) + " is left out.");
    }
    return report_notes(notes, console);
}

ExitStatus start_set(const SetStore& store, const CommandLine& line, Platform& platform, Console& console) {
    const auto set = store.read(line.name);
    const auto lock = store.lock_start(line.name); // whoever comes second finds that it runs
    if (const auto missing = what_is_missing(set); !missing.empty()) {
        throw ProgramError(missing);
    }
    static_cast<void>(period_of(set, command::system_clocks(platform).local_time())); // it is not past
    if (store.runner(line.name)) {
        throw set_is_running(line.name);
    }
    const Systemd systemd(line.is_system);
    if (!systemd.is_running()) {
        return start_alone(store, line, console);
    }
    return start_as_unit(store, set, systemd, console);
}

void end_runner(const SetStore& store, const std::string& name, pid_t runner, Platform& platform) {
    const auto reason = terminate_runner(runner, [&] { return store.runner(name) == runner; });
    if (!reason.empty()) {
        throw ProgramError("The process of the set \"" + name + "\" cannot be ended: " + reason + ".");
    }
    constexpr auto limit = std::chrono::seconds(60);
    constexpr auto step = std::chrono::milliseconds(10);
    const auto deadline = platform.now() + limit;
    while (store.runner(name) == runner) {
        if (platform.now() >= deadline ||
            platform.wait_until(platform.now() + step, false) == command::WakeReason::stop_requested) {
            throw ProgramError("The process of the set \"" + name + "\" is still ending.");
        }
    }
}

void stop_set(const SetStore& store, const std::string& name, Platform& platform) {
    const Systemd systemd(store.is_for_all());
    const bool has_unit = systemd.has_unit(name) && systemd.is_running();
    if (has_unit) {
        systemd.stop(name);
    }
    const auto runner = store.runner(name);
    if (runner) {
        end_runner(store, name, *runner, platform);
    } else if (!has_unit) {
        require_set(store, name);
        throw ProgramError("The set \"" + name + "\" is not running.", ExitStatus::nothing,
            {"Data Collector Set is not running."});
    }
}

ExitStatus import_set(const SetStore& store, const CommandLine& line, Console& console) {
    const auto lock = store.lock_sets();
    if (store.has(line.name)) {
        throw ProgramError("The set \"" + line.name + "\" exists; logman delete removes it.",
            ExitStatus::cannot, {"Data Collector Set already exists."});
    }
    const auto bytes = read_template_file(line.xml);
    try {
        const auto imported = read_template(line.name, bytes, std::filesystem::current_path().string());
        store.write(imported.set);
        return report_notes(imported.notes, console);
    } catch (const ProgramError& error) {
        throw ProgramError("The template \"" + line.xml + "\" is refused. " + error.what());
    }
}

ExitStatus export_set(const SetStore& store, const CommandLine& line, Console& console) {
    const auto exported = template_of(store.read(line.name));
    command::OutputFile file(line.xml, line.yes_to_all, console);
    file.write(exported.text);
    file.close();
    return report_notes(exported.notes, console);
}

ExitStatus run_verb(const CommandLine& line, Platform& platform, Console& console) {
    const auto store = store_of(line);
    switch (line.verb) {
    case Verb::create:
        return create_set(store, line, console);
    case Verb::update:
        return update_set(store, line, console);
    case Verb::remove:
        delete_set(store, line.name);
        break;
    case Verb::start:
        return start_set(store, line, platform, console);
    case Verb::stop:
        stop_set(store, line.name, platform);
        break;
    case Verb::query:
        query_sets(store, line.name, console);
        break;
    case Verb::run:
        return run_here(store, line, platform, console);
    case Verb::import_set:
        return import_set(store, line, console);
    case Verb::export_set:
        return export_set(store, line, console);
    case Verb::help:
    case Verb::version:
        break;
    }
    return ExitStatus::done;
}

ExitStatus execute(const std::vector<std::string>& arguments, Platform& platform, Console& console) {
    const auto line = parse_arguments(arguments, command::read_file);
    if (line.verb == Verb::help) {
        console.write_lines(help_lines());
        return ExitStatus::done;
    }
    if (line.verb == Verb::version) {
        console.write_line(terminal::version_line("logman"));
        return ExitStatus::done;
    }
    const auto status = run_verb(line, platform, console);
    if (status == ExitStatus::done && !line.is_background) {
        console.write_end({std::string(command::success_text)});
    }
    return status;
}

int run(const std::string& name, const std::vector<std::string>& arguments, Platform& platform) {
    return command::run_program(
        "logman", name, platform, [&](Console& console) { return execute(arguments, platform, console); });
}

} // namespace

} // namespace pdh_shim::tools::logman

using namespace pdh_shim::tools;

int main(int argc, char** argv) {
    const auto platform = command::start_platform();
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return logman::run(argc > 0 ? argv[0] : "logman", arguments, *platform);
}
