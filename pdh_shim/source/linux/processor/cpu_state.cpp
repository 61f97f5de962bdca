// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/cpu_state.h"

#include "base/scope_guard.h"
#include "calc/total_name.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/processor/cpu_files.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

std::int64_t unique_id(std::uint32_t generation, std::uint32_t number) {
    return (static_cast<std::int64_t>(generation) << 32U) | number;
}

std::int64_t idle_of(const CpuTicks& ticks) {
    return ticks[CpuTick::idle] + ticks[CpuTick::iowait];
}

std::int64_t busy_of(const CpuTicks& ticks) {
    return sum_of({ticks[CpuTick::user], ticks[CpuTick::nice], ticks[CpuTick::system], ticks[CpuTick::irq],
        ticks[CpuTick::softirq], ticks[CpuTick::steal]});
}

/// Whether the kernel measures the time of interrupts, which is a choice of who built it. Else the time stays
/// 0, although a machine that has run for a second has used some.
Inputs find_interrupt_time(FileSystem& files) {
    FileBuffer buffer;
    const auto text = files.read(std::string(stat_file), buffer);
    if (!text) {
        return text.error() == FileError::failed ? inputs::interrupt_time : 0;
    }
    StatText stat;
    parse_stat(text.value(), stat);
    const bool is_measured =
        std::ranges::any_of(stat.cpus, [](const CpuLine& cpu) { return cpu.ticks[CpuTick::irq] != 0; });
    return is_measured ? inputs::interrupt_time : 0;
}

/// Whether the kernel distinguishes the interrupts of the CPUs' clocks from others.
Inputs find_clock_interrupts(FileSystem& files) {
    FileBuffer buffer;
    const auto text = files.read(std::string(interrupts_file), buffer);
    if (!text) {
        return text.error() == FileError::failed ? inputs::clock_interrupts : 0;
    }
    CpuTable table;
    parse_cpu_table(text.value(), table, TableRows::clocks);
    return table.rows != 0 ? inputs::clock_interrupts : 0;
}

} // namespace

Inputs find_cpu_sources(FileSystem& files, Inputs wanted) {
    constexpr Inputs of_idle_states = inputs::idle_states | inputs::idle_breaks;
    constexpr Inputs of_frequencies = inputs::frequencies | inputs::frequency_limit;
    Inputs found = inputs::topology;
    found |= (wanted & inputs::clock_interrupts) != 0 ? find_clock_interrupts(files) : 0;
    found |= (wanted & inputs::interrupt_time) != 0 ? find_interrupt_time(files) : 0;
    found |= (wanted & of_idle_states) != 0 ? find_idle_sources(files) : 0;
    found |= (wanted & of_frequencies) != 0 ? find_frequency_sources(files) : 0;
    return found;
}

CpuState::CpuState(FileSystem& files, KernelUnits units)
    : units_(units), files_(files), frequencies_(files_), nodes_(files), total_(cpu_rules) {
    total_values_.fill(unread);
    machine_values_.fill(unread);
}

std::int64_t CpuState::to_time(std::int64_t ticks) const noexcept {
    return scaled(ticks, ticks_per_second / units_.ticks_per_second);
}

void CpuState::close_files() {
    for (Cpu& cpu : cpus_) {
        cpu.release();
    }
}

void CpuState::update(const CpuInput& input) {
    readable_ = !input.stat.cpus.empty();
    if (!readable_) {
        return;
    }
    ScopeGuard unfinished([this, time = time_, sampled = sampled_] {
        time_ = time;
        sampled_ = sampled;
        nodes_.forget();
        for (Cpu& cpu : cpus_) {
            cpu.undo();
        }
    });
    begin(input.time_100ns);
    bool changed = false;
    for (const CpuLine& line : input.stat.cpus) {
        if (Cpu& cpu = find(line.number); !cpu.present) {
            take(cpu, line);
            changed = changed || !cpu.lasting;
        }
    }
    const auto online = std::ranges::count_if(cpus_, &Cpu::present);
    if (changed || online != online_) {
        nodes_.forget();
    }
    online_ = online;
    if ((input.inputs & inputs::topology) != 0) {
        nodes_.find(cpus_);
    }
    read_tables(input);
    for (Cpu& cpu : cpus_) {
        if (cpu.present) {
            read_idle_states(files_, cpu, input.inputs);
            frequencies_.read(cpu, input.inputs, elapsed_);
        } else {
            cpu.release(); // the kernel removes the files
        }
    }
    unfinished.dismiss(); // nothing after it allocates memory
    sum_up(input);
}

