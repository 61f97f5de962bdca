// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/cpu_files.h"

#include "base/clock.h"
#include "base/saturating.h"
#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

constexpr std::string_view cpu_folder = "/sys/devices/system/cpu/cpu";
// So many files of CPUs are kept open, those of the first CPUs: a machine with 64 of them has hundreds, and
// other objects need descriptors too.
constexpr std::size_t most_kept_files = 32;

} // namespace

std::string folder_of_cpu(std::int64_t number) {
    std::string folder(cpu_folder);
    append_number(folder, number);
    return folder;
}

std::int64_t CpuFiles::read_number(const std::string& path) {
    return linux::read_number(files_, path, buffer_);
}

std::int64_t CpuFiles::read_again(KeptFile& file, const std::string& path) {
    if (kept_ == most_kept_files) {
        file.release();
        return read_number(path);
    }
    ++kept_;
    const auto text = file.read(files_, path, buffer_);
    return text ? whole_number(text.value()).value_or(unread) : unread;
}

namespace {

void advance_utility(Cpu& cpu, double ratio, std::int64_t elapsed) {
    const auto weighted = [&](std::int64_t time) {
        return saturated_whole(static_cast<double>(time) * ratio * 100);
    };
    if (cpu.lasting) {
        const auto grown = [&](CpuField::Index field) { return cpu.now[field] - cpu.before[field]; };
        const auto add = [&](std::int64_t& sum, std::int64_t time) { sum = sum_of({sum, weighted(time)}); };
        add(cpu.performance, elapsed);
        add(cpu.utility, elapsed - grown(CpuField::idle));
        add(cpu.privileged_utility, std::min(grown(CpuField::privileged), elapsed));
    }
    cpu.now[CpuField::performance] = cpu.performance;
    cpu.now[CpuField::utility] = cpu.utility;
    cpu.now[CpuField::privileged_utility] = cpu.privileged_utility;
}

} // namespace

Inputs find_frequency_sources(FileSystem& files) {
    FileBuffer buffer;
    const std::string first = folder_of_cpu(0);
    const bool has_limit = files.info(first + "/cpufreq/scaling_max_freq").has_value();
    const Inputs found = inputs::current_frequency | (has_limit ? inputs::frequency_limit : 0);
    if (files.info(first + "/cpufreq/scaling_cur_freq") && files.info(first + "/cpufreq/cpuinfo_max_freq")) {
        return found | inputs::frequency_range | inputs::nominal_frequency;
    }
    const auto cpuinfo = files.read("/proc/cpuinfo", buffer);
    // A file that cannot be read this time counts as one with frequencies.
    const bool is_shown =
        cpuinfo ? parse_cpuinfo_frequency(cpuinfo.value()).has_value() : cpuinfo.error() == FileError::failed;
    return is_shown ? found | inputs::nominal_frequency : found;
}

void CpuFrequencies::read(Cpu& cpu, Inputs needed, std::int64_t elapsed) {
    const bool needs_frequency = (needed & inputs::frequencies) != 0;
    const bool needs_limit = (needed & inputs::frequency_limit) != 0;
    if ((needs_frequency || needs_limit) && !cpu.frequency_known) {
        find_nominal(cpu);
    }
    if (needs_frequency) {
        read_current(cpu, needed, elapsed);
    }
    if (needs_limit) {
        read_limit(cpu);
    }
}

