// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/values.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

using namespace pdh_shim;

TEST_CASE("a time is the number of both halves of a FILETIME") {
    CHECK(
        api::to_time({.dwLowDateTime = 0x89AB'CDEF, .dwHighDateTime = 0x0123'4567}) == 0x0123'4567'89AB'CDEF);
    CHECK(api::to_time({.dwLowDateTime = 0xFFFF'FFFF, .dwHighDateTime = 0xFFFF'FFFF}) == -1);
}

TEST_CASE("a raw value is the same after it was the program's structure") {
    const query::RawValue value{.sample = {.first = INT64_MIN,
                                    .second = -2,
                                    .multi = 0xFFFF'FFFF,
                                    .cstatus = Status::cstatus_invalid_data},
        .time_stamp = 0x0123'4567'89AB'CDEF};
    const PDH_RAW_COUNTER raw = api::to_raw_counter(value);
    CHECK(raw.CStatus == static_cast<DWORD>(Status::cstatus_invalid_data));
    CHECK(raw.FirstValue == INT64_MIN);
    CHECK(raw.MultiCount == 0xFFFF'FFFF);
    const query::RawValue same = api::to_raw_value(raw);
    CHECK(same.sample.second == -2);
    CHECK(same.sample.cstatus == Status::cstatus_invalid_data);
    CHECK(same.time_stamp == value.time_stamp);
}

TEST_CASE("a formatted value is written with its type, and a LONG leaves nothing in the other half") {
    PDH_FMT_COUNTERVALUE value;
    std::memset(&value, 0xFF, sizeof value);
    calc::Datum datum{};
    datum.value.number = calc::NumberType::as_long;
    datum.value.integer = 7;
    api::set_value(value, datum);
    CHECK(value.longValue == 7);
    CHECK(value.largeValue == 7);
    datum.value.number = calc::NumberType::as_large;
    datum.value.integer = INT64_MIN;
    api::set_value(value, datum);
    CHECK(value.largeValue == INT64_MIN);
    datum.value.number = calc::NumberType::as_double;
    datum.value.real = -0.5;
    datum.cstatus = Status::cstatus_new_data;
    api::set_value(value, datum);
    CHECK(value.doubleValue == -0.5);
    CHECK(value.CStatus == static_cast<DWORD>(Status::cstatus_new_data));
}

TEST_CASE("an array has its structures, then the names that they point to") {
    const std::vector<query::Item<int>> items{{u"a", 1}, {u"", 2}};
    const auto made = api::make_item_array<PDH_RAW_COUNTER_ITEM_W>(api::Encoding::utf16, items,
        [](PDH_RAW_COUNTER_ITEM_W& item, int value) { item.RawValue.FirstValue = value; });
    CHECK(made.count == 2);
    std::vector<PDH_RAW_COUNTER_ITEM_W> buffer(3);
    auto size = static_cast<DWORD>(buffer.size() * sizeof buffer[0]);
    REQUIRE(made.write(buffer.data(), &size).has_value());
    CHECK(size == 2 * sizeof buffer[0] + 3 * sizeof(WCHAR));
    CHECK(buffer[1].RawValue.FirstValue == 2);
    CHECK(std::u16string_view(buffer[0].szName) == u"a");
    CHECK(std::u16string_view(buffer[1].szName).empty());
}