void CpuState::begin(std::int64_t time_100ns) noexcept {
    files_.begin();
    elapsed_ = sampled_ ? bounded(difference(time_100ns, time_)) : 0;
    time_ = time_100ns;
    sampled_ = true;
    for (Cpu& cpu : cpus_) {
        cpu.keep();
        remember(cpu.before, cpu.now, cpu.lasting);
        cpu.now.fill(unread);
        cpu.lasting = cpu.present;
        cpu.present = false;
    }
}

Cpu& CpuState::find(std::uint32_t number) {
    const auto place = std::ranges::lower_bound(cpus_, number, {}, &Cpu::number);
    if (place != cpus_.end() && place->number == number) {
        return *place;
    }
    Cpu cpu;
    cpu.number = number;
    cpu.place = number;
    cpu.now.fill(unread);
    cpu.keep();
    append_number(cpu.name, number);
    cpu.node_name = u"0," + cpu.name;
    cpu.folder = folder_of_cpu(number);
    return *cpus_.insert(place, std::move(cpu));
}

void CpuState::take(Cpu& cpu, const CpuLine& line) {
    cpu.present = true;
    cpu.lasting = cpu.lasting && !began_anew(cpu, line);
    const std::int64_t idle = idle_of(line.ticks);
    if (cpu.lasting) {
        const std::int64_t idle_before = cpu.idle_ticks;
        const std::int64_t busy_before = busy_of(cpu.ticks);
        const std::int64_t nice_before = cpu.ticks[CpuTick::nice];
        // The kernel moves time from iowait to idle afterwards and rounds both: only their sum goes forward.
        cpu.idle_ticks = std::max(cpu.idle_ticks, idle);
        std::ranges::transform(cpu.ticks, line.ticks, cpu.ticks.begin(),
            [](std::int64_t seen, std::int64_t shown) { return std::max(seen, shown); });
        advance_idle_time(
            cpu, to_time(cpu.idle_ticks - idle_before), to_time(busy_of(cpu.ticks) - busy_before));
        advance_low_priority(cpu, to_time(cpu.ticks[CpuTick::nice] - nice_before));
    } else {
        cpu.generation += cpu.seen ? 1 : 0;
        cpu.idle_ticks = idle;
        cpu.idle_surplus = 0;
        cpu.low_priority_surplus = 0;
        cpu.ticks = line.ticks;
        cpu.interrupts = {};
        cpu.clock_interrupts = {};
        cpu.dpcs = {};
        cpu.now[CpuField::idle] = to_time(idle);
        cpu.now[CpuField::low_priority] = to_time(sum_of({idle, line.ticks[CpuTick::nice]}));
    }
    cpu.seen = true;
    set_times(cpu);
}

/// Whether the CPU was away between two samples: its counts fell by more than rounding explains.
bool CpuState::began_anew(const Cpu& cpu, const CpuLine& line) const {
    const std::int64_t second = units_.ticks_per_second;
    const bool busy_fell = std::ranges::any_of(
        std::to_array({CpuTick::user, CpuTick::nice, CpuTick::system, CpuTick::irq, CpuTick::softirq}),
        [&](CpuTick::Index tick) { return line.ticks[tick] < cpu.ticks[tick] - second; });
    return busy_fell || idle_of(line.ticks) < cpu.idle_ticks - second;
}

/// Adds to the idle time, given what the kernel added to the idle and to the other times since the last
/// sample.
void CpuState::advance_idle_time(Cpu& cpu, std::int64_t idle, std::int64_t busy) const {
    // While the machine was suspended the clock went on and no time was counted: nothing ran then.
    const std::int64_t uncounted = elapsed_ - idle - busy;
    const bool was_suspended = uncounted > ticks_per_second && uncounted > elapsed_ / 4;
    const std::int64_t told = at_most_elapsed(idle + (was_suspended ? uncounted : 0), cpu.idle_surplus);
    cpu.now[CpuField::idle] = sum_of({cpu.before[CpuField::idle], told});
}

/// Adds to the time that was idle or of programs with low priority, given what the kernel added to the
/// latter.
void CpuState::advance_low_priority(Cpu& cpu, std::int64_t nice) const {
    const std::int64_t idle = difference(cpu.now[CpuField::idle], cpu.before[CpuField::idle]);
    const std::int64_t told = at_most_elapsed(sum_of({idle, nice}), cpu.low_priority_surplus);
    cpu.now[CpuField::low_priority] = sum_of({cpu.before[CpuField::low_priority], told});
}

