// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_key.h"
#include "source/registry/registry_titles.h"

#include <doctest/doctest.h>

using namespace pdh_shim::source::registry;

namespace {

struct TitlesBed {
    std::shared_ptr<FakeRegistry> registry = std::make_shared<FakeRegistry>();
    FakeKey key{registry};
    RegistryTitles titles{key};
};

} // namespace

TEST_CASE("texts are read in pairs, names and help texts apart") {
    TitlesBed fixture;
    fixture.registry->names = multi_string({u"1", u"1847", u"6000", u"Widget", u"6002", u"Items/sec"});
    fixture.registry->helps = multi_string({u"6001", u"The widgets."});
    CHECK(fixture.titles.name(6000) == u"Widget");
    CHECK(fixture.titles.name(6002) == u"Items/sec");
    CHECK(fixture.titles.help(6001) == u"The widgets.");
    CHECK_FALSE(fixture.titles.name(6001).has_value());
    CHECK_FALSE(fixture.titles.help(6003).has_value());
}

TEST_CASE("an index may need all of its 32 bits") {
    TitlesBed fixture;
    fixture.registry->names = multi_string({u"4294967294", u"Widget"});
    CHECK(fixture.titles.name(0xFFFFFFFE) == u"Widget");
}

TEST_CASE("Windows' own names are known where the registry lacks them") {
    TitlesBed fixture;
    CHECK(fixture.titles.name(238) == u"Processor");
    CHECK_FALSE(fixture.titles.name(6000).has_value());

    fixture.registry->names = multi_string({u"238", u"Central unit"});
    fixture.titles.expire();
    CHECK(fixture.titles.name(238) == u"Central unit");
}

TEST_CASE("the registry is read again for an unknown title, once it may have changed") {
    TitlesBed fixture;
    fixture.registry->names = multi_string({u"6000", u"Widget"});
    CHECK(fixture.titles.name(6000) == u"Widget");
    CHECK_FALSE(fixture.titles.name(6002).has_value());
    const int reads = fixture.registry->title_reads;
    fixture.registry->names = multi_string({u"6000", u"Widget", u"6002", u"Items/sec"});
    CHECK_FALSE(fixture.titles.name(6002).has_value());
    CHECK(fixture.registry->title_reads == reads);

    fixture.titles.expire();
    CHECK(fixture.titles.name(6000) == u"Widget");
    CHECK(fixture.registry->title_reads == reads);
    CHECK(fixture.titles.name(6002) == u"Items/sec");
    CHECK(fixture.registry->title_reads > reads);
}

TEST_CASE("the indexes of a name come from the registry, or else are Windows' own") {
    TitlesBed fixture;
    fixture.registry->names = multi_string({u"6000", u"Widget", u"6004", u"widget", u"6010", u"System"});
    CHECK(fixture.titles.indexes_of(u"WIDGET") == std::vector<std::uint32_t>{6000, 6004});
    CHECK(fixture.titles.indexes_of(u"System") == std::vector<std::uint32_t>{6010});
    CHECK(fixture.titles.indexes_of(u"Processor") == std::vector<std::uint32_t>{238});
    CHECK(fixture.titles.indexes_of(u"Gadget").empty());
}
