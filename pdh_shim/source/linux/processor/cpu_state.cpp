// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/cpu_state.h"

#include "base/rollback.h"
#include "base/saturating.h"
#include "source/linux/kernel/number_text.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

constexpr std::array<Summing, CpuField::count> make_cpu_rules() {
    std::array<Summing, CpuField::count> rules{};
    rules.fill(Summing::mean_growth);
    for (const auto counted : {CpuField::interrupts, CpuField::dpcs, CpuField::c1_transitions,
             CpuField::c2_transitions, CpuField::c3_transitions, CpuField::idle_sum, CpuField::idle_breaks,
             CpuField::clock_interrupts}) {
        rules[counted] = Summing::growth;
    }
    rules[CpuField::frequency] = Summing::mean;
    rules[CpuField::percent_of_maximum] = Summing::mean;
    rules[CpuField::performance_limit] = Summing::mean;
    rules[CpuField::parked] = Summing::mean;
    return rules;
}

constexpr std::array<Summing, CpuField::count> cpu_rules = make_cpu_rules();

/// What a control group used of the processors.
constexpr std::array<CpuField::Index, 5> fields_of_group{
    CpuField::idle, CpuField::user, CpuField::privileged, CpuField::utility, CpuField::privileged_utility};

constexpr std::string_view cpu_folder = "/sys/devices/system/cpu/cpu";
// So many files of CPUs are kept open, those of the first CPUs: a machine with 64 of them has hundreds, and
// other objects need descriptors too.
constexpr std::size_t most_kept_files = 32;
constexpr std::string_view node_folder = "/sys/devices/system/node";

std::string folder_of_cpu(std::int64_t number) {
    std::string folder(cpu_folder);
    append_number(folder, number);
    return folder;
}

bool exists(FileSystem& files, const std::string& path) {
    return files.info(path).has_value();
}

struct FoundIdleState {
    int depth = 0;
    std::string folder;
};

/// The states of a CPU that do not poll.
std::vector<FoundIdleState> idle_states_of(FileSystem& files, const std::string& cpu, FileBuffer& buffer) {
    std::vector<FoundIdleState> states;
    if (!exists(files, cpu + "/cpuidle/state0")) {
        return states; // many machines have none, and opening missing files costs more
    }
    constexpr int most_states = 32;
    for (int i = 0; i < most_states; ++i) {
        std::string folder = cpu + "/cpuidle/state";
        append_number(folder, i);
        const auto name = files.read(folder + "/name", buffer);
        if (!name) {
            break;
        }
        const int depth = idle_class(name.value(), static_cast<std::int64_t>(states.size()) + 1);
        if (depth > 0) {
            states.push_back({depth, std::move(folder)});
        }
    }
    return states;
}

constexpr Needs idle_need(int depth) {
    return needs::idle_c1 << static_cast<unsigned>(depth - 1);
}

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

/// The classes of power states that this machine has: a set of `idle_c1` and so on.
Needs find_idle_sources(FileSystem& files) {
    FileBuffer buffer;
    Needs found = 0;
    for (const FoundIdleState& state : idle_states_of(files, folder_of_cpu(0), buffer)) {
        found |= idle_need(state.depth) | needs::idle_breaks;
    }
    return found;
}

/// What this machine tells of its frequencies: a set of `frequency_range` and so on.
Needs find_frequency_sources(FileSystem& files) {
    FileBuffer buffer;
    const std::string first = folder_of_cpu(0);
    const bool has_limit = exists(files, first + "/cpufreq/scaling_max_freq");
    const Needs found = needs::current_frequency | (has_limit ? needs::frequency_limit : 0);
    if (exists(files, first + "/cpufreq/scaling_cur_freq") &&
        exists(files, first + "/cpufreq/cpuinfo_max_freq")) {
        return found | needs::frequency_range | needs::nominal_frequency;
    }
    const auto cpuinfo = files.read("/proc/cpuinfo", buffer);
    // A file that cannot be read this time counts as one with frequencies.
    const bool tells =
        cpuinfo ? parse_cpuinfo_frequency(cpuinfo.value()).has_value() : cpuinfo.error() == FileError::failed;
    return tells ? found | needs::nominal_frequency : found;
}

