// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/machines.h"
#include "machine/resolve.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

using namespace pdh_shim::test;
using pdh_shim::Status;
using pdh_shim::path::CounterPath;
using pdh_shim::path::InstanceName;

namespace machine = pdh_shim::machine;
namespace model = pdh_shim::model;

namespace {

CounterPath parts_of(std::u16string_view path) {
    return pdh_shim::path::parse_counter_path(path).value();
}

} // namespace

TEST_CASE("a path is resolved to its counter, or to the reason why it cannot be") {
    const auto machine = machine_with({std::make_shared<FakeSource>()});
    const auto found = machine::resolve(machine, parts_of(u"\\wIDGET(a)\\LEVEL")).value();
    CHECK(found.column == FakeSource::level);
    CHECK(found.name() == u"Level");
    CHECK(found.object_name() == u"Widget");
    CHECK(machine::resolve(machine, parts_of(u"\\Gadget(a)\\Level")).error() == Status::cstatus_no_object);
    CHECK(machine::resolve(machine, parts_of(u"\\Widget(a)\\Speed")).error() == Status::cstatus_no_counter);
    CHECK(machine::resolve(machine, parts_of(u"\\Widget(a)\\Base")).error() == Status::function_not_found);
}

TEST_CASE("a wildcard is resolved to all counters with a value that match") {
    const auto machine = machine_with({std::make_shared<FakeSource>()});
    CHECK(machine::resolve_all(machine, parts_of(u"\\Widget(a)\\*")).value().size() == 2);
    CHECK(machine::resolve_all(machine, parts_of(u"\\Widget(a)\\R*")).value().size() == 1);
    CHECK(machine::resolve_all(machine, parts_of(u"\\Widget(a)\\B*")).error() == Status::cstatus_no_counter);
    CHECK(machine::resolve_all(machine, parts_of(u"\\Gadget(a)\\*")).error() == Status::cstatus_no_object);
}

TEST_CASE("numbers of titles stand for names; a counter's only beside an object's") {
    const auto machine = machine_with({std::make_shared<FakeSource>()});
    const auto named = [&](std::u16string_view path) {
        return machine::with_names(*machine, parts_of(path), machine::NameLanguage::any);
    };
    CHECK(named(u"\\238(0)\\6") == parts_of(u"\\Processor(0)\\% Processor Time"));
    CHECK(named(u"\\238(0)\\Rate") == parts_of(u"\\Processor(0)\\Rate"));
    CHECK(named(u"\\Widget(0)\\6") == parts_of(u"\\Widget(0)\\6"));
    CHECK(named(u"\\4000000(0)\\6") == parts_of(u"\\4000000(0)\\% Processor Time"));
}

TEST_CASE("an object with instances needs one in the path; one without takes none or a star") {
    model::ObjectDef object;
    object.instances = model::Instances::multi;
    CHECK(machine::accepts_instance(object, parts_of(u"\\Widget(a)\\Rate")));
    CHECK_FALSE(machine::accepts_instance(object, parts_of(u"\\Widget\\Rate")));
    object.has_row_without_name = true;
    CHECK(machine::accepts_instance(object, parts_of(u"\\Widget\\Rate")));
    CHECK(machine::meant_instance(object, std::nullopt) == InstanceName());
    CHECK_FALSE(machine::shown_instance(object, InstanceName()).has_value());
    object = {};
    object.instances = model::Instances::none;
    CHECK(machine::accepts_instance(object, parts_of(u"\\Widget\\Rate")));
    CHECK(machine::accepts_instance(object, parts_of(u"\\Widget(*)\\Rate")));
    CHECK_FALSE(machine::accepts_instance(object, parts_of(u"\\Widget(a)\\Rate")));
    CHECK_FALSE(machine::meant_instance(object, std::nullopt).has_value());
    CHECK(machine::shown_instance(object, InstanceName()) == InstanceName());
}

TEST_CASE("a counter that no catalogue has is alone on its machine") {
    model::CounterDef counter;
    counter.name = u"Depth";
    const auto found = machine::synthetic_counter(
        nullptr, u"\\\\Far", parts_of(u"\\Well(x)\\Depth"), std::move(counter), 1000);
    CHECK(found.machine->name() == u"Far");
    CHECK(found.name() == u"Depth");
    CHECK(found.object_definition().name == u"Well");
    CHECK(found.object_definition().instances == model::Instances::multi);
    CHECK(found.active_source().catalogue->perf_freq == 1000);
}
