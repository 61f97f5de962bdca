// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/cpu_frequencies.h"

#include "base/saturating.h"

#include <algorithm>
#include <string>

namespace pdh_shim::source::linux {
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

Needs find_frequency_sources(FileSystem& files) {
    FileBuffer buffer;
    const std::string first = folder_of_cpu(0);
    const bool has_limit = files.info(first + "/cpufreq/scaling_max_freq").has_value();
    const Needs found = needs::current_frequency | (has_limit ? needs::frequency_limit : 0);
    if (files.info(first + "/cpufreq/scaling_cur_freq") && files.info(first + "/cpufreq/cpuinfo_max_freq")) {
        return found | needs::frequency_range | needs::nominal_frequency;
    }
    const auto cpuinfo = files.read("/proc/cpuinfo", buffer);
    // A file that cannot be read this time counts as one with frequencies.
    const bool tells =
        cpuinfo ? parse_cpuinfo_frequency(cpuinfo.value()).has_value() : cpuinfo.error() == FileError::failed;
    return tells ? found | needs::nominal_frequency : found;
}

void CpuFrequencies::read(Cpu& cpu, Needs needed, std::int64_t elapsed) {
    const bool needs_frequency = (needed & needs::frequencies) != 0;
    const bool needs_limit = (needed & needs::frequency_limit) != 0;
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

void CpuFrequencies::read_current(Cpu& cpu, Needs needed, std::int64_t elapsed) {
    constexpr std::int64_t megahertz = 1000;
    if (cpu.nominal_khz > 0) {
        cpu.now[CpuField::frequency] = cpu.nominal_khz / megahertz;
    }
    double ratio = 1;
    if (cpu.maximum_khz > 0 && needed != needs::nominal_frequency) {
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

} // namespace pdh_shim::source::linux
