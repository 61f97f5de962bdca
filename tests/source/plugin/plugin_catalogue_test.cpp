// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/text.h"
#include "calc/counter_type.h"
#include "require_value.h"
#include "source/plugin/plugin_catalogue.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using pdh_shim::Status;
using pdh_shim::to_utf8;
using pdh_shim::calc::CounterType;
using namespace pdh_shim::model;
using pdh_shim::source::plugin::copy_catalogue;
using pdh_shim::source::plugin::PluginCatalogue;
using pdh_shim::test::require_value;

namespace {

constexpr std::uint32_t type(CounterType constant) {
    return static_cast<std::uint32_t>(constant);
}

// A catalogue that keeps all rules, to be changed by a test.
struct Description {
    pdh_shim_counter counters[3]{
        {.name = "Hits",
            .help = "h",
            .index = 2,
            .type = type(CounterType::perf_sample_fraction),
            .default_scale = -7,
            .detail = 400,
            .base = 1},
        {.name = "Hits",
            .help = nullptr,
            .index = 0,
            .type = type(CounterType::perf_sample_base),
            .default_scale = 0,
            .detail = 0,
            .base = 0},
        {.name = "Busy",
            .help = nullptr,
            .index = 0,
            .type = type(CounterType::perf_100nsec_multi_timer),
            .default_scale = 0,
            .detail = 0,
            .base = 0},
    };
    pdh_shim_object objects[2]{
        {.name = "Cache",
            .help = "c",
            .index = 4,
            .detail = 200,
            .has_instances = 1,
            .counter_count = 3,
            .counters = counters,
            .object_freq = 50},
        {.name = "Clock",
            .help = nullptr,
            .index = 0,
            .detail = 0,
            .has_instances = 0,
            .counter_count = 1,
            .counters = counters + 2,
            .object_freq = 0},
    };
    pdh_shim_catalogue catalogue{.objects = objects, .object_count = 2, .perf_freq = 1'000};
};

PluginCatalogue copy(const Description& description) {
    return require_value(copy_catalogue(description.catalogue));
}

} // namespace

TEST_CASE("a catalogue is copied completely") {
    const PluginCatalogue copied = copy({});
    CHECK(copied.catalogue.perf_freq == 1'000);
    CHECK(copied.catalogue.default_scale_applies);
    REQUIRE(copied.catalogue.objects.size() == 2);
    const ObjectDef& cache = copied.catalogue.objects[0];
    CHECK(to_utf8(cache.name).value() == "Cache");
    CHECK(to_utf8(cache.help).value() == "c");
    CHECK(cache.title_index == 4);
    CHECK(cache.detail == Detail::advanced);
    CHECK(cache.instances == Instances::multi);
    CHECK(cache.object_freq == 50);
    REQUIRE(cache.counters.size() == 3);
    const CounterDef& hits = cache.counters[0];
    CHECK(to_utf8(hits.name).value() == "Hits");
    CHECK(to_utf8(hits.help).value() == "h");
    CHECK(hits.title_index == 2);
    CHECK(hits.type == 0x20C20400);
    CHECK(hits.default_scale == -7);
    CHECK(hits.detail == Detail::wizard);
    CHECK(hits.base == 1);
    CHECK(hits.multi == no_column);
}

TEST_CASE("zeros are the ordinary values") {
    Description description;
    description.catalogue.perf_freq = 0;
    const PluginCatalogue copied = copy(description);
    CHECK(copied.catalogue.perf_freq == pdh_shim::ticks_per_second);
    const ObjectDef& clock = copied.catalogue.objects[1];
    CHECK(clock.help.empty());
    CHECK(clock.title_index == 0);
    CHECK(clock.detail == Detail::novice);
    CHECK(clock.instances == Instances::none);
    CHECK(clock.object_freq == pdh_shim::ticks_per_second);
    CHECK(clock.counters[0].base == no_column);
    CHECK(clock.counters[0].detail == Detail::novice);
}

TEST_CASE("an object without a clock of its own runs at perf_freq") {
    const PluginCatalogue copied = copy({});
    CHECK(copied.catalogue.objects[1].object_freq == 1'000);
    CHECK(copied.has_own_clock == std::vector<bool>{true, false});
}

TEST_CASE("a multi timer has a column for its multi count behind the counters") {
    const PluginCatalogue copied = copy({});
    CHECK(copied.catalogue.objects[0].columns == 4);
    CHECK(copied.catalogue.objects[0].counters[2].multi == 3);
    CHECK(copied.catalogue.objects[1].counters[0].multi == 1);
}

TEST_CASE("a base may stand before its counter") {
    Description description;
    std::swap(description.counters[0], description.counters[1]);
    description.counters[1].base = -1;
    CHECK(copy(description).catalogue.objects[0].counters[1].base == 0);
}

TEST_CASE("a source may have no objects") {
    Description description;
    description.catalogue = {};
    CHECK(copy(description).catalogue.objects.empty());
}

TEST_CASE("a catalogue that breaks a rule is refused with the place and the rule") {
    struct Row {
        std::string_view error;
        std::function<void(Description&)> breaks;
    };
    const Row rows[] = {
        {"its objects are NULL", [](Description& d) { d.catalogue.objects = nullptr; }},
        {"a frequency is negative", [](Description& d) { d.catalogue.perf_freq = -1; }},
        {"object 0: it has no name", [](Description& d) { d.objects[0].name = nullptr; }},
        {"object 1: it has no name", [](Description& d) { d.objects[1].name = ""; }},
        {"object 0: a text is not UTF-8", [](Description& d) { d.objects[0].name = "\xC3"; }},
        {"object 0: a text is not UTF-8", [](Description& d) { d.objects[0].help = "\xFF"; }},
        {"object 1: its detail level is none of PERF_DETAIL_*",
            [](Description& d) { d.objects[1].detail = 500; }},
        {"object 1: a frequency is negative", [](Description& d) { d.objects[1].object_freq = -1; }},
        {"object 0: it has no counters", [](Description& d) { d.objects[0].counters = nullptr; }},
        {"object 0: it has no counters", [](Description& d) { d.objects[0].counter_count = 0; }},
        {"object 1: there is another object of its name",
            [](Description& d) { d.objects[1].name = "CACHE"; }},
        {"object 0, counter 1: it has no name", [](Description& d) { d.counters[1].name = nullptr; }},
        {"object 0, counter 1: a text is not UTF-8",
            [](Description& d) { d.counters[1].help = "\xED\xA0\x80"; }},
        {"object 0, counter 2: its detail level is none of PERF_DETAIL_*",
            [](Description& d) { d.counters[2].detail = 150; }},
        {"object 0, counter 2: its type is no counter type", [](Description& d) { d.counters[2].type = 5; }},
        {"object 0, counter 0: its default scale is not from -7 to 7",
            [](Description& d) { d.counters[0].default_scale = -8; }},
        {"object 0, counter 0: its default scale is not from -7 to 7",
            [](Description& d) { d.counters[0].default_scale = 8; }},
        {"object 0, counter 2: the object has two counters of its name",
            [](Description& d) { d.counters[2].name = "hits"; }},
        {"object 0, counter 0: its type needs a base", [](Description& d) { d.counters[0].base = 0; }},
        {"object 0, counter 0: there is no counter where its base should be",
            [](Description& d) { d.counters[0].base = 3; }},
        {"object 0, counter 0: there is no counter where its base should be",
            [](Description& d) { d.counters[0].base = INT32_MIN; }},
        {"object 0, counter 0: what should be its base is of no base type",
            [](Description& d) { d.counters[0].base = 2; }},
    };
    for (const Row& row : rows) {
        CAPTURE(row.error);
        Description description;
        row.breaks(description);
        const auto copied = copy_catalogue(description.catalogue);
        REQUIRE_FALSE(copied.has_value());
        CHECK(copied.error().status() == Status::invalid_data);
        CHECK(copied.error().message() == row.error);
    }
}
