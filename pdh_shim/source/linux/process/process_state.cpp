// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/process_state.h"

#include "base/clock.h"
#include "base/saturating.h"
#include "base/scope_guard.h"
#include "calc/total_name.h"

#include <algorithm>
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

} // namespace

Inputs find_process_sources(FileSystem& files, Inputs /*wanted*/) {
    if (!files.info("/proc")) {
        return 0;
    }
    constexpr Inputs always = inputs::processes & ~inputs::process_io;
    const bool has_io = files.info("/proc/self/io") || !files.info("/proc/self/stat");
    return has_io ? always | inputs::process_io : always;
}

ProcessState::ProcessState(KernelFiles& files, KernelUnits units, ProcessCalls calls)
    : units_(units), run_times_(files.system(), std::move(calls.run_time), calls.seeks_new),
      process_files_(files.system(), units, calls.seeks_new),
      names_(files.system(), process_files_, std::move(calls.windows)),
      list_(files.system(), calls.seeks_new), total_(process_rules) {
    total_values_.fill(unread);
    idle_.fill(unread);
    idle_before_.fill(unread);
}

void ProcessState::close_files() {
    list_.close_files();
    for (const auto& process : processes_) {
        process->stat.release();
        process->schedule.release();
        process->memory.release();
        process->status.release();
        process->io.release();
    }
}

void ProcessState::update(const ProcessInput& input) {
    count_ = list(input) ? std::ssize(ids_) : unread;
    readable_ = count_ != unread && (input.inputs & inputs::process_stat) != 0;
    if (!readable_) {
        return;
    }
    match();
    run_times_.prepare();
    begun_ = 0;
    ScopeGuard unfinished([this] { undo(); });
    read_processes(input);
    count_ = std::ssize(processes_);
    names_.number(processes_, input.time_100ns, input.wall_ahead);
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
        (input.inputs & inputs::process_stat) != 0; // what has ended is noticed when it is read
    return list_.update(ids_, input.time_100ns, may_keep);
}

/// Makes `processes_` the ones that were listed, and keeps those that were there.
void ProcessState::match() {
    const auto same = [](const std::unique_ptr<WatchedProcess>& process, std::int64_t id) {
        return process->id == id;
    };
    if (std::ranges::equal(processes_, ids_, same)) {
        return;
    }
    changed_ = true;
    WatchedProcesses strangers =
        make_strangers(); // before anything is moved: there may be no memory for them
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
            ended_.add_ended(ended->last);
            look_at_parent_of(*ended);
        }
    }
    earlier_.clear();
}

