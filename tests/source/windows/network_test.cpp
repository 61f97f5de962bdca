// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_system.h"
#include "source/windows/network.h"
#include "written_rows.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

using namespace pdh_shim::source::windows;
using pdh_shim::calc::unread;

namespace {

using InterfaceNames = std::vector<std::u16string>;

WrittenRows<InterfaceField::count> interface_rows(FakeMachine& machine) {
    FakeSystem system(machine);
    Interfaces interfaces;
    interfaces.sample(system);
    return WrittenRows<InterfaceField::count>(
        [&](pdh_shim::model::InstanceWriter& rows) { interfaces.write(rows); });
}

} // namespace

TEST_CASE("interfaces have counted if one has received or sent a byte") {
    CHECK_FALSE(have_counted({}));
    std::vector<InterfaceRow> rows(2);
    rows[1].in_unicast = 5; // without a byte
    CHECK_FALSE(have_counted(rows));
    rows[1].in_bytes = 1;
    CHECK(have_counted(rows));
    rows[1].in_bytes = 0;
    rows[0].out_bytes = 1;
    CHECK(have_counted(rows));
}

TEST_CASE("Wine's count of unicast packets includes the others, Windows' does not") {
    for (const bool is_wine : {true, false}) {
        CAPTURE(is_wine);
        FakeMachine machine;
        machine.is_wine = is_wine;
        machine.interfaces = {{{.name = u"eth0",
            .index = 7,
            .in_bytes = 1,
            .in_unicast = 100,
            .in_others = 30,
            .out_unicast = 50,
            .out_others = 20}}};
        const auto rows = interface_rows(machine);
        CHECK(rows.unique_id(0) == 7);
        CHECK(rows.value(0, InterfaceField::packets_received) == (is_wine ? 100 : 130));
        CHECK(rows.value(0, InterfaceField::received_unicast) == (is_wine ? 70 : 100));
        CHECK(rows.value(0, InterfaceField::received_others) == 30);
        CHECK(rows.value(0, InterfaceField::packets_sent) == 70);
        CHECK(rows.value(0, InterfaceField::sent_unicast) == 50);
        CHECK(rows.value(0, InterfaceField::packets) == (is_wine ? 170 : 200));
    }
}

TEST_CASE("loopback and filters are not shown, and without an answer counters have no data") {
    FakeMachine machine;
    machine.interfaces = {{{.name = u"lo", .is_loopback = true}, {.name = u"wifi"},
        {.name = u"wifi-filter", .is_filter = true}}};
    CHECK(interface_rows(machine).names() == InterfaceNames{u"wifi"});
    machine.interfaces = {std::vector<InterfaceRow>()};
    CHECK(interface_rows(machine).names().empty());
    CHECK_FALSE(interface_rows(machine).has_failed());
    machine.interfaces = std::nullopt;
    CHECK(interface_rows(machine).has_failed());
}

namespace {

constexpr std::array<ProtocolKind, protocol_kind_count> all_protocols{ProtocolKind::ip4, ProtocolKind::ip6,
    ProtocolKind::tcp, ProtocolKind::udp4, ProtocolKind::udp6, ProtocolKind::icmp};

using ProtocolRows = WrittenRows<both_directions + 1>;

} // namespace

TEST_CASE("each protocol has a layout of its own kind") {
    for (const ProtocolKind which : all_protocols) {
        CAPTURE(static_cast<int>(which));
        const ProtocolLayout& layout = layout_of(which);
        CHECK(layout.kind == which);
        CHECK(layout.received < both_directions);
        CHECK(layout.sent < both_directions);
        CHECK(layout.received != layout.sent);
        CHECK((layout.state != both_directions) == (which == ProtocolKind::tcp));
    }
}

TEST_CASE("a protocol has counted if it has received or sent, whatever else its table has") {
    const ProtocolLayout& layout = layout_of(ProtocolKind::udp4);
    StatisticsTable table{};
    CHECK_FALSE(has_counted(layout, table));
    table.fill(7);
    table[layout.received] = 0;
    table[layout.sent] = 0;
    CHECK_FALSE(has_counted(layout, table));
    table[layout.received] = 1;
    CHECK(has_counted(layout, table));
    table[layout.received] = 0;
    table[layout.sent] = 1;
    CHECK(has_counted(layout, table));
}

TEST_CASE("a count continues over its 32 bits, also over a sample that was refused") {
    FakeMachine machine;
    FakeSystem system(machine);
    const ProtocolLayout& layout = layout_of(ProtocolKind::udp4);
    StatisticsTable& table = machine.statistics[ProtocolKind::udp4];
    Protocol protocol(layout);
    const auto sample = [&] {
        protocol.sample(system);
        return ProtocolRows([&](pdh_shim::model::InstanceWriter& rows) { protocol.write(rows); });
    };
    table[layout.received] = 0xFFFF'FFFF;
    table[layout.sent] = 5;
    CHECK(sample().value(0, both_directions) == std::int64_t{0xFFFF'FFFF} + 5);
    const StatisticsTable last = table;
    machine.statistics.erase(ProtocolKind::udp4);
    const ProtocolRows refused = sample();
    for (std::uint32_t field = 0; field <= both_directions; ++field) {
        CAPTURE(field);
        CHECK(refused.value(0, field) == unread);
    }
    StatisticsTable& again = machine.statistics[ProtocolKind::udp4];
    again = last;
    again[layout.received] = 1;
    CHECK(sample().value(0, layout.received) == (std::int64_t{1} << 32) + 1);
    CHECK(sample().value(0, both_directions) == (std::int64_t{1} << 32) + 6);
}

TEST_CASE("a count that falls a little stands still, and the number of connections falls") {
    FakeMachine machine;
    FakeSystem system(machine);
    const ProtocolLayout& layout = layout_of(ProtocolKind::tcp);
    StatisticsTable& table = machine.statistics[ProtocolKind::tcp];
    Protocol protocol(layout);
    table[layout.received] = 100;
    table[layout.state] = 100;
    protocol.sample(system);
    table[layout.received] = 90;
    table[layout.state] = 90;
    protocol.sample(system);
    const ProtocolRows rows([&](pdh_shim::model::InstanceWriter& writer) { protocol.write(writer); });
    CHECK(rows.value(0, layout.received) == 100);
    CHECK(rows.value(0, layout.state) == 90);
}

TEST_CASE("before its first sample a protocol has no values") {
    const Protocol protocol(layout_of(ProtocolKind::icmp));
    const ProtocolRows rows([&](pdh_shim::model::InstanceWriter& writer) { protocol.write(writer); });
    CHECK(rows.value(0, 0) == unread);
    CHECK(rows.value(0, both_directions) == unread);
}
