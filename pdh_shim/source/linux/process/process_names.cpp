// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/process_names.h"

#include "base/clock.h"
#include "base/saturating.h"
#include "base/text.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/process/windows_numbers.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace pdh_shim::source::linux {
namespace {

/// Whether the process may have executed another program since it was named, although its comm is the same:
/// that of the other program may be cut at the same character.
bool may_have_executed(const WatchedProcess& process, const ProcessStat& stat) {
    const bool is_hidden = stat.places.back() == 0; // or the program is not in its place yet
    return may_be_cut(stat.comm) && stat.virtual_bytes != 0 && (is_hidden || stat.places != process.places);
}

void name_with(WatchedProcess& process, std::int64_t id) {
    process.name_with_id = process.name + u":";
    append_number(process.name_with_id, id);
}

void take_names(WatchedProcess& process, const platform::WindowsProcess& known) {
    process.name = instance_name(known);
    process.windows_id = known.id;
    process.windows_parent = known.parent;
    name_with(process, known.id);
}

/// Whether it may have been missing in the list because it has just been started.
bool is_young(const WatchedProcess& process, std::int64_t time_100ns) {
    constexpr std::int64_t young = 10 * ticks_per_second;
    return process.now[ProcessField::start_time] > time_100ns - young;
}

void take_number_of_kernel(WatchedProcess& process) {
    if (process.windows_id != unread) {
        process.windows_id = unread;
        name_with(process, process.id);
    }
}

} // namespace

void ProcessNames::update(WatchedProcess& process, const ProcessStat& stat) {
    if (process.name.empty() || stat.comm != process.comm || may_have_executed(process, stat)) {
        name(process, stat);
    }
}

void ProcessNames::end(WatchedProcess& process) {
    take_number_of_kernel(process);
}

void ProcessNames::name(WatchedProcess& process, const ProcessStat& stat) {
    const bool of_kernel = stat.virtual_bytes == 0; // it has no command line
    std::string comm(stat.comm);
    std::string_view cmdline;
    if (may_be_cut(comm) && !of_kernel) {
        if (const auto text = process_files_.read_once(process, "/cmdline")) {
            cmdline = text.value();
        }
    }
    const bool is_named = !process.name.empty() && comm == process.comm;
    if (is_named && cmdline.empty()) {
        return; // it is going, or will be asked again
    }
    std::string shown(process_name(comm, cmdline));
    if (is_named && shown == process.shown) {
        process.places = stat.places;
        return;
    }
    process.cut = may_be_cut(comm) && std::string_view(comm).starts_with(shown);
    std::u16string name = model::kernel_instance(shown);
    if (name.empty()) { // a process may call itself so
        append_number(name, process.id);
    }
    process.name = std::move(name);
    name_with(process, process.id);
    process.windows_id = unread;
    process.runs_windows_program.reset();
    process.named = true;
    has_new_ = true;
    process.shown = std::move(shown);
    process.places = stat.places;
    process.comm = std::move(comm); // last: as long as it differs, the name is made again
}

void ProcessNames::number(
    const WatchedProcesses& processes, std::int64_t time_100ns, std::int64_t wall_ahead) {
    if (has_new_ && (!has_windows_ || has_stranger(processes, time_100ns))) {
        match_windows(processes, wall_ahead);
    }
    has_new_ = false;
    if (!has_windows_) {
        return;
    }
    for (const auto& process : processes) {
        process->named = false;
        if (process->windows_id == unread) {
            has_new_ = has_new_ || is_young(*process, time_100ns);
        } else {
            process->now[ProcessField::id] = process->windows_id;
            process->now[ProcessField::parent] = process->windows_parent;
        }
    }
}

/// Whether there is a program of Windows, or a process that may be one, whose number is not known and may be
/// by now. Windows' functions read the files of each of their processes and threads to list them.
bool ProcessNames::has_stranger(const WatchedProcesses& processes, std::int64_t time_100ns) {
    return std::ranges::any_of(processes, [&](const auto& process) {
        return process->windows_id == unread && (process->named || is_young(*process, time_100ns)) &&
               (runs_windows_program(*process) || process->hides_memory);
    });
}

void ProcessNames::match_windows(const WatchedProcesses& processes, std::int64_t wall_ahead) {
    std::vector<platform::WindowsProcess> windows = windows_();
    // A process is listed before its program is loaded, and has no name until then.
    std::erase_if(windows, [](const platform::WindowsProcess& process) { return process.name.empty(); });
    if (windows.empty()) {
        return;
    }
    find_self(processes, windows);
    std::vector<KernelProcess> kernel;
    kernel.reserve(processes.size());
    for (const auto& process : processes) {
        const std::int64_t started = process->now[ProcessField::start_time];
        kernel.push_back({.name = process->name,
            .started = started == unread ? 0 : saturated_add(started, wall_ahead),
            .is_self = process->id == own_id_,
            .has_ended = process->ended,
            .may_be_cut = process->cut});
    }
    const auto matches = match_windows_processes(
        kernel, windows, [&](std::size_t place) { return runs_windows_program(*processes[place]); });
    for (std::size_t i = 0; i < matches.size(); ++i) {
        WatchedProcess& process = *processes[i];
        if (matches[i] != nullptr) {
            take_names(process, *matches[i]);
        } else {
            take_number_of_kernel(process);
        }
    }
    has_windows_ = true;
}

/// Under Wine each question costs a search in a folder, so those with its name are asked about first.
void ProcessNames::find_self(
    const WatchedProcesses& processes, std::span<const platform::WindowsProcess> windows) {
    const auto known = std::ranges::find(windows, true, &platform::WindowsProcess::is_self);
    if (own_id_ != unread || known == windows.end()) {
        return;
    }
    const std::u16string own_name = instance_name(*known);
    for (const bool is_alike : {true, false}) {
        for (const auto& process : processes) {
            // Wine itself asks the kernel about "self", although its server opens files.
            if (equal_folded(process->name, own_name) == is_alike &&
                files_.info("/proc/self/task/" + std::to_string(process->id))) {
                own_id_ = process->id;
                return;
            }
        }
    }
}

bool ProcessNames::runs_windows_program(WatchedProcess& process) {
    if (!process.runs_windows_program) {
        process.runs_windows_program = look_into_memory(process);
    }
    return *process.runs_windows_program;
}

/// Under Wine, to open a file is to ask its server three times, and to ask for the size of one is not.
bool ProcessNames::look_into_memory(WatchedProcess& process) {
    constexpr std::size_t most_programs = 1000;
    const auto size = process_files_.program_size(process);
    const std::string program = size ? process.comm + '/' + std::to_string(*size) : std::string();
    if (other_programs_.contains(program)) {
        return false;
    }
    const auto maps = process_files_.read_once(process, "/maps");
    process.hides_memory = !maps;
    // Wine's own program becomes one of Windows: its memory is looked into each time.
    if (maps && size && maps.value().find("wine") == std::string_view::npos) {
        if (other_programs_.size() >= most_programs) {
            other_programs_.clear();
        }
        other_programs_.insert(program);
    }
    return maps && has_wine(maps.value());
}

} // namespace pdh_shim::source::linux
