// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/fake_source.h"
#include "machine/resolve.h"
#include "path/counter_path.h"
#include "query/collected_samples.h"
#include "query/column.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

using namespace pdh_shim;
using query::Column;
using test::FakeDataSource;
using test::FakeSource;

namespace {

/// The column of a counter of the fake source, with a clock of its own or, without ticks, with the source's.
std::shared_ptr<const Column> column_of(std::u16string_view counter, std::int64_t ticks = 0) {
    static query::CounterContext context;
    const auto source = std::make_shared<FakeSource>();
    auto catalogue = std::make_shared<model::Catalogue>(*source->catalogue());
    for (model::CounterDef& definition : catalogue->objects[0].counters) {
        definition.time_base = ticks;
    }
    source->publish(std::move(catalogue));
    const auto machine = FakeDataSource(source).machine(u"Host").value();
    const auto path = path::parse_counter_path(counter).value();
    return std::make_shared<const Column>(machine::resolve(machine, path).value(), 1,
        std::make_shared<query::CollectedSamples>(), query::QueryContext{context, nullptr, 7});
}

} // namespace

TEST_CASE("a column has the definition of its counter, and the type that this names") {
    const auto rate = column_of(u"\\Widget(a)\\Rate");
    CHECK(rate->definition.name == u"Rate");
    CHECK(rate->type.type == calc::CounterType::perf_counter_counter);
    CHECK(rate->found.name() == u"Rate");
    CHECK(&rate->definition == &rate->found.definition());
    CHECK(rate->part == 1);
    CHECK(rate->context.user_data == 7);
    CHECK(&rate->sequence == &rate->samples->sequence());
}

TEST_CASE("a rate is in ticks of its source's clock, or of its own") {
    CHECK(column_of(u"\\Widget(a)\\Rate")->time_base == 1000);
    CHECK(column_of(u"\\Widget(a)\\Rate", 77)->time_base == 77);
}

TEST_CASE("a value that has nothing to do with time has no ticks, whatever clock its counter has") {
    CHECK_FALSE(column_of(u"\\Widget(a)\\Level")->time_base.has_value());
    CHECK_FALSE(column_of(u"\\Widget(a)\\Level", 77)->time_base.has_value());
}
