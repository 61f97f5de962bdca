// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "calc/counter_type.h"
#include "model/catalogue.h"
#include "model/counter_row.h"
#include "model/instance_writer.h"
#include "source/windows/drives.h"
#include "source/windows/memory.h"
#include "source/windows/network.h"
#include "source/windows/processes.h"
#include "source/windows/processors.h"
#include "source/windows/system_api.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim::source::windows {

class SessionState;

using calc::CounterType;

/// A set of the answers that are asked of the system, as bits.
using SystemParts = std::uint32_t;
namespace part {
inline constexpr SystemParts processors = 1U << 0U;
inline constexpr SystemParts frequencies = 1U << 1U; ///< highest and limit
inline constexpr SystemParts memory = 1U << 2U;
inline constexpr SystemParts paging = 1U << 3U;
inline constexpr SystemParts uptime = 1U << 4U;
inline constexpr SystemParts processes = 1U << 5U;     ///< which there are
inline constexpr SystemParts process_times = 1U << 6U; ///< what they used of the processors
inline constexpr SystemParts process_sizes = 1U << 7U; ///< and of the memory
inline constexpr SystemParts handles = 1U << 8U;
inline constexpr SystemParts priorities = 1U << 9U;
inline constexpr SystemParts interfaces = 1U << 10U;
inline constexpr SystemParts drives = 1U << 11U;
inline constexpr SystemParts ip4 = 1U << 12U; ///< the first of the protocols, in the order of ProtocolKind
inline constexpr SystemParts ip6 = 1U << 13U;
inline constexpr SystemParts tcp = 1U << 14U;
inline constexpr SystemParts udp4 = 1U << 15U;
inline constexpr SystemParts udp6 = 1U << 16U;
inline constexpr SystemParts icmp = 1U << 17U;
inline constexpr SystemParts all = (1U << 18U) - 1U;
} // namespace part

/// The input is what is asked of the system beyond the object's parts.
using CounterRow = model::CounterRow<SystemParts>;

/// An object as programs see it.
struct ObjectTable {
    std::u16string_view name;
    std::uint32_t title_index;
    model::Instances instances;
    SystemParts parts; ///< to list the instances
    SystemParts also;  ///< adds an instance where the system reports it honestly
    std::u16string_view default_counter;
    std::u16string_view help;
    std::span<const CounterRow> counters;
    void (*write)(const SessionState& state, model::InstanceWriter& instances);
};

/// All objects, in the order in which programs see them listed.
[[nodiscard]] std::span<const ObjectTable> object_tables() noexcept;

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