void CpuFrequencies::find_nominal(Cpu& cpu) {
    const std::int64_t maximum = files_.read_number(cpu.folder + "/cpufreq/cpuinfo_max_freq");
    const std::int64_t base = files_.read_number(cpu.folder + "/cpufreq/base_frequency");
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
std::optional<std::int64_t> CpuFrequencies::cpuinfo_frequency() {
    if (!cpuinfo_khz_) {
        const auto text = files_.system().read("/proc/cpuinfo", files_.buffer());
        if (!text && text.error() == FileError::failed) {
            return std::nullopt;
        }
        cpuinfo_khz_ = text ? parse_cpuinfo_frequency(text.value()).value_or(0) : 0;
    }
    return cpuinfo_khz_;
}

void CpuFrequencies::read_current(Cpu& cpu, Inputs needed, std::int64_t elapsed) {
    constexpr std::int64_t megahertz = 1000;
    if (cpu.nominal_khz > 0) {
        cpu.now[CpuField::frequency] = cpu.nominal_khz / megahertz;
    }
    double ratio = 1;
    if (cpu.maximum_khz > 0 && needed != inputs::nominal_frequency) {
        const std::int64_t current =
            files_.read_again(cpu.current_frequency, cpu.folder + "/cpufreq/scaling_cur_freq");
        if (current > 0) {
            cpu.now[CpuField::percent_of_maximum] = scaled(current, 100) / cpu.maximum_khz;
            ratio = static_cast<double>(current) / static_cast<double>(cpu.nominal_khz);
        }
    }
    advance_utility(cpu, ratio, elapsed);
}

/// What the policies in force, of power, heat or the administrator, leave of the nominal frequency.
void CpuFrequencies::read_limit(Cpu& cpu) {
    const std::int64_t limit =
        files_.read_again(cpu.frequency_limit, cpu.folder + "/cpufreq/scaling_max_freq");
    if (limit > 0 && cpu.nominal_khz > 0) {
        cpu.now[CpuField::performance_limit] =
            std::min<std::int64_t>(100, scaled(limit, 100) / cpu.nominal_khz);
    }
}

namespace {

struct FoundIdleState {
    int depth = 0;
    std::string folder;
};

/// The states of a CPU that do not poll.
std::vector<FoundIdleState> idle_states_of(FileSystem& files, const std::string& cpu, FileBuffer& buffer) {
    std::vector<FoundIdleState> states;
    if (!files.info(cpu + "/cpuidle/state0")) {
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

constexpr Inputs idle_need(int depth) {
    return inputs::idle_c1 << static_cast<unsigned>(depth - 1);
}

void find_idle_states(CpuFiles& files, Cpu& cpu) {
    std::vector<IdleState> states;
    for (FoundIdleState& state : idle_states_of(files.system(), cpu.folder, files.buffer())) {
        states.push_back({state.depth, {state.folder + "/time", {}}, {state.folder + "/usage", {}}});
    }
    cpu.idle_states = std::move(states);
}

} // namespace

Inputs find_idle_sources(FileSystem& files) {
    FileBuffer buffer;
    Inputs found = 0;
    for (const FoundIdleState& state : idle_states_of(files, folder_of_cpu(0), buffer)) {
        found |= idle_need(state.depth) | inputs::idle_breaks;
    }
    return found;
}

void read_idle_states(CpuFiles& files, Cpu& cpu, Inputs needed) {
    constexpr std::int64_t microsecond = ticks_per_second / 1'000'000;
    const bool counts_breaks = (needed & inputs::idle_breaks) != 0;
    if (!counts_breaks && (needed & inputs::idle_states) == 0) {
        return;
    }
    if (!cpu.idle_states) {
        find_idle_states(files, cpu);
    }
    for (IdleState& state : *cpu.idle_states) {
        const bool is_wanted = (needed & idle_need(state.depth)) != 0;
        if (!is_wanted && !counts_breaks) {
            continue;
        }
        const std::int64_t used = files.read_again(state.usage.file, state.usage.path);
        std::int64_t& breaks = cpu.now[CpuField::idle_breaks];
        breaks = sum_of({breaks == unread ? 0 : breaks, used});
        if (!is_wanted) {
            continue;
        }
        const auto level = static_cast<std::size_t>(state.depth - 1);
        std::int64_t& time = cpu.now[CpuField::c1_time + level];
        std::int64_t& transitions = cpu.now[CpuField::c1_transitions + level];
        const std::int64_t spent = files.read_again(state.time.file, state.time.path);
        time = sum_of({time == unread ? 0 : time, scaled(spent, microsecond)});
        transitions = sum_of({transitions == unread ? 0 : transitions, used});
    }
}

} // namespace pdh_shim::source::linux