/// Whether the kernel measures the time of interrupts, which is a choice of who built it. Else the time stays
/// 0, although a machine that has run for a second has used some.
Needs find_interrupt_time(FileSystem& files) {
    FileBuffer buffer;
    const auto text = files.read(std::string(stat_file), buffer);
    if (!text) {
        return text.error() == FileError::failed ? needs::interrupt_time : 0;
    }
    StatText stat;
    parse_stat(text.value(), stat);
    const bool is_measured =
        std::ranges::any_of(stat.cpus, [](const CpuLine& cpu) { return cpu.ticks[CpuTick::irq] != 0; });
    return is_measured ? needs::interrupt_time : 0;
}

/// Whether the kernel tells the interrupts of the CPUs' clocks from others.
Needs find_clock_interrupts(FileSystem& files) {
    FileBuffer buffer;
    const auto text = files.read(std::string(interrupts_file), buffer);
    if (!text) {
        return text.error() == FileError::failed ? needs::clock_interrupts : 0;
    }
    CpuTable table;
    parse_cpu_table(text.value(), table, TableRows::clocks);
    return table.rows != 0 ? needs::clock_interrupts : 0;
}

} // namespace

Needs find_cpu_sources(FileSystem& files, Needs wanted) {
    constexpr Needs of_idle_states = needs::idle_states | needs::idle_breaks;
    constexpr Needs of_frequencies = needs::frequencies | needs::frequency_limit;
    Needs found = needs::topology;
    found |= (wanted & needs::clock_interrupts) != 0 ? find_clock_interrupts(files) : 0;
    found |= (wanted & needs::interrupt_time) != 0 ? find_interrupt_time(files) : 0;
    found |= (wanted & of_idle_states) != 0 ? find_idle_sources(files) : 0;
    found |= (wanted & of_frequencies) != 0 ? find_frequency_sources(files) : 0;
    return found;
}

CpuState::CpuState(FileSystem& files, KernelUnits units) : files_(files), units_(units), total_(cpu_rules) {
    total_values_.fill(unread);
    machine_values_.fill(unread);
}

std::int64_t CpuState::to_time(std::int64_t ticks) const noexcept {
    return scaled(ticks, ticks_per_second / units_.ticks_per_second);
}

std::int64_t CpuState::read_number(const std::string& path) {
    return linux::read_number(files_, path, buffer_);
}

/// As read_number(), for a file that each sample reads.
std::int64_t CpuState::read_again(KeptFile& file, const std::string& path) {
    if (kept_files_ == most_kept_files) {
        file.release();
        return read_number(path);
    }
    ++kept_files_;
    const auto text = file.read(files_, path, buffer_);
    return text ? whole_number(text.value()).value_or(unread) : unread;
}

