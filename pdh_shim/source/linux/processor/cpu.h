// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "calc/counter32.h"
#include "calc/running_total.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/kernel/undoable.h"
#include "source/linux/processor/cpu_text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::source::linux {

using calc::Counter32;
using calc::remember;
using calc::RunningTotal;
using calc::Summing;

/// The values of a CPU, or of several together. Times in units of 100 ns.
struct CpuField {
    enum Index : std::uint8_t {
        idle,
        user,
        privileged,
        interrupt,
        dpc,
        interrupts,
        dpcs,
        c1_time,
        c2_time,
        c3_time,
        c1_transitions,
        c2_transitions,
        c3_transitions,
        frequency,          // MHz
        percent_of_maximum, // of the highest frequency
        performance,        // percent of the nominal frequency x time
        utility,            // percent of the nominal frequency x busy time
        privileged_utility, // percent of the nominal frequency x privileged time
        time,               // base of the three before
        idle_sum,           // as idle; of several CPUs the sum and not the mean
        low_priority,       // idle, or running programs with a positive nice value
        idle_breaks,        // how often it was woken
        clock_interrupts,
        performance_limit, // percent of the nominal frequency
        parked,            // whether it is
        count
    };
};
using CpuValues = std::array<std::int64_t, CpuField::count>;

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
/// How the fields of CPUs become those of `_Total`.
inline constexpr std::array<Summing, CpuField::count> cpu_rules = make_cpu_rules();

/// A number that is read at each sample.
struct SysfsFile {
    std::string path;
    KeptFile file;
};
/// A power state of a CPU (cpuidle).
struct IdleState {
    int depth = 0; // 1 to 3
    SysfsFile time;
    SysfsFile usage;
};

/// What changes of a CPU from sample to sample.
struct CpuSample {
    std::uint32_t generation = 0;          // grows whenever its counts restart
    bool seen = false;                     // in any sample
    bool present = false;                  // in this sample
    bool lasting = false;                  // its counts continue from the last sample
    CpuTicks ticks{};                      // the largest seen
    std::int64_t idle_ticks = 0;           // idle + iowait, the largest seen
    std::int64_t idle_surplus = 0;         // idle time beyond the time that had passed, yet to be reported
    std::int64_t low_priority_surplus = 0; // the same of that time
    std::int64_t performance = 0;
    std::int64_t utility = 0;
    std::int64_t privileged_utility = 0;
    CpuValues now{};
    CpuValues before{};
    Counter32 interrupts;
    Counter32 clock_interrupts;
    Counter32 dpcs;
};

/// A CPU that a session has seen: its values, its names, and its open files.
struct Cpu : Undoable<CpuSample> {
    std::uint32_t number = 0;
    std::uint32_t node = 0;
    std::uint32_t place = 0; // in its node
    std::u16string name;
    std::u16string node_name; // "node,place"
    std::string folder;       // in sysfs
    std::optional<std::vector<IdleState>> idle_states;
    KeptFile current_frequency;
    KeptFile frequency_limit;
    bool frequency_known = false; // that is, looked for
    std::int64_t nominal_khz = 0; // 0 = there is none
    std::int64_t maximum_khz = 0;

    /// Closes its files.
    void release() noexcept;
};

/// A NUMA node with a CPU that is online.
struct CpuNode {
    std::uint32_t number = 0;
    std::u16string total_name; // "node,_Total"
    RunningTotal<CpuField::count> total;
    CpuValues values{};
};

/// The NUMA nodes, and which CPU is which in its node, as Processor Information shows them.
class CpuNodes {
  public:
    explicit CpuNodes(FileSystem& files) : files_(files) {}

    /// Looks which CPUs each node has, unless it is known.
    void find(std::span<Cpu> cpus);
    /// Lets it be looked for again: other CPUs are online.
    void forget() noexcept { known_ = false; }
    void sum_up(std::span<const Cpu> cpus, std::int64_t time);

    [[nodiscard]] std::span<const CpuNode> all() const noexcept { return nodes_; }

  private:
    void find_members(std::uint32_t node, std::span<Cpu> cpus);
    void name(std::span<Cpu> cpus);

    FileSystem& files_;
    FileBuffer buffer_;
    std::vector<CpuNode> nodes_;
    bool known_ = false; // for the CPUs that are online now
};

} // namespace pdh_shim::source::linux
