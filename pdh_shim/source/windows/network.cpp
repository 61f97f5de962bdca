// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/windows/network.h"

#include "base/text.h"
#include "model/instance_writer.h"
#include "model/protocol_rows.h"

#include <algorithm>
#include <array>
#include <string>

namespace pdh_shim::source::windows {
namespace {

using calc::difference;
using calc::sum_of;
using model::Counted;
using model::ProtocolRow;
using InterfaceValues = std::array<std::int64_t, InterfaceField::count>;

bool is_shown(const InterfaceRow& row) noexcept {
    return !row.is_loopback && !row.is_filter;
}

std::u16string instance_of(const InterfaceRow& row) {
    std::string name;
    append_utf16_lossy(name, row.name);
    return model::kernel_instance(model::interface_instance(name));
}

/// Wine counts all packets as unicast; of those received it counts the others once more.
InterfaceValues values_of(const InterfaceRow& row, bool is_wine) noexcept {
    InterfaceValues values{};
    values[InterfaceField::bytes_received] = row.in_bytes;
    values[InterfaceField::bytes_sent] = row.out_bytes;
    values[InterfaceField::bytes] = sum_of({row.in_bytes, row.out_bytes});
    values[InterfaceField::packets_received] =
        is_wine ? row.in_unicast : sum_of({row.in_unicast, row.in_others});
    values[InterfaceField::packets_sent] = sum_of({row.out_unicast, row.out_others});
    values[InterfaceField::packets] =
        sum_of({values[InterfaceField::packets_received], values[InterfaceField::packets_sent]});
    values[InterfaceField::received_unicast] =
        is_wine ? difference(row.in_unicast, row.in_others) : row.in_unicast;
    values[InterfaceField::received_others] = row.in_others;
    values[InterfaceField::received_discarded] = row.in_discarded;
    values[InterfaceField::received_errors] = row.in_errors;
    values[InterfaceField::sent_unicast] = row.out_unicast;
    values[InterfaceField::sent_discarded] = row.out_discarded;
    values[InterfaceField::sent_errors] = row.out_errors;
    return values;
}

} // namespace

bool have_counted(std::span<const InterfaceRow> interfaces) noexcept {
    return std::ranges::any_of(
        interfaces, [](const InterfaceRow& row) { return row.in_bytes != 0 || row.out_bytes != 0; });
}

void Interfaces::sample(SystemApi& api) {
    rows_ = api.interfaces();
    is_wine_ = api.is_wine();
}

void Interfaces::write(model::InstanceWriter& instances) const {
    if (!rows_) {
        instances.fail();
        return;
    }
    for (const InterfaceRow& row : *rows_) {
        if (is_shown(row)) {
            instances.add(instance_of(row), row.index, values_of(row, is_wine_));
        }
    }
}

namespace {

template <const auto& Rows>
constexpr ProtocolLayout make_layout(ProtocolKind kind) {
    const auto field = [](Counted counted) {
        const auto row = std::ranges::find(Rows, counted, &ProtocolRow::counted);
        return row == Rows.end() ? both_directions : row->windows_field;
    };
    return {kind, field(Counted::received), field(Counted::sent), field(Counted::now)};
}

constexpr std::array<ProtocolLayout, protocol_kind_count> protocol_layouts{
    make_layout<model::ip_rows>(ProtocolKind::ip4), make_layout<model::ip_rows>(ProtocolKind::ip6),
    make_layout<model::tcp_rows>(ProtocolKind::tcp), make_layout<model::udp_rows>(ProtocolKind::udp4),
    make_layout<model::udp_rows>(ProtocolKind::udp6), make_layout<model::icmp_rows>(ProtocolKind::icmp)};

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
