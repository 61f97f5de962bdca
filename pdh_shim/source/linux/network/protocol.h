// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/counter32.h"
#include "model/protocol_rows.h"
#include "source/linux/kernel/performance_object.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

using calc::Counter32;
using model::Counted;
using model::ProtocolRow;

inline constexpr std::string_view snmp_file = "/proc/net/snmp";
inline constexpr std::string_view snmp6_file = "/proc/net/snmp6";

/// Where the kernel shows what a protocol has counted.
struct ProtocolCounts {
    std::string_view file;
    std::string_view line; ///< first word of its lines in /proc/net/snmp
    std::span<const ProtocolRow> rows;
    std::span<const std::string_view> names; ///< of the rows after the first one, in the kernel's file
};

/// The table of counters of an object: the field of each is its row. The first row is Counted::both.
template <std::size_t Count>
[[nodiscard]] constexpr auto protocol_counters(const std::array<ProtocolRow, Count>& rows) {
    std::array<CounterRow, Count> counters{};
    for (std::size_t row = 0; row < Count; ++row) {
        counters[row] = rows[row].template as<CounterRow>(static_cast<std::uint8_t>(row));
    }
    return counters;
}

/// The names of the rows after the first one, without a prefix.
template <std::size_t Count>
[[nodiscard]] constexpr auto protocol_names(
    const std::array<ProtocolRow, Count>& rows, std::string_view prefix = {}) {
    std::array<std::string_view, Count - 1> names{};
    std::transform(rows.begin() + 1, rows.end(), names.begin(),
        [prefix](const ProtocolRow& row) { return row.linux_name.substr(prefix.size()); });
    return names;
}

/// The counts of a network protocol. Kernels of 32 bits keep some of them in 32 bits: they go on when they
/// wrap.
class Protocol final : public Sampler {
  public:
    explicit Protocol(const ProtocolCounts& counts);

    void sample(const Collect& collect, Needs needed) override;
    void write(InstanceWriter& instances) const override { instances.add({}, model::no_unique_id, values_); }

  private:
    void read(std::string_view text);

    const ProtocolCounts& counts_;
    std::vector<std::int64_t> values_;
    std::vector<Counter32> continued_;
};

/// ObjectTable::open of a protocol.
template <const ProtocolCounts& Counts>
std::unique_ptr<Sampler> open_protocol(const Shown& /*shown*/) {
    return std::make_unique<Protocol>(Counts);
}

} // namespace pdh_shim::source::linux
