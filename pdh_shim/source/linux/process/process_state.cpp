// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/process_state.h"

#include "base/clock.h"
#include "base/rollback.h"
#include "base/saturating.h"
#include "base/text.h"
#include "model/kernel_instance.h"
#include "source/linux/kernel/named_values.h"
#include "source/linux/kernel/number_text.h"
#include "source/linux/process/windows_numbers.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

constexpr std::array<Summing, ProcessField::count> make_process_rules() {
    std::array<Summing, ProcessField::count> rules{};
    rules.fill(Summing::whole_sum);
    for (std::size_t i = ProcessField::processor_time; i < ProcessField::growing_count; ++i) {
        rules[i] = Summing::whole_growth;
    }
    for (const auto none : {ProcessField::priority, ProcessField::start_time, ProcessField::id,
             ProcessField::parent, ProcessField::reaped_user_time, ProcessField::reaped_privileged_time}) {
        rules[none] = Summing::none;
    }
    return rules;
}

constexpr std::array<Summing, ProcessField::count> process_rules = make_process_rules();
constexpr ProcessGrowth nothing{};

/// What does not change while a process does not run.
constexpr std::array<ProcessField::Index, 5> times{ProcessField::processor_time, ProcessField::user_time,
    ProcessField::privileged_time, ProcessField::reaped_user_time, ProcessField::reaped_privileged_time};

constexpr std::u16string_view idle_name = u"Idle";
constexpr std::u16string_view idle_name_with_id = u"Idle:0";

struct StatusLine {
    enum Index : std::uint8_t { virtual_peak, resident_peak, resident, anonymous, swapped, count };
};
constexpr std::array<std::string_view, StatusLine::count> status_names{
    "VmPeak", "VmHWM", "VmRSS", "RssAnon", "VmSwap"};

struct IoLine {
    enum Index : std::uint8_t { read_bytes, write_bytes, reads, writes, count };
};
constexpr std::array<std::string_view, IoLine::count> io_names{"rchar", "wchar", "syscr", "syscw"};

} // namespace

Needs find_process_sources(FileSystem& files, Needs /*wanted*/) {
    if (!files.info("/proc")) {
        return 0;
    }
    constexpr Needs always = needs::processes & ~needs::process_io;
    const bool has_io = files.info("/proc/self/io") || !files.info("/proc/self/stat");
    return has_io ? always | needs::process_io : always;
}

ProcessState::ProcessState(KernelFiles& files, KernelUnits units, ProcessCalls calls)
    : files_(files), units_(units), run_times_(files.system(), std::move(calls.run_time)),
      windows_(std::move(calls.windows)), windows_ids_(std::move(calls.windows_ids)),
      list_(files.system(), calls.seeks_new), total_(process_rules) {
    total_values_.fill(unread);
    idle_.fill(unread);
    idle_before_.fill(unread);
}

void ProcessState::close_files() {
    list_.close_files();
    for (const auto& process : processes_) {
        process->stat.release();
        process->memory.release();
        process->status.release();
        process->io.release();
    }
}

void ProcessState::update(const ProcessInput& input) {
    count_ = list(input) ? std::ssize(ids_) : unread;
    readable_ = count_ != unread && (input.needs & needs::process_stat) != 0;
    if (!readable_) {
        return;
    }
    match();
    run_times_.prepare();
    begun_ = 0;
    Rollback unfinished([this] { undo(); });
    files_.system().in_folder("/proc", [&](FileReader& proc) { read_processes(proc, input); });
    count_ = std::ssize(processes_);
    number(input);
    if (changed_) {
        put_in_order();
    }
    unfinished.dismiss(); // nothing after it allocates memory
    set_idle(input);
    sum_up(input);
    time_ = input.time_100ns;
    sampled_ = true;
}

void ProcessState::undo() noexcept {
    for (std::size_t i = 0; i < begun_; ++i) {
        processes_[i]->undo();
        processes_[i]->run_time = unread;
    }
}

