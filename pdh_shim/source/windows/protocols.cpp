// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/windows/protocols.h"

#include "source/windows/statistics_fields.h"

namespace pdh_shim::source::windows {
namespace {

constexpr std::array<ProtocolLayout, protocol_kind_count> protocol_layouts{{
    {ProtocolKind::ip4, IpField::received, IpField::sent},
    {ProtocolKind::ip6, IpField::received, IpField::sent},
    {ProtocolKind::tcp, TcpField::received, TcpField::sent, TcpField::established},
    {ProtocolKind::udp4, UdpField::received, UdpField::sent},
    {ProtocolKind::udp6, UdpField::received, UdpField::sent},
    {ProtocolKind::icmp, IcmpField::received, IcmpField::sent},
}};

} // namespace

const ProtocolLayout& layout_of(ProtocolKind kind) noexcept {
    return protocol_layouts[static_cast<std::size_t>(kind)];
}

bool has_counted(const ProtocolLayout& layout, const StatisticsTable& table) noexcept {
    return table[layout.received] != 0 || table[layout.sent] != 0;
}

void Protocol::sample(SystemApi& api) {
    const auto table = api.statistics(layout_.kind);
    if (!table) {
        values_.fill(unread);
        return;
    }
    for (std::size_t field = 0; field < table->size(); ++field) {
        const std::int64_t shown = (*table)[field];
        values_[field] = field == layout_.state ? shown : continued_[field].advance(shown);
    }
    values_[both_directions] = calc::sum_of({values_[layout_.received], values_[layout_.sent]});
}

} // namespace pdh_shim::source::windows
