// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/running_total.h"
#include "model/instance_writer.h"
#include "source/windows/system_api.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::source::windows {

struct ProcessorField {
    enum Index : std::uint8_t {
        idle,
        user,
        privileged,
        idle_sum, ///< as `idle`, but added up in the total
        frequency,
        performance_limit, ///< percent
        count
    };
};
using ProcessorValues = std::array<std::int64_t, ProcessorField::count>;

/// Whether the times can be those of processors: each was idle for no longer than it was in the kernel, which
/// counts idle time too, and some time has passed.
[[nodiscard]] bool are_plausible(std::span<const ProcessorTimes> processors) noexcept;

/// The processors as one session sees them.
class Processors {
  public:
    Processors();

    /// Takes a sample. Times that have not grown as the machine's clock has are no times: they have no value
    /// until they do again.
    /// @param uptime how long the machine has run; `unread` where times need no such check
    /// @param power  empty if it is not needed
    void sample(std::span<const ProcessorTimes> times, std::span<const ProcessorPower> power,
        std::int64_t uptime, std::int64_t time_100ns);

    [[nodiscard]] std::int64_t idle_sum() const noexcept;
    [[nodiscard]] std::int64_t count() const noexcept {
        return static_cast<std::int64_t>(processors_.size());
    }

    /// Instances `0`, `1`...
    void write(model::InstanceWriter& instances) const { write(instances, false); }
    /// Instances `0,0`, `0,1`...
    void write_nodes(model::InstanceWriter& instances) const { write(instances, true); }

  private:
    struct Processor {
        std::u16string name;
        std::u16string node_name;
        ProcessorTimes times; // that the system shows
        std::int64_t idle_surplus = 0;
        ProcessorValues now{};
        ProcessorValues before{};
        bool lasting = false;
    };
    struct GrowthCheck {
        std::int64_t uptime = unread; // when it was last looked at
        std::int64_t counted = 0;     // the times of all processors then
        bool has_grown = false;       // with the clock, when it was last looked at
        bool grows = true;
    };

    void write(model::InstanceWriter& instances, bool with_node) const;
    void judge(std::span<const ProcessorTimes> times, std::int64_t uptime);
    void resize(std::size_t count);
    static void take(Processor& processor, const ProcessorTimes& times, std::int64_t elapsed);

    std::vector<Processor> processors_;
    std::optional<std::int64_t> time_; // of the last sample
    GrowthCheck growth_check_;
    bool readable_ = false;
    calc::RunningTotal<ProcessorField::count> total_;
    ProcessorValues total_values_{};
};

} // namespace pdh_shim::source::windows