bool ProcessState::list(const ProcessInput& input) {
    ids_.clear();
    for (const auto& process : processes_) {
        ids_.push_back(process->id);
    }
    const bool may_keep =
        (input.needs & needs::process_stat) != 0; // what has ended is noticed when it is read
    return list_.update(ids_, input.time_100ns, may_keep);
}

/// Makes `processes_` the ones that were listed, and keeps those that were there.
void ProcessState::match() {
    const auto same = [](const std::unique_ptr<Process>& process, std::int64_t id) {
        return process->id == id;
    };
    if (std::ranges::equal(processes_, ids_, same)) {
        return;
    }
    changed_ = true;
    Processes strangers = make_strangers(); // before anything is moved: there may be no memory for them
    earlier_.reserve(ids_.size());
    earlier_.swap(processes_);
    auto known = earlier_.begin();
    auto stranger = strangers.begin();
    for (const std::int64_t id : ids_) {
        known = std::find_if(known, earlier_.end(), [&](const auto& process) { return process->id >= id; });
        const bool is_known = known != earlier_.end() && (*known)->id == id;
        processes_.push_back(std::move(is_known ? *known++ : *stranger++));
    }
    for (const auto& ended : earlier_) {
        if (ended != nullptr) {
            forget_windows(*ended);
            count_as_ended(ended->last, ended_);
            look_at_parent_of(*ended);
        }
    }
    earlier_.clear();
}

/// Lets the line be read of the one that asked about an ended process: it was given the time that this
/// process had used, but its own since it was woken may not be counted yet. Orphans have parents that are not
/// known.
void ProcessState::look_at_parent_of(const Process& ended) {
    if (ended.parent == 0) {
        return; // it is no process, or not to be seen
    }
    const auto parent = std::ranges::lower_bound(
        processes_, ended.parent, {}, [](const auto& process) { return process->id; });
    if (parent != processes_.end() && (*parent)->id == ended.parent) {
        (*parent)->run_time = unread;
        return;
    }
    for (const auto& process : processes_) {
        process->run_time = unread;
    }
}

/// Those that were listed and are not in `processes_`.
ProcessState::Processes ProcessState::make_strangers() const {
    Processes strangers;
    auto known = processes_.begin();
    for (const std::int64_t id : ids_) {
        known = std::find_if(known, processes_.end(), [&](const auto& process) { return process->id >= id; });
        if (known != processes_.end() && (*known)->id == id) {
            ++known;
        } else {
            strangers.push_back(std::make_unique<Process>());
            strangers.back()->id = id;
        }
    }
    return strangers;
}

void ProcessState::read_processes(FileReader& proc, const ProcessInput& input) {
    total_.begin();
    reaped_ = {};
    replaced_ = {};
    bool some_gone = false;
    for (const auto& process : processes_) {
        process->keep();
        ++begun_;
        process->lasting = process->known;
        process->gone = !read(proc, *process, input);
        if (process->gone) {
            some_gone = true;
        } else {
            add_to_total(*process); // now, while its values are in the processor's cache
            remember(process->last, process->now, process->lasting);
        }
    }
    if (some_gone) {
        forget_gone();
    }
}

void ProcessState::forget_gone() {
    for (const auto& process : processes_) {
        if (process->gone && process->known) {
            forget_windows(*process);
            count_as_ended(process->last, ended_);
        }
    }
    begun_ -= std::erase_if(processes_, [](const auto& process) { return process->gone; });
    changed_ = true;
}

