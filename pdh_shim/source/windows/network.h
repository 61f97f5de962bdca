// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/counter32.h"
#include "model/instance_writer.h"
#include "source/windows/system_api.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pdh_shim::source::windows {

struct InterfaceField {
    enum Index : std::uint8_t {
        bytes,
        packets,
        packets_received,
        packets_sent,
        bytes_received,
        received_unicast,
        received_others,
        received_discarded,
        received_errors,
        bytes_sent,
        sent_unicast,
        sent_discarded,
        sent_errors,
        count
    };
};

/// Whether any interface has counted anything: a system that fills nothing in shows only zeros.
[[nodiscard]] bool have_counted(std::span<const InterfaceRow> interfaces) noexcept;

/// The network interfaces at the last sample, except the loopback one.
class Interfaces {
  public:
    void sample(SystemApi& api);
    void write(model::InstanceWriter& instances) const;

  private:
    std::optional<std::vector<InterfaceRow>> rows_;
    bool is_wine_ = false;
};

/// What a protocol received and sent together: a field beyond those of its table.
inline constexpr std::uint8_t both_directions = std::tuple_size_v<StatisticsTable>;

/// Where the counts of a protocol are in its table.
struct ProtocolLayout {
    ProtocolKind kind;
    std::uint8_t received;
    std::uint8_t sent;
    std::uint8_t state = both_directions; ///< the field that is not a count: it may fall
};

/// By their numbers in ProtocolKind.
[[nodiscard]] const ProtocolLayout& layout_of(ProtocolKind kind) noexcept;

/// Whether the protocol has received or sent anything: a system that fills nothing in shows only zeros.
[[nodiscard]] bool has_counted(const ProtocolLayout& layout, const StatisticsTable& table) noexcept;

/// The counts of a network protocol. They have 32 bits, and continue when they wrap.
class Protocol {
  public:
    explicit Protocol(const ProtocolLayout& layout) : layout_(layout) { values_.fill(unread); }

    void sample(SystemApi& api);
    void write(model::InstanceWriter& instances) const { instances.add({}, model::no_unique_id, values_); }

  private:
    const ProtocolLayout& layout_;
    std::array<calc::Counter32, both_directions> continued_;
    std::array<std::int64_t, both_directions + 1> values_{};
};

} // namespace pdh_shim::source::windows
