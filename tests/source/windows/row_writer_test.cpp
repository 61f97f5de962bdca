// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/windows/row_writer.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>

using namespace pdh_shim;
using source::windows::RowWriter;

namespace {

constexpr std::array<std::uint8_t, 3> fields{1, 0, 1}; // of three columns

} // namespace

TEST_CASE("a row has the values of the columns that are needed, and no others") {
    const model::ObjectRequest request{.object = 0, .columns = {true, true, false}};
    model::ObjectSnapshot snapshot;
    RowWriter rows(fields, request, snapshot);
    CHECK_FALSE(rows.only_total());
    rows.add(u"0", 4, std::array<std::int64_t, 2>{10, 20});
    rows.add(source::windows::total_name, 5, std::array<std::int64_t, 2>{11, calc::unread});
    snapshot.publish(nullptr);
    REQUIRE(snapshot.rows() == 2);
    CHECK(snapshot.cell(0, 0) == 20);
    CHECK(snapshot.cell(0, 1) == 10);
    CHECK(snapshot.cell(0, 2) == 0);
    CHECK_FALSE(snapshot.is_valid(1, 0));
    CHECK(snapshot.is_valid(1, 1));
}

TEST_CASE("an object that cannot be read has a status, and one of which only the total is needed says so") {
    const model::ObjectRequest request{.object = 0, .columns = {true}, .only_total = true};
    model::ObjectSnapshot snapshot;
    RowWriter rows(fields, request, snapshot);
    CHECK(rows.only_total());
    rows.fail();
    CHECK(snapshot.status() == Status::cstatus_invalid_data);
}