/// False if the process is gone.
bool ProcessState::read(FileReader& proc, Process& process, const ProcessInput& input) {
    const bool needs_line = (input.needs & needs::process_details) != 0;
    const std::int64_t run_time = needs_line ? unread : run_times_.of(process.id); // before the line is read
    const std::int64_t before = std::exchange(process.run_time, unread);
    process.born = false;
    process.replaced = false;
    if (run_time != unread && run_time == before) {
        keep_times(process, input);
    } else if (const Line line = read_line(proc, process, input); line != Line::read) {
        return line == Line::denied; // it is there, and its values cannot be read
    }
    process.run_time = run_time;
    return read_files(proc, process, input.needs);
}

/// Makes everything unread that may have changed although the process has not run.
void ProcessState::keep_times(Process& process, const ProcessInput& input) {
    const ProcessValues before = process.now;
    process.now.fill(unread);
    for (const auto field : times) {
        process.now[field] = before[field];
    }
    process.now[ProcessField::start_time] = start_time(process, input);
    process.now[ProcessField::id] = process.id;
}

ProcessState::Line ProcessState::read_line(FileReader& proc, Process& process, const ProcessInput& input) {
    process.now.fill(unread);
    const auto text = read_file(proc, process, process.stat, "/stat");
    if (!text && text.error() == FileError::denied) {
        return Line::denied;
    }
    if (!text && text.error() == FileError::failed) {
        process.stat.release(); // what is open may be that of a process that had the number before
        return is_there(process) ? Line::denied : Line::none;
    }
    const auto stat = text ? parse_process_stat(text.value()) : std::nullopt;
    if (!stat) {
        return Line::none;
    }
    take(process, *stat, input);
    return Line::read;
}

/// What its line does not tell. False if the process is gone.
bool ProcessState::read_files(FileReader& proc, Process& process, Needs needed) {
    const auto is_needed = [needed](Needs files) { return (needed & files) != 0; };
    // The status tells the memory too.
    const bool memory_alone = is_needed(needs::process_memory) && !is_needed(needs::process_status);
    return (!memory_alone || read_memory(proc, process)) &&
           (!is_needed(needs::process_status) || read_status(proc, process)) &&
           (!is_needed(needs::process_io) || read_io(proc, process)) &&
           (!is_needed(needs::process_handles) || read_handles(process));
}

void ProcessState::take(Process& process, const ProcessStat& stat, const ProcessInput& input) {
    const std::int64_t tick = ticks_per_second / units_.ticks_per_second;
    process.replaced = stat.start_ticks != process.start_ticks && process.lasting;
    if (stat.start_ticks != process.start_ticks) {
        changed_ = true;
        process.lasting = false;
        process.start_ticks = stat.start_ticks;
        process.comm.clear();
        process.name.clear();
    }
    const std::int64_t started = start_time(process, input);
    process.born = sampled_ && !process.lasting && started != unread &&
                   saturated_add(started, ticks_per_second) >= time_;
    process.known = true;
    process.ended = stat.ended && stat.threads <= 1;
    if (process.ended && process.windows_id != unread) {
        forget_windows(process);
        name_with(process, process.id);
    }
    process.parent = stat.parent;
    ProcessValues& now = process.now;
    now[ProcessField::user_time] = scaled(stat.user_ticks, tick);
    now[ProcessField::privileged_time] = scaled(stat.system_ticks, tick);
    now[ProcessField::processor_time] = scaled(sum_of({stat.user_ticks, stat.system_ticks}), tick);
    now[ProcessField::page_faults] = stat.faults;
    now[ProcessField::virtual_bytes] = find_living_thread(process, stat);
    now[ProcessField::reaped_user_time] = scaled(stat.reaped_user_ticks, tick);
    now[ProcessField::reaped_privileged_time] = scaled(stat.reaped_system_ticks, tick);
    now[ProcessField::threads] = stat.threads;
    now[ProcessField::priority] = base_priority(stat.policy, stat.nice);
    now[ProcessField::start_time] = started;
    now[ProcessField::id] = process.id;
    now[ProcessField::parent] = stat.parent;
    if (process.name.empty() || stat.comm != process.comm || may_have_executed(process, stat)) {
        name(process, stat);
    }
}

