// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/instance_writer.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::source::linux;

namespace {

// An object of three columns, which have the fields 1, 0 and 1.
ObjectLayout three_columns() {
    ObjectLayout layout;
    layout.columns = {{.field = 1, .needs = 0}, {.field = 0, .needs = 0}, {.field = 1, .needs = 0}};
    return layout;
}

} // namespace

TEST_CASE("a row has the fields of the columns that are needed, and no others") {
    const ObjectLayout layout = three_columns();
    std::vector<std::uint32_t> wanted{7}; // of the collect before
    model::ObjectSnapshot snapshot;
    RowWriter rows(layout, {.object = 0, .columns = {true, true, false}}, wanted, snapshot);
    CHECK_FALSE(rows.only_total());
    rows.add(u"sda", 4, std::array<std::int64_t, 2>{10, 20});
    rows.add(total_name, 5, std::array<std::int64_t, 2>{11, unread}, u"parent");
    snapshot.publish(nullptr);
    CHECK(wanted == std::vector<std::uint32_t>{0, 1});
    REQUIRE(snapshot.rows() == 2);
    CHECK(snapshot.cell(0, 0) == 20);
    CHECK(snapshot.cell(0, 1) == 10);
    CHECK(snapshot.cell(0, 2) == 0);
    CHECK_FALSE(snapshot.is_valid(1, 0));
    CHECK(snapshot.is_valid(1, 1));
    CHECK(snapshot.instances()->instances()[1] ==
          model::Instance{.name = u"_Total", .parent = u"parent", .unique_id = 5});
}

TEST_CASE("an object that cannot be read has a status, and one of which only the total is needed says so") {
    const ObjectLayout layout = three_columns();
    std::vector<std::uint32_t> wanted;
    model::ObjectSnapshot snapshot;
    RowWriter rows(layout, {.object = 0, .columns = {true}, .only_total = true}, wanted, snapshot);
    CHECK(rows.only_total());
    rows.fail();
    CHECK(snapshot.status() == Status::cstatus_invalid_data);
    CHECK(snapshot.rows() == 0);
}