void CpuState::Cpu::release() noexcept {
    current_frequency.release();
    frequency_limit.release();
    if (!idle_states) {
        return;
    }
    for (IdleState& state : *idle_states) {
        state.time.file.release();
        state.usage.file.release();
    }
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
    Rollback unfinished([this, time = time_, sampled = sampled_] {
        time_ = time;
        sampled_ = sampled;
        nodes_known_ = false;
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
    nodes_known_ = nodes_known_ && !changed && online == online_;
    online_ = online;
    if ((input.needs & needs::topology) != 0 && !nodes_known_) {
        find_nodes();
    }
    read_tables(input);
    for (Cpu& cpu : cpus_) {
        if (cpu.present) {
            read_idle_states(cpu, input.needs);
            read_frequency(cpu, input.needs);
            read_frequency_limit(cpu, input.needs);
        } else {
            cpu.release(); // the kernel removes the files
        }
    }
    unfinished.dismiss(); // nothing after it allocates memory
    sum_up(input);
}

void CpuState::begin(std::int64_t time_100ns) noexcept {
    kept_files_ = 0;
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

CpuState::Cpu& CpuState::find(std::uint32_t number) {
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
    if (input.interrupts && (input.needs & needs::clock_interrupts) != 0) {
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

void CpuState::find_idle_states(Cpu& cpu) {
    std::vector<IdleState> states;
    for (FoundIdleState& state : idle_states_of(files_, cpu.folder, buffer_)) {
        states.push_back({state.depth, {state.folder + "/time", {}}, {state.folder + "/usage", {}}});
    }
    cpu.idle_states = std::move(states);
}

void CpuState::read_idle_states(Cpu& cpu, Needs needed) {
    constexpr std::int64_t microsecond = ticks_per_second / 1'000'000;
    const bool counts_breaks = (needed & needs::idle_breaks) != 0;
    if (!counts_breaks && (needed & needs::idle_states) == 0) {
        return;
    }
    if (!cpu.idle_states) {
        find_idle_states(cpu);
    }
    for (IdleState& state : *cpu.idle_states) {
        const bool is_wanted = (needed & idle_need(state.depth)) != 0;
        if (!is_wanted && !counts_breaks) {
            continue;
        }
        const std::int64_t used = read_again(state.usage.file, state.usage.path);
        std::int64_t& breaks = cpu.now[CpuField::idle_breaks];
        breaks = sum_of({breaks == unread ? 0 : breaks, used});
        if (!is_wanted) {
            continue;
        }
        const auto level = static_cast<std::size_t>(state.depth - 1);
        std::int64_t& time = cpu.now[CpuField::c1_time + level];
        std::int64_t& transitions = cpu.now[CpuField::c1_transitions + level];
        const std::int64_t spent = read_again(state.time.file, state.time.path);
        time = sum_of({time == unread ? 0 : time, scaled(spent, microsecond)});
        transitions = sum_of({transitions == unread ? 0 : transitions, used});
    }
}

void CpuState::find_frequency(Cpu& cpu) {
    const std::int64_t maximum = read_number(cpu.folder + "/cpufreq/cpuinfo_max_freq");
    const std::int64_t base = read_number(cpu.folder + "/cpufreq/base_frequency");
    cpu.maximum_khz = std::max<std::int64_t>(0, maximum);
    cpu.nominal_khz = base > 0 ? base : cpu.maximum_khz;
    if (cpu.nominal_khz <= 0) {
        const auto listed = cpuinfo_frequency();
        cpu.nominal_khz = listed.value_or(0);
        cpu.frequency_known = listed.has_value();
        return;
    }
    cpu.frequency_known = true;
}

/// What the kernel's list of CPUs says of all of them, 0 if it says nothing; none if it cannot be read for
/// once.
std::optional<std::int64_t> CpuState::cpuinfo_frequency() {
    if (!cpuinfo_khz_) {
        const auto text = files_.read("/proc/cpuinfo", buffer_);
        if (!text && text.error() == FileError::failed) {
            return std::nullopt;
        }
        cpuinfo_khz_ = text ? parse_cpuinfo_frequency(text.value()).value_or(0) : 0;
    }
    return cpuinfo_khz_;
}

void CpuState::read_frequency(Cpu& cpu, Needs needed) {
    constexpr std::int64_t megahertz = 1000;
    if ((needed & (needs::nominal_frequency | needs::current_frequency | needs::frequency_range)) == 0) {
        return;
    }
    if (!cpu.frequency_known) {
        find_frequency(cpu);
    }
    if (cpu.nominal_khz > 0) {
        cpu.now[CpuField::frequency] = cpu.nominal_khz / megahertz;
    }
    double ratio = 1;
    if (cpu.maximum_khz > 0 && needed != needs::nominal_frequency) {
        const std::int64_t current =
            read_again(cpu.current_frequency, cpu.folder + "/cpufreq/scaling_cur_freq");
        if (current > 0) {
            cpu.now[CpuField::percent_of_maximum] = scaled(current, 100) / cpu.maximum_khz;
            ratio = static_cast<double>(current) / static_cast<double>(cpu.nominal_khz);
        }
    }
    advance_utility(cpu, ratio);
}

/// What the policies in force, of power, heat or the administrator, leave of the nominal frequency.
void CpuState::read_frequency_limit(Cpu& cpu, Needs needed) {
    if ((needed & needs::frequency_limit) == 0) {
        return;
    }
    if (!cpu.frequency_known) {
        find_frequency(cpu);
    }
    const std::int64_t limit = read_again(cpu.frequency_limit, cpu.folder + "/cpufreq/scaling_max_freq");
    if (limit > 0 && cpu.nominal_khz > 0) {
        cpu.now[CpuField::performance_limit] =
            std::min<std::int64_t>(100, scaled(limit, 100) / cpu.nominal_khz);
    }
}

void CpuState::advance_utility(Cpu& cpu, double ratio) const {
    const auto weighted = [&](std::int64_t time) {
        return saturated_whole(static_cast<double>(time) * ratio * 100);
    };
    if (cpu.lasting) {
        const auto grown = [&](CpuField::Index field) { return cpu.now[field] - cpu.before[field]; };
        const auto add = [&](std::int64_t& sum, std::int64_t time) { sum = sum_of({sum, weighted(time)}); };
        add(cpu.performance, elapsed_);
        add(cpu.utility, elapsed_ - grown(CpuField::idle));
        add(cpu.privileged_utility, std::min(grown(CpuField::privileged), elapsed_));
    }
    cpu.now[CpuField::performance] = cpu.performance;
    cpu.now[CpuField::utility] = cpu.utility;
    cpu.now[CpuField::privileged_utility] = cpu.privileged_utility;
}

void CpuState::find_nodes() {
    for (Cpu& cpu : cpus_) {
        cpu.node = 0;
        cpu.place = cpu.number;
    }
    std::vector<std::uint32_t> numbers;
    static_cast<void>(files_.list(std::string(node_folder), [&](std::string_view name) {
        Scanner scanner(name);
        const auto number = scanner.skip("node") ? whole_number(scanner.rest()) : std::nullopt;
        if (number && *number >= 0 && *number < most_cpus) {
            numbers.push_back(static_cast<std::uint32_t>(*number));
        }
    }));
    for (const std::uint32_t number : numbers) {
        find_node_cpus(number);
    }
    name_nodes();
    nodes_known_ = true;
}

/// Windows counts the CPUs of each node from 0. The list has those that are online, the folder has all: a CPU
/// keeps its place while another one is offline.
void CpuState::find_node_cpus(std::uint32_t node) {
    std::string path(node_folder);
    path += "/node";
    append_number(path, node);
    const auto list = files_.read(path + "/cpulist", buffer_);
    if (!list) {
        return;
    }
    std::set<std::uint32_t> members;
    parse_cpu_list(list.value(), [&](std::uint32_t number) { members.insert(number); });
    static_cast<void>(files_.list(path, [&](std::string_view name) {
        Scanner scanner(name);
        const auto number = scanner.skip("cpu") ? whole_number(scanner.rest()) : std::nullopt;
        if (number && *number >= 0 && *number < most_cpus) {
            members.insert(static_cast<std::uint32_t>(*number));
        }
    }));
    std::uint32_t place = 0;
    for (const std::uint32_t number : members) {
        const auto cpu = std::ranges::lower_bound(cpus_, number, {}, &Cpu::number);
        if (cpu != cpus_.end() && cpu->number == number) {
            cpu->node = node;
            cpu->place = place;
        }
        ++place;
    }
}

/// Makes the instances of the nodes that have a CPU online; those that were there keep their totals.
void CpuState::name_nodes() {
    for (Cpu& cpu : cpus_) {
        std::u16string node;
        append_number(node, cpu.node);
        cpu.node_name = node + u",";
        append_number(cpu.node_name, cpu.place);
        const auto place = std::ranges::lower_bound(nodes_, cpu.node, {}, &Node::number);
        if (place == nodes_.end() || place->number != cpu.node) {
            nodes_.insert(place, Node{cpu.node, node + u",_Total", RunningTotal<CpuField::count>(cpu_rules)});
        }
    }
    std::erase_if(nodes_, [this](const Node& node) {
        return std::ranges::none_of(
            cpus_, [&](const Cpu& cpu) { return cpu.present && cpu.node == node.number; });
    });
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
    if (group_counts_ || input.limit) {
        follow_group(input.limit, machine_before, total_before);
    }
    sum_up_nodes();
}

/// Lets `_Total` grow by the control group's use of its limit, or, without a limit, by the use of the machine
/// by all programs.
void CpuState::follow_group(
    const std::optional<CpuLimit>& limit, const CpuValues& machine_before, const CpuValues& total_before) {
    group_counts_ = true;
    CpuValues grown{};
    std::ranges::transform(machine_values_, machine_before, grown.begin(),
        [](std::int64_t now, std::int64_t before) { return difference(now, before); });
    if (limit && limit_) {
        set_group_growth(*limit, *limit_, grown);
    }
    for (const auto field : fields_of_group) {
        if (grown[field] != unread && total_before[field] != unread) {
            total_values_[field] = sum_of({total_before[field], grown[field]});
        }
    }
    limit_ = limit;
}

void CpuState::set_group_growth(const CpuLimit& now, const CpuLimit& before, CpuValues& grown) const {
    const double cpus = std::max(std::min(now.cpus, static_cast<double>(online_)), 0.01);
    // What is not known is not shown, so it grows as if nothing had been used.
    const auto share = [&](std::int64_t later, std::int64_t earlier) {
        const std::int64_t used = difference(later, earlier);
        const double time = static_cast<double>(used == unread ? 0 : used) / cpus;
        return static_cast<std::int64_t>(std::min(time, static_cast<double>(elapsed_)));
    };
    const std::int64_t busy = share(now.used, before.used);
    grown[CpuField::idle] = elapsed_ - busy;
    grown[CpuField::user] = share(now.user, before.user);
    grown[CpuField::privileged] = share(now.system, before.system);
    grown[CpuField::utility] = scaled(busy, 100);
    grown[CpuField::privileged_utility] = scaled(grown[CpuField::privileged], 100);
}

void CpuState::sum_up_nodes() {
    for (Node& node : nodes_) {
        node.total.begin();
        for (const Cpu& cpu : cpus_) {
            if (cpu.present && cpu.node == node.number) {
                node.total.add(cpu.now, cpu.lasting ? &cpu.before : nullptr);
            }
        }
        node.values = node.total.end();
        node.values[CpuField::time] = time_;
    }
}

void CpuState::write_cpus(InstanceWriter& instances) const {
    if (readable_ && !instances.only_total()) {
        for (const Cpu& cpu : cpus_) {
            if (is_shown(cpu)) {
                instances.add(cpu.name, unique_id(cpu.generation, cpu.number), shown(cpu.now));
            }
        }
    }
    write_total(instances);
}

void CpuState::write_nodes(InstanceWriter& instances) const {
    if (readable_ && !instances.only_total()) {
        for (const Node& node : nodes_) {
            write_node(node, instances);
        }
    }
    write_total(instances);
}

void CpuState::write_node(const Node& node, InstanceWriter& instances) const {
    bool has_any = false;
    for (const Cpu& cpu : cpus_) {
        if (is_shown(cpu) && cpu.node == node.number) {
            has_any = true;
            instances.add(cpu.node_name, unique_id(cpu.generation, cpu.number), shown(cpu.now));
        }
    }
    if (has_any) {
        instances.add(node.total_name, model::no_unique_id, shown(node.values));
    }
}

/// Online, and one of those that a limited group may use.
bool CpuState::is_shown(const Cpu& cpu) const {
    const bool has_set = limit_ && limit_->processors != nullptr;
    return cpu.present && (!has_set || std::ranges::binary_search(*limit_->processors, cpu.number));
}

/// What a limited group used of one processor is not known: its kernel counts all programs together.
const CpuValues& CpuState::shown(const CpuValues& values) const noexcept {
    static constexpr CpuValues missing = [] {
        CpuValues all{};
        all.fill(unread);
        return all;
    }();
    return limit_ ? missing : values;
}

/// Of a limited group only what its kernel counts of it.
CpuValues CpuState::shown_total() const noexcept {
    if (!limit_) {
        return total_values_;
    }
    CpuValues known{};
    known.fill(unread);
    known[CpuField::time] = total_values_[CpuField::time];
    const bool is_known = sum_of({limit_->used, limit_->user, limit_->system}) != unread;
    for (const auto field : fields_of_group) {
        known[field] = is_known ? total_values_[field] : unread;
    }
    return known;
}

void CpuState::write_total(InstanceWriter& instances) const {
    if (readable_) {
        instances.add(total_name, model::no_unique_id, shown_total());
    } else {
        instances.fail();
    }
}

} // namespace pdh_shim::source::linux
