// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/file.h"
#include "calc/counter32.h"
#include "calc/running_total.h"
#include "source/linux/group/control_group.h"
#include "source/linux/kernel/instance_writer.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/kernel/undoable.h"
#include "source/linux/processor/cpu_text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
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

/// What a collect gives to CpuState::update().
struct CpuInput {
    const StatText& stat;
    std::optional<std::string_view> interrupts;
    std::optional<std::string_view> softirqs;
    std::int64_t time_100ns;
    Needs needs;
    std::optional<CpuLimit> limit; ///< the group that has it replaces the machine
};

/// ObjectTable::find for CPUs: their classes of power states, their frequencies, their nodes.
[[nodiscard]] Needs find_cpu_sources(FileSystem& files, Needs wanted);

/// The CPUs as one session sees them.
class CpuState {
  public:
    CpuState(FileSystem& files, KernelUnits units);

    /// Takes a sample.
    void update(const CpuInput& input);
    /// Closes the open files. The next sample opens them again.
    void close_files();

    /// The instances of Processor.
    void write_cpus(InstanceWriter& instances) const;
    /// The instances of Processor Information.
    void write_nodes(InstanceWriter& instances) const;

    /// How many are online.
    [[nodiscard]] std::int64_t online() const noexcept { return online_; }
    /// Of all CPUs added up, or `unread`.
    [[nodiscard]] std::int64_t idle_time() const noexcept {
        return readable_ ? total_values_[CpuField::idle_sum] : unread;
    }

  private:
    /// A number that is read at each sample.
    struct SysfsFile {
        std::string path;
        KeptFile file;
    };
    struct IdleState {
        int depth = 0; // 1 to 3
        SysfsFile time;
        SysfsFile usage;
    };

    struct CpuSample {
        std::uint32_t generation = 0;  // grows whenever its counts restart
        bool seen = false;             // in any sample
        bool present = false;          // in this sample
        bool lasting = false;          // its counts continue from the last sample
        CpuTicks ticks{};              // the largest seen
        std::int64_t idle_ticks = 0;   // idle + iowait, the largest seen
        std::int64_t idle_surplus = 0; // idle time beyond the time that had passed, yet to be reported
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

    struct Node {
        std::uint32_t number = 0;
        std::u16string total_name; // "node,_Total"
        RunningTotal<CpuField::count> total;
        CpuValues values{};
    };

    void begin(std::int64_t time_100ns) noexcept;
    Cpu& find(std::uint32_t number);
    void take(Cpu& cpu, const CpuLine& line);
    [[nodiscard]] bool began_anew(const Cpu& cpu, const CpuLine& line) const;
    void advance_idle_time(Cpu& cpu, std::int64_t idle, std::int64_t busy) const;
    void advance_low_priority(Cpu& cpu, std::int64_t nice) const;
    [[nodiscard]] std::int64_t at_most_elapsed(std::int64_t grown, std::int64_t& surplus) const noexcept;
    void set_times(Cpu& cpu) const;
    void advance_utility(Cpu& cpu, double ratio) const;
    void read_tables(const CpuInput& input);
    void read_table(
        std::string_view text, TableRows rows, CpuField::Index field, Counter32 CpuSample::*counted);
    void read_idle_states(Cpu& cpu, Needs needed);
    void read_frequency(Cpu& cpu, Needs needed);
    void read_frequency_limit(Cpu& cpu, Needs needed);
    void find_idle_states(Cpu& cpu);
    void find_frequency(Cpu& cpu);
    [[nodiscard]] std::optional<std::int64_t> cpuinfo_frequency();
    void find_nodes();
    void find_node_cpus(std::uint32_t node);
    void name_nodes();
    void sum_up(const CpuInput& input);
    void sum_up_nodes();
    void write_node(const Node& node, InstanceWriter& instances) const;
    [[nodiscard]] bool is_shown(const Cpu& cpu) const;
    [[nodiscard]] const CpuValues& shown(const CpuValues& values) const noexcept;
    [[nodiscard]] CpuValues shown_total() const noexcept;
    void write_total(InstanceWriter& instances) const;
    void follow_group(
        const std::optional<CpuLimit>& limit, const CpuValues& machine_before, const CpuValues& total_before);
    void set_group_growth(const CpuLimit& now, const CpuLimit& before, CpuValues& grown) const;
    [[nodiscard]] std::int64_t read_number(const std::string& path);
    [[nodiscard]] std::int64_t read_again(KeptFile& file, const std::string& path);
    [[nodiscard]] std::int64_t to_time(std::int64_t ticks) const noexcept;

    FileSystem& files_;
    KernelUnits units_;
    FileBuffer buffer_;
    std::size_t kept_files_ = 0; // that this sample has read
    std::vector<Cpu> cpus_;      // by number; also those that are offline now
    std::vector<Node> nodes_;
    bool nodes_known_ = false; // for the CPUs that are online now
    CpuTable table_;
    RunningTotal<CpuField::count> total_;
    CpuValues total_values_{}; // of `_Total`
    Counter32 total_dpcs_;
    CpuValues machine_values_{};    // of all CPUs together
    std::optional<CpuLimit> limit_; // of the last sample
    bool group_counts_ = false;     // there has been a limit
    bool readable_ = false;
    std::int64_t online_ = 0;
    std::int64_t time_ = 0;
    std::int64_t elapsed_ = 0; // since the last sample
    bool sampled_ = false;
    std::optional<std::int64_t> cpuinfo_khz_; // 0 = not reported
};

} // namespace pdh_shim::source::linux
