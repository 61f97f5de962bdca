// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/counter_type.h"
#include "model/catalogue.h"
#include "model/counter_row.h"
#include "source/windows/row_writer.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace pdh_shim::source::windows {

class State;

using calc::CounterType;

/// What is asked of the system: a set of these bits.
using Parts = std::uint32_t;
namespace part {
inline constexpr Parts processors = 1U << 0U;
inline constexpr Parts frequencies = 1U << 1U; ///< highest and limit
inline constexpr Parts memory = 1U << 2U;
inline constexpr Parts paging = 1U << 3U;
inline constexpr Parts uptime = 1U << 4U;
inline constexpr Parts processes = 1U << 5U;     ///< which there are
inline constexpr Parts process_times = 1U << 6U; ///< what they used of the processors
inline constexpr Parts process_sizes = 1U << 7U; ///< and of the memory
inline constexpr Parts handles = 1U << 8U;
inline constexpr Parts priorities = 1U << 9U;
inline constexpr Parts interfaces = 1U << 10U;
inline constexpr Parts drives = 1U << 11U;
inline constexpr Parts ip4 = 1U << 12U; ///< the first of the protocols, in the order of Statistics
inline constexpr Parts ip6 = 1U << 13U;
inline constexpr Parts tcp = 1U << 14U;
inline constexpr Parts udp4 = 1U << 15U;
inline constexpr Parts udp6 = 1U << 16U;
inline constexpr Parts icmp = 1U << 17U;
inline constexpr Parts all = (1U << 18U) - 1U;
} // namespace part

/// The origin is what is asked of the system beyond the object's parts.
using CounterRow = model::CounterRow<Parts>;

/// An object as programs see it.
struct ObjectTable {
    std::u16string_view name;
    std::uint32_t title_index;
    model::Instances instances;
    Parts parts; ///< to list the instances
    Parts also;  ///< adds an instance where the system tells it honestly
    std::u16string_view default_counter;
    std::u16string_view help;
    std::span<const CounterRow> counters;
    void (*write)(const State& state, RowWriter& rows);
};

/// All objects, in the order in which programs see them listed.
[[nodiscard]] std::span<const ObjectTable> object_tables() noexcept;

} // namespace pdh_shim::source::windows
