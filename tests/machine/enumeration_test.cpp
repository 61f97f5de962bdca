// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/enumeration.h"
#include "machine/machines.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;
using pdh_shim::Status;

namespace machine = pdh_shim::machine;
namespace model = pdh_shim::model;

TEST_CASE("bases are not listed") {
    const auto machine = machine_with({std::make_shared<FakeSource>()});
    CHECK(machine::counter_names(*machine, machine->objects()[0], every_detail) ==
          std::vector<std::u16string>{u"Rate", u"Level"});
}

TEST_CASE("counters and objects above the detail level are not listed") {
    const auto fake = std::make_shared<FakeSource>();
    auto catalogue = std::make_shared<model::Catalogue>(*fake->catalogue());
    catalogue->objects[0].counters[FakeSource::rate].detail = model::Detail::wizard;
    catalogue->objects[0].detail = model::Detail::advanced;
    fake->publish(catalogue);
    const auto machine = machine_with({fake});
    CHECK(machine::object_names(*machine, 100).empty());
    CHECK(machine::object_names(*machine, 200).size() == 1);
    CHECK(machine::counter_names(*machine, machine->objects()[0], 300) ==
          std::vector<std::u16string>{u"Level"});
}

TEST_CASE("a path with wildcards expands into each instance's counters, with #n") {
    const auto fake = std::make_shared<FakeSource>();
    fake->set({{u"a"}, {u"b"}, {u"a"}});
    const auto machine = machine_with({fake});
    CHECK(expand(machine, u"\\widget(*)\\*") ==
          std::vector<std::u16string>{u"\\\\Host\\Widget(a#1)\\Rate", u"\\\\Host\\Widget(a#1)\\Level",
              u"\\\\Host\\Widget(b)\\Rate", u"\\\\Host\\Widget(b)\\Level", u"\\\\Host\\Widget(a)\\Rate",
              u"\\\\Host\\Widget(a)\\Level"});
    CHECK(expand(machine, u"\\Widget(A*)\\le*") ==
          std::vector<std::u16string>{u"\\\\Host\\Widget(a#1)\\Level", u"\\\\Host\\Widget(a)\\Level"});
    CHECK(expand(machine, u"\\Widget(x*)\\Level").empty());
}

TEST_CASE("wildcards that the caller keeps are not expanded") {
    const auto fake = std::make_shared<FakeSource>();
    fake->set({{u"a"}});
    const auto machine = machine_with({fake});
    CHECK(expand(machine, u"\\Widget(*)\\L*", {.counters = false, .instances = true}) ==
          std::vector<std::u16string>{u"\\\\Host\\Widget(a)\\L*"});
    CHECK(expand(machine, u"\\Widget(*)\\L*", {.counters = true, .instances = false}) ==
          std::vector<std::u16string>{u"\\\\Host\\Widget(*)\\Level"});
}

TEST_CASE("instance names stand as often as they occur, without #n") {
    const auto fake = std::make_shared<FakeSource>();
    fake->set({{u"a"}, {u"b"}, {u"a"}});
    const auto machine = machine_with({fake});
    const auto instances = machine::instances(*machine, machine->objects()[0]).value();
    CHECK(instances.size() == 3);
    CHECK(machine::instance_names(instances) == std::vector<std::u16string>{u"a", u"b", u"a"});
}

TEST_CASE("validating a path looks at the instances that exist") {
    const auto fake = std::make_shared<FakeSource>();
    fake->set({{u"a"}});
    FakeDataSource source(fake);
    const auto status = [&](std::u16string_view text) {
        const auto result = machine::validate(source, pdh_shim::path::parse_counter_path(text).value());
        return result ? Status::success : result.error();
    };
    CHECK(status(u"\\Widget(a)\\Rate") == Status::success);
    CHECK(status(u"\\Widget(*)\\Rate") == Status::success);
    CHECK(status(u"\\Widget(b)\\Rate") == Status::cstatus_no_instance);
    CHECK(status(u"\\Widget(b*)\\Rate") == Status::cstatus_no_instance);
    CHECK(status(u"\\Widget(a)\\Speed") == Status::cstatus_no_counter);
    CHECK(status(u"\\Widget\\Rate") == Status::cstatus_bad_countername);
}

TEST_CASE("wildcards match local names, and English ones if no other match") {
    const auto fake = std::make_shared<FakeSource>();
    fake->set({{u"a"}});
    const auto machine = machine_with({fake},
        in_german("[text]\nA_009_NAME=Rate\nA_007_NAME=Umlauf\nB_009_NAME=Level\nB_007_NAME=Stand\n"));
    CHECK(expand(machine, u"\\Widget(a)\\*a*") ==
          std::vector<std::u16string>{u"\\\\Host\\Widget(a)\\Umlauf", u"\\\\Host\\Widget(a)\\Stand"});
    CHECK(expand(machine, u"\\Widget(a)\\Le*") == std::vector<std::u16string>{u"\\\\Host\\Widget(a)\\Stand"});
}
