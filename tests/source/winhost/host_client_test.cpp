// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"
#include "source/winhost/windows_host.h"
#include "source/winhost/winhost_machines.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <memory>
#include <string>

using namespace pdh_shim;
using namespace pdh_shim::source::winhost;

namespace {

const helper::HelperProgram missing{.name = "there is no such program", .arguments = {}};

struct CountingKeeper final : TitleKeeper {
    void drop_titles() override { ++drops; }

    int drops = 0;
};

} // namespace

TEST_CASE("titles are dropped after a while, whichever host is asked") {
    ManualClock clock{{1'000, 2'000, 3'000}};
    HostClient client(missing, ticks_per_second, clock);
    const auto keeper = std::make_shared<CountingKeeper>();
    client.add(keeper);
    client.add(std::make_shared<CountingKeeper>()); // which is gone
    clock.advance(HostClient::titles_last);
    static_cast<void>(client.begin({}, u"2"));
    CHECK(keeper->drops == 1);
    clock.advance(HostClient::titles_last - 1);
    static_cast<void>(client.begin({}, u"2"));
    CHECK(keeper->drops == 1);
    clock.advance(1);
    static_cast<void>(client.begin({}, u"2"));
    CHECK(keeper->drops == 2);
}

TEST_CASE("hosts of an ending are not without number") {
    ManualClock clock{{1'000, 2'000, 3'000}};
    auto hosts = read_hosts("[.a]\n[web1]\n");
    REQUIRE(hosts.has_value());
    auto made =
        make_winhost_machines({}, std::move(hosts).value(), clock, {.program = missing, .clock = &clock});
    REQUIRE(made.has_value());
    model::RemoteMachines& machines = *made.value();
    const auto name = [](int number) {
        const std::string text = std::to_string(number) + ".a";
        return std::u16string(text.begin(), text.end());
    };
    for (int i = 0; i < 9'999; ++i) {
        REQUIRE(machines.find(name(i)) != nullptr);
    }
    CHECK(machines.find(name(9'999)) == nullptr);
    CHECK(machines.find(name(5)) != nullptr);
    const auto connected = machines.connect(name(9'999));
    REQUIRE_FALSE(connected.has_value());
    CHECK(connected.error().status() == Status::cstatus_no_machine);
    CHECK(connected.error().message().find("10,000") != std::string::npos);
}

TEST_CASE("a process that ends is a host that cannot be asked, not a value that is refused") {
    ManualClock clock{{1'000, 2'000, 3'000}};
    setenv("PDH_SHIM_LIBEXEC", "/bin", 1);
    HostClient client({.name = "false", .arguments = {}}, ticks_per_second, clock);
    const auto answer = client.finish(client.begin({}, u"2"));
    unsetenv("PDH_SHIM_LIBEXEC");
    REQUIRE_FALSE(answer.has_value());
    CHECK(answer.error().status() == Status::cstatus_no_machine);
    CHECK(answer.error().message().find("its process ended") != std::string::npos);
}
