// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/plan.h"
#include "query/supplied_samples.h"

#include <doctest/doctest.h>

using pdh_shim::Status;
using pdh_shim::query::make_supplied_counter;
using pdh_shim::query::RawValue;
using pdh_shim::query::SuppliedDefinition;

namespace calc = pdh_shim::calc;
namespace path = pdh_shim::path;

namespace {

constexpr std::uint32_t as_double = 0x200;

pdh_shim::query::CounterContext& counter_context() {
    static pdh_shim::query::CounterContext made;
    return made;
}

pdh_shim::query::QueryContext context(std::uintptr_t user_data) {
    return {counter_context(), std::make_shared<pdh_shim::query::Plan>(nullptr), user_data};
}

std::shared_ptr<pdh_shim::query::Counter> make(std::u16string_view text, calc::CounterType type,
    std::int64_t time_base = 1000, std::int32_t default_scale = 0) {
    const SuppliedDefinition definition{static_cast<std::uint32_t>(type), default_scale, time_base};
    return make_supplied_counter(u"here", path::parse_counter_path(text).value(), definition, context(7))
        .value();
}

RawValue raw(std::int64_t first, std::int64_t second = 0) {
    RawValue value;
    value.sample.first = first;
    value.sample.second = second;
    return value;
}

} // namespace

TEST_CASE("a supplied counter has no data before the first sample, whatever its type") {
    for (const auto type :
        {calc::CounterType::perf_counter_rawcount, calc::CounterType::perf_counter_counter}) {
        const auto counter = make(u"\\Object\\Counter", type);
        CHECK(counter->cstatus() == Status::cstatus_item_not_validated);
        CHECK(counter->raw().sample.cstatus == Status::cstatus_item_not_validated);
        CHECK(counter->format(as_double).status == Status::no_data);
        CHECK(counter->raw_items().error() == Status::no_data);
    }
}

TEST_CASE("the two newest supplied samples make a rate, by the caller's time base") {
    const auto counter = make(u"\\Object\\Counter", calc::CounterType::perf_counter_counter, 500);
    counter->supplied()->supply(u"", raw(1000, 0));
    CHECK(counter->format(as_double).status == Status::invalid_data);
    counter->supplied()->supply(u"", raw(1010, 500));
    counter->supplied()->supply(u"", raw(1040, 1500));
    CHECK(counter->raw().sample.first == 1040);
    CHECK(counter->format(as_double).datum.value.real == 15.0);
    CHECK(counter->time_base() == 500);
}

TEST_CASE("a supplied sample is new data until it is formatted") {
    const auto counter = make(u"\\Object\\Counter", calc::CounterType::perf_counter_rawcount);
    counter->supplied()->supply(u"", raw(1));
    CHECK(counter->cstatus() == Status::cstatus_new_data);
    CHECK(counter->format(as_double).datum.value.real == 1.0);
    CHECK(counter->cstatus() == Status::cstatus_valid_data);
    counter->supplied()->supply(u"", raw(1));
    CHECK(counter->cstatus() == Status::cstatus_valid_data);
    counter->supplied()->supply(u"", raw(2));
    CHECK(counter->cstatus() == Status::cstatus_new_data);
}

TEST_CASE("each instance of a supplied wildcard counter has its own samples, whatever the case of its name") {
    const auto counter = make(u"\\Object(*)\\Counter", calc::CounterType::perf_counter_counter);
    counter->supplied()->supply(u"b", raw(10, 0));
    counter->supplied()->supply(u"a", raw(1, 0));
    counter->supplied()->supply(u"B", raw(30, 1000));
    counter->supplied()->supply(u"A", raw(2, 1000));
    const auto formatted = counter->formatted_items(as_double);
    REQUIRE(formatted.has_value());
    const auto& items = formatted.value().items;
    REQUIRE(items.size() == 2);
    CHECK(items[0].name == u"a");
    CHECK(items[0].value.value.real == 1.0);
    CHECK(items[1].name == u"b");
    CHECK(items[1].value.value.real == 20.0);
    CHECK(counter->raw().sample.first == 2);
}

TEST_CASE("a supplied counter of one instance has the name in its path, whatever instance a sample names") {
    const auto counter = make(u"\\Object(p/a#2)\\Counter", calc::CounterType::perf_counter_rawcount);
    counter->supplied()->supply(u"something else", raw(5));
    const auto items = counter->raw_items();
    REQUIRE(items.has_value());
    REQUIRE(items.value().size() == 1);
    CHECK(items.value()[0].name == u"p/a");
    CHECK(items.value()[0].value.sample.first == 5);
}

TEST_CASE("the default scale of a supplied counter is reported but not applied") {
    const auto counter = make(u"\\Object\\Counter", calc::CounterType::perf_counter_rawcount, 0, 3);
    counter->supplied()->supply(u"", raw(5));
    CHECK(counter->definition().default_scale == 3);
    CHECK(counter->format(as_double).datum.value.real == 5.0);
    counter->set_scale(1);
    CHECK(counter->format(as_double).datum.value.real == 50.0);
}

TEST_CASE("a supplied counter keeps the machine of its path, or else names this computer") {
    CHECK(make(u"\\\\far\\Object\\Counter", calc::CounterType::perf_counter_rawcount)->path().machine ==
          u"far");
    const auto local = make(u"\\Object\\Counter", calc::CounterType::perf_counter_rawcount);
    CHECK(local->path().machine == u"here");
    CHECK(local->query_user_data() == 7);
}

TEST_CASE("a supplied counter of a type without a formula is refused") {
    const auto parsed = path::parse_counter_path(u"\\Object\\Counter").value();
    const auto base = static_cast<std::uint32_t>(calc::CounterType::perf_sample_base);
    for (const std::uint32_t type : {base, std::uint32_t{0x12345678}}) {
        CHECK(make_supplied_counter(u"here", parsed, {.type = type}, context(0)).error() ==
              Status::function_not_found);
    }
}
