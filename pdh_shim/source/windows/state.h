// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "source/windows/drives.h"
#include "source/windows/interfaces.h"
#include "source/windows/memory.h"
#include "source/windows/object_table.h"
#include "source/windows/processes.h"
#include "source/windows/processors.h"
#include "source/windows/protocols.h"
#include "source/windows/system_api.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pdh_shim::source::windows {

/// The bit of a protocol's table.
[[nodiscard]] constexpr Parts part_of(Statistics which) noexcept {
    return part::ip4 << static_cast<unsigned>(which);
}

/// Which of these parts the system tells honestly, as far as one look can find out: what a Wine fills with
/// zeros, or makes up, is left out.
[[nodiscard]] Parts find_honest(SystemApi& api, Parts wanted);

/// What a session has seen at its last sample.
class State {
  public:
    explicit State(SystemApi& api) : api_(api) {}

    /// Asks the system for these parts.
    void sample(Parts wanted, const Instant& now);

    [[nodiscard]] const Processors& processors() const noexcept { return processors_; }
    [[nodiscard]] const Memory& memory() const noexcept { return memory_; }
    [[nodiscard]] const Processes& processes() const noexcept { return processes_; }
    [[nodiscard]] const Interfaces& interfaces() const noexcept { return interfaces_; }
    [[nodiscard]] const Drives& drives() const noexcept { return drives_; }
    [[nodiscard]] const Protocol& protocol(Statistics which) const noexcept {
        return protocols_[static_cast<std::size_t>(which)];
    }
    /// When the machine was started, on the clock of Instant::time_100ns; or `unread`.
    [[nodiscard]] std::int64_t boot_time() const noexcept { return boot_time_; }

  private:
    void sample_uptime(std::int64_t time_100ns);
    void sample_processors(Parts wanted, const Instant& now);

    SystemApi& api_;
    std::vector<std::byte> buffer_;
    std::vector<std::byte> power_buffer_;
    Processors processors_;
    Memory memory_;
    Processes processes_;
    Interfaces interfaces_;
    Drives drives_;
    std::array<Protocol, statistics_count> protocols_{Protocol(layout_of(Statistics::ip4)),
        Protocol(layout_of(Statistics::ip6)), Protocol(layout_of(Statistics::tcp)),
        Protocol(layout_of(Statistics::udp4)), Protocol(layout_of(Statistics::udp6)),
        Protocol(layout_of(Statistics::icmp))};
    std::int64_t boot_time_ = unread;
};

} // namespace pdh_shim::source::windows
