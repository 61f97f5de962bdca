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
[[nodiscard]] constexpr SystemParts part_of(ProtocolKind kind) noexcept {
    return part::ip4 << static_cast<unsigned>(kind);
}

/// The parts that the system reports honestly, as far as one look can find out: parts that a Wine fills with
/// zeros or makes up are left out.
[[nodiscard]] SystemParts find_honest(SystemApi& api, SystemParts wanted);

/// What the system reported at the last sample of a session.
class SessionState {
  public:
    explicit SessionState(SystemApi& api) : api_(api) {}

    /// Asks the system for these parts.
    void sample(SystemParts wanted, const Instant& now);

    [[nodiscard]] const Processors& processors() const noexcept { return processors_; }
    [[nodiscard]] const Memory& memory() const noexcept { return memory_; }
    [[nodiscard]] const Processes& processes() const noexcept { return processes_; }
    [[nodiscard]] const Interfaces& interfaces() const noexcept { return interfaces_; }
    [[nodiscard]] const Drives& drives() const noexcept { return drives_; }
    [[nodiscard]] const Protocol& protocol(ProtocolKind kind) const noexcept {
        return protocols_[static_cast<std::size_t>(kind)];
    }
    /// When the machine was started, on the clock of Instant::time_100ns; or `unread`.
    [[nodiscard]] std::int64_t boot_time() const noexcept { return boot_time_; }

  private:
    void sample_uptime(std::int64_t time_100ns);
    void sample_processors(SystemParts wanted, const Instant& now);

    SystemApi& api_;
    std::vector<std::byte> buffer_;
    std::vector<std::byte> power_buffer_;
    Processors processors_;
    Memory memory_;
    Processes processes_;
    Interfaces interfaces_;
    Drives drives_;
    std::array<Protocol, protocol_kind_count> protocols_{Protocol(layout_of(ProtocolKind::ip4)),
        Protocol(layout_of(ProtocolKind::ip6)), Protocol(layout_of(ProtocolKind::tcp)),
        Protocol(layout_of(ProtocolKind::udp4)), Protocol(layout_of(ProtocolKind::udp6)),
        Protocol(layout_of(ProtocolKind::icmp))};
    std::int64_t boot_time_ = unread;
};

} // namespace pdh_shim::source::windows