/// The files of a process whose first thread has ended, and others not, tell of no memory and no handles:
/// those of another thread do. @return the virtual memory
std::int64_t ProcessState::find_living_thread(Process& process, const ProcessStat& stat) {
    const bool is_told_by_thread = stat.ended && stat.threads > 1;
    if (!is_told_by_thread && process.living_thread.empty()) {
        return stat.virtual_bytes; // as nearly always
    }
    const std::string before = std::exchange(process.living_thread, {});
    std::int64_t virtual_bytes = stat.virtual_bytes;
    if (is_told_by_thread) {
        std::int64_t found = 0; // there is no such thread: nothing is told
        static_cast<void>(files_.system().list(path(process, "/task"), [&](std::string_view name) {
            const auto thread = whole_number(name);
            found = thread && *thread != process.id ? *thread : found;
        }));
        process.living_thread = "/task/" + std::to_string(found);
        const auto text = files_.system().read(path(process, process.living_thread + "/stat"), name_buffer_);
        const auto line = text ? parse_process_stat(text.value()) : std::nullopt;
        virtual_bytes = line ? line->virtual_bytes : unread;
    }
    if (process.living_thread != before) {
        process.memory.release();
        process.status.release();
    }
    return virtual_bytes;
}

std::int64_t ProcessState::start_time(const Process& process, const ProcessInput& input) const {
    const std::int64_t tick = ticks_per_second / units_.ticks_per_second;
    return input.boot_time == unread ? unread
                                     : saturated_add(input.boot_time, scaled(process.start_ticks, tick));
}

/// Whether the process may have executed another program since it was named, although its comm is the same:
/// that of the other program may be cut at the same character.
bool ProcessState::may_have_executed(const Process& process, const ProcessStat& stat) {
    const bool is_hidden = stat.places.back() == 0; // or the program is not in its place yet
    return may_be_cut(stat.comm) && stat.virtual_bytes != 0 && (is_hidden || stat.places != process.places);
}