/// A CPU's ticks may run ahead of the clock by a tick, and then what they are subtracted from would be
/// negative: the excess is reported with the next sample.
std::int64_t CpuState::at_most_elapsed(std::int64_t grown, std::int64_t& surplus) const noexcept {
    const std::int64_t all = grown + surplus;
    const std::int64_t told = std::min(all, elapsed_);
    surplus = std::min(all - told, to_time(2));
    return told;
}

void CpuState::set_times(Cpu& cpu) const {
    const CpuTicks& ticks = cpu.ticks;
    cpu.now[CpuField::idle_sum] = cpu.now[CpuField::idle];
    cpu.now[CpuField::user] = to_time(ticks[CpuTick::user] + ticks[CpuTick::nice]);
    cpu.now[CpuField::privileged] =
        to_time(ticks[CpuTick::system] + ticks[CpuTick::irq] + ticks[CpuTick::softirq]);
    cpu.now[CpuField::interrupt] = to_time(ticks[CpuTick::irq]);
    cpu.now[CpuField::dpc] = to_time(ticks[CpuTick::softirq]);
    cpu.now[CpuField::time] = time_;
    cpu.now[CpuField::parked] = 0; // a processor that is taken out of use is offline
}

void CpuState::read_tables(const CpuInput& input) {
    if (input.interrupts) {
        read_table(*input.interrupts, TableRows::totalled, CpuField::interrupts, &CpuSample::interrupts);
    }
    if (input.interrupts && (input.inputs & inputs::clock_interrupts) != 0) {
        read_table(
            *input.interrupts, TableRows::clocks, CpuField::clock_interrupts, &CpuSample::clock_interrupts);
    }
    if (input.softirqs) {
        read_table(*input.softirqs, TableRows::totalled, CpuField::dpcs, &CpuSample::dpcs);
    }
}

void CpuState::read_table(
    std::string_view text, TableRows rows, CpuField::Index field, Counter32 CpuSample::*counted) {
    parse_cpu_table(text, table_, rows);
    for (Cpu& cpu : cpus_) {
        const std::int64_t sum = table_.rows == 0 ? unread : table_.sum(cpu.number);
        cpu.now[field] = sum == unread ? unread : (cpu.*counted).advance(sum);
    }
}

void CpuState::sum_up(const CpuInput& input) {
    total_.begin();
    for (const Cpu& cpu : cpus_) {
        if (cpu.present) {
            total_.add(cpu.now, cpu.lasting ? &cpu.before : nullptr);
        }
    }
    const CpuValues machine_before = machine_values_;
    machine_values_ = total_.end();
    machine_values_[CpuField::time] = time_;
    machine_values_[CpuField::interrupts] = input.stat.interrupts;
    machine_values_[CpuField::dpcs] =
        input.stat.softirqs == unread ? unread : total_dpcs_.advance(input.stat.softirqs);
    const CpuValues total_before = std::exchange(total_values_, machine_values_);
    group_.follow(input.limit, machine_before, total_before, elapsed_, online_, total_values_);
    nodes_.sum_up(cpus_, time_);
}

void CpuState::write_cpus(model::InstanceWriter& instances) const {
    if (readable_ && !instances.only_total()) {
        for (const Cpu& cpu : cpus_) {
            if (group_.shows(cpu)) {
                instances.add(cpu.name, unique_id(cpu.generation, cpu.number), group_.shown(cpu.now));
            }
        }
    }
    write_total(instances);
}

void CpuState::write_nodes(model::InstanceWriter& instances) const {
    if (readable_ && !instances.only_total()) {
        for (const CpuNode& node : nodes_.all()) {
            write_node(node, instances);
        }
    }
    write_total(instances);
}

void CpuState::write_node(const CpuNode& node, model::InstanceWriter& instances) const {
    bool has_any = false;
    for (const Cpu& cpu : cpus_) {
        if (group_.shows(cpu) && cpu.node == node.number) {
            has_any = true;
            instances.add(cpu.node_name, unique_id(cpu.generation, cpu.number), group_.shown(cpu.now));
        }
    }
    if (has_any) {
        instances.add(node.total_name, model::no_unique_id, group_.shown(node.values));
    }
}

void CpuState::write_total(model::InstanceWriter& instances) const {
    if (readable_) {
        instances.add(calc::total_name, model::no_unique_id, group_.shown_total(total_values_));
    } else {
        instances.fail();
    }
}

} // namespace pdh_shim::source::linux
