// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/instance_writer.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <vector>

using namespace pdh_shim;
using model::InstanceWriter;

namespace {

constexpr std::array<std::uint8_t, 3> fields{1, 0, 1}; // of three columns

} // namespace

TEST_CASE("an instance has the fields of the columns that are needed, and no others") {
    std::vector<std::uint32_t> wanted{7}; // of the collect before
    model::ObjectSnapshot snapshot;
    InstanceWriter instances(fields, {.object = 0, .columns = {true, true, false}}, wanted, snapshot);
    CHECK_FALSE(instances.only_total());
    instances.add(u"sda", 4, std::array<std::int64_t, 2>{10, 20});
    instances.add(u"_Total", 5, std::array<std::int64_t, 2>{11, calc::unread}, u"parent");
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
    std::vector<std::uint32_t> wanted;
    model::ObjectSnapshot snapshot;
    InstanceWriter instances(fields, {.object = 0, .columns = {true}, .only_total = true}, wanted, snapshot);
    CHECK(instances.only_total());
    instances.fail();
    CHECK(snapshot.status() == Status::cstatus_invalid_data);
    CHECK(snapshot.rows() == 0);
}
