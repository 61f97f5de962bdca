// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/counter_type.h"
#include "model/catalogue.h"
#include "model/counter_row.h"
#include "model/instance_writer.h"

#include <cstdint>
#include <span>
#include <string_view>

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

/// The origin is what is asked of the system beyond the object's parts.
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

} // namespace pdh_shim::source::windows
