// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/counter32.h"
#include "source/linux/kernel/performance_object.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

using calc::Counter32;

inline constexpr std::string_view snmp_file = "/proc/net/snmp";
inline constexpr std::string_view snmp6_file = "/proc/net/snmp6";

/// The fields that all protocols have; those that one has besides follow.
struct ProtocolField {
    enum Index : std::uint8_t { both, received, sent, count };
};

/// Where the kernel shows what a protocol has counted.
struct ProtocolCounts {
    std::string_view file;
    std::string_view line; ///< first word of its lines in /proc/net/snmp
    std::span<const std::string_view>
        names;                     ///< of the fields after ProtocolField::both, in the kernel's file
    std::uint8_t state = no_field; ///< the field that is not a count: it may fall
};

/// A counter of how often something happens in a second.
constexpr CounterRow rate_row(
    std::u16string_view name, std::uint32_t title_index, std::uint8_t field, std::u16string_view help) {
    return {name, title_index, CounterType::perf_counter_counter, model::Detail::advanced, {}, field, help};
}

/// A counter of how often something has happened.
constexpr CounterRow count_row(
    std::u16string_view name, std::uint32_t title_index, std::uint8_t field, std::u16string_view help) {
    return {name, title_index, CounterType::perf_counter_rawcount, model::Detail::advanced, {}, field, help};
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