/// Reads again the line of the parent that reaped the child: it was given the time that the child had
/// used, but its own time since it was woken may not be counted yet. The parents of orphans are not
/// known.
void ProcessState::look_at_parent_of(const WatchedProcess& ended) {
    if (ended.parent == 0) {
        return; // the parent is not a process, or cannot be seen
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
WatchedProcesses ProcessState::make_strangers() const {
    WatchedProcesses strangers;
    auto known = processes_.begin();
    for (const std::int64_t id : ids_) {
        known = std::find_if(known, processes_.end(), [&](const auto& process) { return process->id >= id; });
        if (known != processes_.end() && (*known)->id == id) {
            ++known;
        } else {
            strangers.push_back(std::make_unique<WatchedProcess>());
            strangers.back()->id = id;
        }
    }
    return strangers;
}

void ProcessState::read_processes(const ProcessInput& input) {
    total_.begin();
    ended_.begin();
    bool some_gone = false;
    for (const auto& process : processes_) {
        process->keep();
        ++begun_;
        process->lasting = process->known;
        process->gone = !read(*process, input);
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
            ended_.add_ended(process->last);
        }
    }
    begun_ -= std::erase_if(processes_, [](const auto& process) { return process->gone; });
    changed_ = true;
}

/// False if the process is gone.
bool ProcessState::read(WatchedProcess& process, const ProcessInput& input) {
    const bool needs_line = (input.inputs & inputs::process_details) != 0;
    const std::int64_t run_time = needs_line ? unread : run_times_.read(process); // before the line
    const std::int64_t before = std::exchange(process.run_time, unread);
    process.born = false;
    process.replaced = false;
    if (run_time != unread && run_time == before) {
        keep_times(process, input);
    } else if (const LineResult line = read_line(process, input); line != LineResult::read) {
        return line == LineResult::denied; // it is there, and its values cannot be read
    }
    process.run_time = run_time;
    return process_files_.read_values(process, input.inputs);
}

/// Makes everything unread that may have changed although the process has not run.
void ProcessState::keep_times(WatchedProcess& process, const ProcessInput& input) {
    const ProcessValues before = process.now;
    process.now.fill(unread);
    for (const auto field : times) {
        process.now[field] = before[field];
    }
    process.now[ProcessField::start_time] = start_time(process, input);
    process.now[ProcessField::id] = process.id;
}

ProcessState::LineResult ProcessState::read_line(WatchedProcess& process, const ProcessInput& input) {
    process.now.fill(unread);
    const auto text = process_files_.read_file(process, process.stat, "/stat");
    if (!text && text.error() == FileError::denied) {
        return LineResult::denied;
    }
    if (!text && text.error() == FileError::failed) {
        process.stat.release(); // what is open may be that of a process that had the number before
        return process_files_.is_there(process) ? LineResult::denied : LineResult::none;
    }
    const auto stat = text ? parse_process_stat(text.value()) : std::nullopt;
    if (!stat) {
        return LineResult::none;
    }
    if (!process.known && is_line_of_thread(text.value())) {
        list_.add_thread(process.id);
        return LineResult::none;
    }
    take(process, *stat, input);
    return LineResult::read;
}

void ProcessState::take(WatchedProcess& process, const ProcessStat& stat, const ProcessInput& input) {
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
    if (process.ended) {
        ProcessNames::end(process);
    }
    process.parent = stat.parent;
    ProcessValues& now = process.now;
    now[ProcessField::user_time] = scaled(stat.user_ticks, tick);
    now[ProcessField::privileged_time] = scaled(stat.system_ticks, tick);
    now[ProcessField::processor_time] = scaled(sum_of({stat.user_ticks, stat.system_ticks}), tick);
    process.rests = process.lasting && stat.threads == 1 &&
                    now[ProcessField::processor_time] == process.last[ProcessField::processor_time];
    now[ProcessField::page_faults] = stat.faults;
    now[ProcessField::virtual_bytes] = process_files_.find_living_thread(process, stat);
    now[ProcessField::reaped_user_time] = scaled(stat.reaped_user_ticks, tick);
    now[ProcessField::reaped_privileged_time] = scaled(stat.reaped_system_ticks, tick);
    now[ProcessField::threads] = stat.threads;
    now[ProcessField::priority] = base_priority(stat.policy, stat.nice);
    now[ProcessField::start_time] = started;
    now[ProcessField::id] = process.id;
    now[ProcessField::parent] = stat.parent;
    names_.update(process, stat);
}

std::int64_t ProcessState::start_time(const WatchedProcess& process, const ProcessInput& input) const {
    const std::int64_t tick = ticks_per_second / units_.ticks_per_second;
    return input.boot_time == unread ? unread
                                     : saturated_add(input.boot_time, scaled(process.start_ticks, tick));
}

void ProcessState::put_in_order() {
    order_.clear();
    for (const auto& process : processes_) {
        if (process->known) { // else it may not be read, and has no name
            order_.push_back(process.get());
        }
    }
    std::ranges::sort(order_, {},
        [](const WatchedProcess* process) { return std::pair(process->start_ticks, process->id); });
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

void ProcessState::add_to_total(const WatchedProcess& process) noexcept {
    const ProcessGrowth* before = process.lasting ? &process.last : nullptr;
    total_.add(process.now, process.born ? &nothing : before);
    ended_.add_living(process);
}

/// Completes the total of the processes.
void ProcessState::sum_up(const ProcessInput& input) {
    total_.add(idle_, &idle_before_);
    total_.add(ended_.times(), &nothing);
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

void ProcessState::write(model::InstanceWriter& instances, bool with_id) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    if (!instances.only_total()) {
        instances.add(with_id ? idle_name_with_id : idle_name, 0, idle_);
        for (const WatchedProcess* process : order_) {
            instances.add(with_id ? process->name_with_id : process->name,
                task_id(process->id, process->start_ticks), process->now);
        }
    }
    instances.add(calc::total_name, model::no_unique_id, total_values_);
}

} // namespace pdh_shim::source::linux
