// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "model/instance_writer.h"
#include "source/linux/group/control_group.h"
#include "source/linux/processor/cpu.h"
#include "source/linux/processor/cpu_files.h"
#include "source/linux/processor/cpu_text.h"
#include "source/linux/processor/group_share.h"

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

/// What a collect gives to CpuState::update().
struct CpuInput {
    const StatText& stat;
    std::optional<std::string_view> interrupts;
    std::optional<std::string_view> softirqs;
    std::int64_t time_100ns;
    Inputs inputs;
    std::optional<CpuLimit> limit; ///< the group that has it replaces the machine
};

/// ObjectTable::find for CPUs: their classes of power states, their frequencies, their nodes.
[[nodiscard]] Inputs find_cpu_sources(FileSystem& files, Inputs wanted);

/// The CPUs as Processor and Processor Information show them, for one session: their times and interrupts,
/// and the total.
class CpuState : boost::noncopyable {
  public:
    CpuState(FileSystem& files, KernelUnits units);

    /// Takes a sample.
    void update(const CpuInput& input);
    /// Closes the open files. The next sample opens them again.
    void close_files();

    /// The instances of Processor.
    void write_cpus(model::InstanceWriter& instances) const;
    /// The instances of Processor Information.
    void write_nodes(model::InstanceWriter& instances) const;

    /// How many are online.
    [[nodiscard]] std::int64_t online() const noexcept { return online_; }
    /// Of all CPUs added up, or `unread`.
    [[nodiscard]] std::int64_t idle_time() const noexcept {
        return readable_ ? total_values_[CpuField::idle_sum] : unread;
    }

  private:
    void begin(std::int64_t time_100ns) noexcept;
    Cpu& find(std::uint32_t number);
    void take(Cpu& cpu, const CpuLine& line);
    [[nodiscard]] bool began_anew(const Cpu& cpu, const CpuLine& line) const;
    void advance_idle_time(Cpu& cpu, std::int64_t idle, std::int64_t busy) const;
    void advance_low_priority(Cpu& cpu, std::int64_t nice) const;
    [[nodiscard]] std::int64_t at_most_elapsed(std::int64_t grown, std::int64_t& surplus) const noexcept;
    void set_times(Cpu& cpu) const;
    void read_tables(const CpuInput& input);
    void read_table(
        std::string_view text, TableRows rows, CpuField::Index field, Counter32 CpuSample::*counted);
    void sum_up(const CpuInput& input);
    void write_node(const CpuNode& node, model::InstanceWriter& instances) const;
    void write_total(model::InstanceWriter& instances) const;
    [[nodiscard]] std::int64_t to_time(std::int64_t ticks) const noexcept;

    KernelUnits units_;
    CpuFiles files_;
    CpuFrequencies frequencies_;
    std::vector<Cpu> cpus_; // by number; also those that are offline now
    CpuNodes nodes_;
    GroupShare group_;
    CpuTable table_;
    RunningTotal<CpuField::count> total_;
    CpuValues total_values_{}; // of `_Total`
    Counter32 total_dpcs_;
    CpuValues machine_values_{}; // of all CPUs together
    bool readable_ = false;
    std::int64_t online_ = 0;
    std::int64_t time_ = 0;
    std::int64_t elapsed_ = 0; // since the last sample
    bool sampled_ = false;
};

} // namespace pdh_shim::source::linux
