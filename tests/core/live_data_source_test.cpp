// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "core/runtime.h"
#include "machine/fake_source.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

using pdh_shim::Status;
using pdh_shim::core::Runtime;
using pdh_shim::path::parse_counter_path;
using pdh_shim::test::FakeSource;

namespace {

// A program's own runtime, with a source added.
struct AddedSource : private boost::noncopyable {
    AddedSource() { runtime.live()->add_source("fake", std::make_shared<FakeSource>()); }
    ~AddedSource() { static_cast<void>(runtime.live()->remove_source("fake")); }

    Runtime runtime;
};

// Remembers what it was looked for.
class AskedSource : public FakeSource {
  public:
    std::shared_ptr<const pdh_shim::model::Catalogue> catalogue() override {
        asked.emplace_back(u"all");
        return FakeSource::catalogue();
    }
    std::shared_ptr<const pdh_shim::model::Catalogue> catalogue_for(
        std::u16string_view object, std::u16string_view /*counter*/) override {
        asked.emplace_back(object);
        return FakeSource::catalogue();
    }

    std::vector<std::u16string> asked;
};

} // namespace

TEST_CASE("sources are asked for all their objects only where all are needed") {
    using Asked = std::vector<std::u16string>;
    const auto asked = [](std::u16string_view object) {
        const auto source = std::make_shared<AskedSource>();
        Runtime runtime;
        runtime.live()->add_source("asked", source);
        CHECK(runtime.live()->machine_with(u"", object).value()->find_object(u"Widget").has_value());
        static_cast<void>(runtime.live()->remove_source("asked"));
        return source->asked;
    };
    CHECK(asked(u"Widget") == Asked{u"Widget"});
    CHECK(asked(u"238") == Asked{u"Processor"});
    CHECK(asked(u"5000") == Asked{u"all"}); // of a source, which one is not known
    CHECK(asked(u"") == Asked{u"all"});     // titles need all objects
}

TEST_CASE_FIXTURE(AddedSource, "this computer is the only machine of the live data source") {
    const auto names = runtime.live()->machines().value();
    REQUIRE(names.size() == 1);
    CHECK(runtime.live()->machine(u"").value()->name() == names[0]);
    CHECK(runtime.live()->machine(u"\\\\" + names[0]).has_value());
    CHECK(runtime.live()->machine(u"elsewhere.invalid").error() == Status::cstatus_no_machine);
}

TEST_CASE_FIXTURE(AddedSource, "the machine of a path has the counter of the path") {
    const auto path = parse_counter_path(u"\\Widget(a)\\Rate").value();
    const auto machine = runtime.live()->machine_of(path).value();
    const auto object = machine->find_object(u"Widget");
    REQUIRE(object.has_value());
    CHECK(machine->find_counter(*object, u"Rate") == FakeSource::rate);
    const auto far = parse_counter_path(u"\\\\elsewhere.invalid\\Widget(a)\\Rate").value();
    CHECK(runtime.live()->machine_of(far).error() == Status::cstatus_no_machine);
}

TEST_CASE_FIXTURE(AddedSource, "a source is offered until it is removed, to its own runtime only") {
    CHECK(runtime.live()->machine(u"").value()->find_object(u"Widget").has_value());
    Runtime other;
    CHECK_FALSE(other.live()->machine(u"").value()->find_object(u"Widget").has_value());
    CHECK(other.live()->remove_source("fake").error() == Status::string_not_found);
    CHECK(runtime.live()->remove_source("fake").has_value());
    CHECK_FALSE(runtime.live()->machine(u"").value()->find_object(u"Widget").has_value());
}
