// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/counter_row.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>

using namespace pdh_shim;
using calc::CounterType;
using Row = model::CounterRow<int>;

namespace {

constexpr Row rate{
    u"Rate", 10, CounterType::perf_counter_counter, model::Detail::novice, 0, 0, u"How often."};
constexpr Row share{
    u"% Share", 12, CounterType::perf_raw_fraction, model::Detail::expert, 0, 1, u"How much.", 2};

} // namespace

TEST_CASE("a row makes a counter, and a second column for its base") {
    model::ObjectDef object;
    model::add_counter(rate, object);
    model::add_counter(share, object);
    REQUIRE(object.counters.size() == 3);
    CHECK(object.counters[0].name == u"Rate");
    CHECK(object.counters[0].help == u"How often.");
    CHECK(object.counters[0].title_index == 10);
    CHECK(object.counters[1].detail == model::Detail::expert);
    CHECK(object.counters[1].base == 2);
    CHECK(object.counters[2].name == u"% Share");
    CHECK(object.counters[2].help.empty());
    CHECK(object.counters[2].type == static_cast<std::uint32_t>(CounterType::perf_raw_base));
}

TEST_CASE("each type has the base that Windows' headers say") {
    CHECK(model::base_type_of(CounterType::perf_raw_fraction) == CounterType::perf_raw_base);
    CHECK(model::base_type_of(CounterType::perf_precision_100ns_timer) ==
          CounterType::perf_precision_timestamp);
    CHECK(model::base_type_of(CounterType::perf_average_timer) == CounterType::perf_average_base);
}

TEST_CASE("tables are joined in their order, and lose their indexes for newer objects") {
    constexpr std::array<Row, 1> first{rate};
    constexpr std::array<Row, 1> second{share};
    constexpr auto both = model::joined(first, second);
    CHECK(both[0].name == u"Rate");
    CHECK(both[1].name == u"% Share");
    CHECK(model::without_indexes(both)[1].title_index == 0);
    CHECK(both[1].title_index == 12);
}

TEST_CASE("ID Process is called Process ID in Process V2") {
    constexpr std::array<Row, 2> rows{
        Row{u"ID Process", 784, CounterType::perf_counter_rawcount, model::Detail::novice, 0, 0, u""}, rate};
    constexpr auto renamed = model::as_process_v2(rows);
    CHECK(renamed[0].name == u"Process ID");
    CHECK(renamed[0].title_index == 0);
    CHECK(renamed[1].name == u"Rate");
}