void ProcessState::name(Process& process, const ProcessStat& stat) {
    const bool of_kernel = stat.virtual_bytes == 0; // it has no command line
    std::string comm(stat.comm);
    std::string_view cmdline;
    if (may_be_cut(comm) && !of_kernel) {
        if (const auto text = files_.system().read(path(process, "/cmdline"), name_buffer_)) {
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
    forget_windows(process);
    process.runs_windows_program.reset();
    numbers_stale_ = true;
    process.shown = std::move(shown);
    process.places = stat.places;
    process.comm = std::move(comm); // last: as long as it differs, the name is made again
}

void ProcessState::name_with(Process& process, std::int64_t id) {
    process.name_with_id = process.name + u":";
    append_number(process.name_with_id, id);
}

void ProcessState::take(Process& process, const platform::WindowsProcess& known) {
    process.name = instance_name(known);
    process.windows_id = known.id;
    process.windows_parent = known.parent;
    name_with(process, known.id);
}

/// Its number may be given to another process, which is listed under it then.
void ProcessState::forget_windows(Process& process) noexcept {
    windows_incomplete_ = windows_incomplete_ || process.windows_id != unread;
    process.windows_id = unread;
}

/// Gives the programs of Windows the numbers that they know each other by.
void ProcessState::number(const ProcessInput& input) {
    if (numbers_stale_) {
        if (windows_changed()) {
            match_windows(input.wall_ahead);
        }
        numbers_stale_ = has_windows_ && has_young_stranger(input.time_100ns);
    }
    if (!has_windows_) {
        return;
    }
    for (const auto& process : processes_) {
        if (process->windows_id != unread) {
            process->now[ProcessField::id] = process->windows_id;
            process->now[ProcessField::parent] = process->windows_parent;
        }
    }
}

/// Whether Windows' functions may know a process without a number: not if each one that they listed has its
/// process of the kernel still, and there is no other one.
bool ProcessState::windows_changed() const {
    if (windows_incomplete_) {
        return true;
    }
    const std::vector<std::int64_t> ids = windows_ids_();
    return ids.empty() || !std::ranges::includes(windows_seen_, ids);
}

void ProcessState::match_windows(std::int64_t wall_ahead) {
    std::vector<platform::WindowsProcess> windows = windows_();
    // A process is listed before its program is loaded, and has no name until then.
    std::erase_if(windows, [](const platform::WindowsProcess& process) { return process.name.empty(); });
    if (windows.empty()) {
        return;
    }
    find_self(windows);
    std::vector<KernelProcess> kernel;
    kernel.reserve(processes_.size());
    for (const auto& process : processes_) {
        const std::int64_t started = process->now[ProcessField::start_time];
        kernel.push_back({.name = process->name,
            .started = started == unread ? 0 : saturated_add(started, wall_ahead),
            .is_self = process->id == own_id_,
            .has_ended = process->ended,
            .may_be_cut = process->cut});
    }
    const auto matches = match_windows_processes(
        kernel, windows, [this](std::size_t place) { return runs_windows_program(*processes_[place]); });
    for (std::size_t i = 0; i < matches.size(); ++i) {
        Process& process = *processes_[i];
        if (matches[i] != nullptr) {
            take(process, *matches[i]);
        } else {
            process.windows_id = unread;
            name_with(process, process.id);
        }
    }
    std::vector<std::int64_t> seen;
    std::ranges::transform(windows, std::back_inserter(seen), &platform::WindowsProcess::id);
    std::ranges::sort(seen);
    windows_seen_ = std::move(seen);
    const auto matched = std::ranges::count_if(matches, [](const auto* match) { return match != nullptr; });
    windows_incomplete_ = matched != std::ssize(windows);
    has_windows_ = true;
}

/// Under Wine each question costs a search in a folder, so those with its name are asked about first.
void ProcessState::find_self(std::span<const platform::WindowsProcess> windows) {
    const auto known = std::ranges::find(windows, true, &platform::WindowsProcess::is_self);
    if (own_id_ != unread || known == windows.end()) {
        return;
    }
    const std::u16string own_name = instance_name(*known);
    for (const bool is_alike : {true, false}) {
        for (const auto& process : processes_) {
            // Wine itself asks the kernel about "self", although its server opens files.
            if (equal_folded(process->name, own_name) == is_alike &&
                files_.system().info("/proc/self/task/" + std::to_string(process->id))) {
                own_id_ = process->id;
                return;
            }
        }
    }
}

bool ProcessState::runs_windows_program(Process& process) {
    if (!process.runs_windows_program) {
        const auto maps = files_.system().read(path(process, "/maps"), name_buffer_);
        process.runs_windows_program = maps && has_wine(maps.value());
    }
    return *process.runs_windows_program;
}

/// Whether a program that has just been started may have been missing in the list.
bool ProcessState::has_young_stranger(std::int64_t time_100ns) const {
    constexpr std::int64_t young = 10 * ticks_per_second;
    return std::ranges::any_of(processes_, [&](const auto& process) {
        return process->windows_id == unread && process->now[ProcessField::start_time] > time_100ns - young;
    });
}

const std::string& ProcessState::path(
    const Process& process, std::string_view file, std::string_view folder) {
    path_ = folder;
    append_number(path_, process.id);
    if (!process.living_thread.empty() &&
        (file == "/statm" || file == "/status" || file == "/fd" || file == "/cmdline" || file == "/maps")) {
        path_ += process.living_thread;
    }
    path_ += file;
    return path_;
}

FileResult<std::string_view> ProcessState::read_file(
    FileReader& proc, const Process& process, KeptFile& kept, std::string_view file) {
    const std::string& name = path(process, file, {}); // relative to /proc
    // Descriptors are for those that live longer than from one sample to the next.
    return process.lasting ? kept.read(proc, name, buffer_) : proc.read(name, buffer_);
}

/// Whether a process still exists although one of its files could not be read: its counters are invalid then.
bool ProcessState::is_there(const Process& process) {
    const auto found = files_.system().info(path(process, "/stat"));
    return found || found.error() != FileError::not_found; // nobody can look where descriptors are missing
}

// The line of stat tells the memory too, but not exactly: the kernel counts it apart for each CPU, and adds
// the parts up only for these two files.
bool ProcessState::read_memory(FileReader& proc, Process& process) {
    const auto text = read_file(proc, process, process.memory, "/statm");
    if (!text) {
        return is_there(process);
    }
    process.now[ProcessField::working_set] = scaled(parse_resident_pages(text.value()), units_.page_size);
    return true;
}

bool ProcessState::read_status(FileReader& proc, Process& process) {
    const auto text = read_file(proc, process, process.status, "/status");
    if (!text) {
        return is_there(process);
    }
    std::array<std::int64_t, StatusLine::count> lines{};
    parse_named_values(text.value(), status_names, lines);
    if (lines[StatusLine::resident] == unread) {
        lines.fill(0); // a part of the kernel, or one that has ended: it has no memory
    }
    const auto bytes = [&](StatusLine::Index line) { return scaled(lines[line], 1024); };
    process.now[ProcessField::virtual_peak] = bytes(StatusLine::virtual_peak);
    process.now[ProcessField::working_set] = bytes(StatusLine::resident);
    process.now[ProcessField::working_set_peak] = bytes(StatusLine::resident_peak);
    process.now[ProcessField::working_set_private] = bytes(StatusLine::anonymous);
    process.now[ProcessField::private_bytes] =
        sum_of({bytes(StatusLine::anonymous), bytes(StatusLine::swapped)});
    return true;
}

bool ProcessState::read_io(FileReader& proc, Process& process) {
    const auto text = read_file(proc, process, process.io, "/io");
    if (!text) {
        return is_there(process);
    }
    std::array<std::int64_t, IoLine::count> lines{};
    parse_named_values(text.value(), io_names, lines);
    ProcessValues& now = process.now;
    now[ProcessField::io_reads] = lines[IoLine::reads];
    now[ProcessField::io_writes] = lines[IoLine::writes];
    now[ProcessField::io_operations] = sum_of({lines[IoLine::reads], lines[IoLine::writes]});
    now[ProcessField::io_read_bytes] = lines[IoLine::read_bytes];
    now[ProcessField::io_write_bytes] = lines[IoLine::write_bytes];
    now[ProcessField::io_bytes] = sum_of({lines[IoLine::read_bytes], lines[IoLine::write_bytes]});
    return true;
}

bool ProcessState::read_handles(Process& process) {
    if (!folder_size_counts_) {
        // Linux 6.2 and later return the number of entries as the size; this process has at least one.
        const auto own = files_.system().info("/proc/self/fd");
        folder_size_counts_ = own && own.value().size > 0;
    }
    if (!*folder_size_counts_) {
        return count_entries(process);
    }
    const auto folder = files_.system().info(path(process, "/fd"));
    if (!folder) {
        return is_there(process);
    }
    process.now[ProcessField::handles] = std::min(static_cast<std::int64_t>(folder.value().size), number_max);
    return true;
}

bool ProcessState::count_entries(Process& process) {
    std::int64_t entries = 0;
    if (!files_.system().list(path(process, "/fd"), [&](std::string_view) { ++entries; })) {
        return is_there(process);
    }
    process.now[ProcessField::handles] = entries;
    return true;
}

void ProcessState::put_in_order() {
    order_.clear();
    for (const auto& process : processes_) {
        if (process->known) { // else it may not be read, and has no name
            order_.push_back(process.get());
        }
    }
    std::ranges::sort(
        order_, {}, [](const Process* process) { return std::pair(process->start_ticks, process->id); });
    changed_ = false;
}

void ProcessState::set_idle(const ProcessInput& input) {
    remember(idle_before_, idle_, true);
    idle_.fill(0);
    idle_[ProcessField::processor_time] = input.idle_time;
    idle_[ProcessField::privileged_time] = input.idle_time;
    idle_[ProcessField::threads] = input.cpus;
    idle_[ProcessField::start_time] = input.boot_time;
}

/// Adds what a process had used, and its children before it.
void ProcessState::count_as_ended(const ProcessGrowth& last, Times& ended) noexcept {
    const auto add = [&last](std::int64_t& sum, ProcessField::Index own, ProcessField::Index reaped) {
        const std::int64_t used = sum_of({last[own], last[reaped]});
        sum = used == unread ? sum : sum_of({sum, used});
    };
    add(ended.user, ProcessField::user_time, ProcessField::reaped_user_time);
    add(ended.privileged, ProcessField::privileged_time, ProcessField::reaped_privileged_time);
}

/// Adds what the children of a process used that it has asked about since the last sample.
void ProcessState::add_reaped(const Process& process, Times& reaped) noexcept {
    const auto add = [&](std::int64_t& sum, ProcessField::Index field) {
        const std::int64_t before = process.born ? 0 : process.last[field];
        const bool counts = process.born || process.lasting;
        const std::int64_t grown = counts ? difference(process.now[field], before) : unread;
        sum = grown == unread ? sum : sum_of({sum, grown});
    };
    add(reaped.user, ProcessField::reaped_user_time);
    add(reaped.privileged, ProcessField::reaped_privileged_time);
}

/// What processes that have ended used after the last sample. The kernel adds all that a process used to the
/// children's time of the one that asks about its end; what it used until the last sample was counted then.
/// (Where nobody asks, the time is lost, and is missing.)
ProcessValues ProcessState::times_of_ended() noexcept {
    const Times ended = std::exchange(ended_, {});
    ProcessValues times{};
    times[ProcessField::user_time] = difference(reaped_.user, sum_of({ended.user, replaced_.user}));
    times[ProcessField::privileged_time] =
        difference(reaped_.privileged, sum_of({ended.privileged, replaced_.privileged}));
    times[ProcessField::processor_time] =
        sum_of({times[ProcessField::user_time], times[ProcessField::privileged_time]});
    return times;
}

void ProcessState::add_to_total(const Process& process) noexcept {
    const ProcessGrowth* before = process.lasting ? &process.last : nullptr;
    total_.add(process.now, process.born ? &nothing : before);
    add_reaped(process, reaped_);
    if (process.replaced) {
        count_as_ended(process.last, replaced_);
    }
}

/// Completes the total of the processes.
void ProcessState::sum_up(const ProcessInput& input) {
    total_.add(idle_, &idle_before_);
    total_.add(times_of_ended(), &nothing);
    total_values_ = total_.end();
    total_values_[ProcessField::priority] = 0;
    total_values_[ProcessField::id] = 0;
    total_values_[ProcessField::parent] = 0;
    total_values_[ProcessField::start_time] = input.time_100ns;
}

std::int64_t ProcessState::thread_count() const noexcept {
    // The total has a thread of Idle for each processor.
    return readable_ ? difference(total_values_[ProcessField::threads], idle_[ProcessField::threads])
                     : unread;
}

void ProcessState::write(InstanceWriter& instances, bool with_id) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    if (!instances.only_total()) {
        instances.add(with_id ? idle_name_with_id : idle_name, 0, idle_);
        for (const Process* process : order_) {
            instances.add(with_id ? process->name_with_id : process->name,
                task_id(process->id, process->start_ticks), process->now);
        }
    }
    instances.add(total_name, model::no_unique_id, total_values_);
}

} // namespace pdh_shim::source::linux
