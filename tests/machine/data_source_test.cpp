// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"
#include "machine/data_source.h"
#include "machine/fake_source.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using pdh_shim::machine::RecentInstances;
using pdh_shim::test::FakeDataSource;
using pdh_shim::test::FakeSource;

namespace {

// Looks for instances of `Widget`, as they are when the test begins: `a` and `b`.
struct Search {
    Search() { source->set({{u"a"}, {u"b"}}); }

    bool has(const std::u16string& name, std::uint32_t index = 0) {
        const auto machine = data_source.machine(u"").value();
        return recent.has(*machine, machine->objects()[0], {u"", name, index}).value();
    }

    std::shared_ptr<FakeSource> source = std::make_shared<FakeSource>();
    FakeDataSource data_source{source};
    pdh_shim::ManualClock clock{{0, 0, 0}};
    RecentInstances recent{clock};
};

} // namespace

TEST_CASE_FIXTURE(Search, "a series of searches lists the instances once") {
    for (int i = 0; i < 100; ++i) {
        CHECK(has(u"a"));
        CHECK(has(u"B"));
    }
    CHECK(source->listings() == 1);
}

TEST_CASE_FIXTURE(Search, "an instance that has just begun is found") {
    CHECK(has(u"a"));
    source->set({{u"a"}, {u"b"}, {u"new"}, {u"a"}});
    CHECK(has(u"new"));
    CHECK(has(u"a", 1));
    CHECK(source->listings() == 2);
}

TEST_CASE_FIXTURE(Search, "an instance that does not exist is looked for once in a lifetime") {
    for (int i = 0; i < 100; ++i) {
        CHECK_FALSE(has(u"c"));
        CHECK_FALSE(has(u"d"));
        CHECK_FALSE(has(u"a", 1));
    }
    CHECK(source->listings() == 3);
    clock.advance(RecentInstances::lifetime);
    source->set({{u"c"}});
    CHECK(has(u"c"));
    CHECK(source->listings() == 4);
}

TEST_CASE_FIXTURE(Search, "an absent instance that a later listing has is found") {
    CHECK_FALSE(has(u"c"));
    source->set({{u"a"}, {u"c"}});
    CHECK_FALSE(has(u"d"));
    CHECK(has(u"c"));
}

TEST_CASE_FIXTURE(Search, "a listing does not outlive its lifetime") {
    CHECK(has(u"a"));
    source->set({});
    clock.advance(RecentInstances::lifetime - 1);
    CHECK(has(u"a"));
    clock.advance(1);
    CHECK_FALSE(has(u"a"));
}

TEST_CASE_FIXTURE(Search, "sources do not answer for each other") {
    CHECK(has(u"a"));
    const auto other = std::make_shared<FakeSource>();
    other->set({{u"x"}});
    FakeDataSource others(other);
    const auto machine = others.machine(u"").value();
    CHECK_FALSE(recent.has(*machine, machine->objects()[0], {u"", u"a", 0}).value());
    CHECK(recent.has(*machine, machine->objects()[0], {u"", u"x", 0}).value());
    CHECK(has(u"a"));
    CHECK(source->listings() == 1);
}
