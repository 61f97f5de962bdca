// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/group/control_group.h"
#include "source/linux/processor/cpu.h"

#include <cstdint>
#include <optional>

namespace pdh_shim::source::linux {

/// What the processors show while a limited control group stands for the machine: `_Total` grows by the
/// group's use of its limit, and single processors are not known.
class GroupShare {
  public:
    /// Lets `_Total` grow by the control group's use of its limit, or, without a limit, by the use of the
    /// machine by all programs. `total` is that of the machine, which is changed.
    /// @param elapsed since the last sample @param online processors of the machine
    void follow(const std::optional<CpuLimit>& limit, const CpuValues& machine_before,
        const CpuValues& total_before, std::int64_t elapsed, std::int64_t online, CpuValues& total);

    /// Online, and one of those that a limited group may use.
    [[nodiscard]] bool shows(const Cpu& cpu) const;
    /// What a limited group used of one processor is not known: its kernel counts all programs together.
    [[nodiscard]] const CpuValues& shown(const CpuValues& values) const noexcept;
    /// Of a limited group only what its kernel counts of it.
    [[nodiscard]] CpuValues shown_total(const CpuValues& total) const noexcept;

  private:
    std::optional<CpuLimit> limit_; // of the last sample
    bool counts_ = false;           // there has been a limit
};

} // namespace pdh_shim::source::linux
