// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_system.h"
#include "source/windows/interfaces.h"
#include "written_rows.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

using namespace pdh_shim::source::windows;

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

TEST_CASE("packets that are not unicast are in Wine's count of unicast ones, and not in Windows'") {
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
