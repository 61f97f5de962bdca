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

TEST_CASE("an unreadable object has a status, also if only its total is needed") {
    std::vector<std::uint32_t> wanted;
    model::ObjectSnapshot snapshot;
    InstanceWriter instances(fields, {.object = 0, .columns = {true}, .only_total = true}, wanted, snapshot);
    CHECK(instances.only_total());
    instances.fail();
    CHECK(snapshot.status() == Status::cstatus_invalid_data);
    CHECK(snapshot.rows() == 0);
}

using pdh_shim::model::interface_instance;
using pdh_shim::model::kernel_instance;
using pdh_shim::model::path_instance;

TEST_CASE("the name in the kernel is the name of the instance") {
    CHECK(kernel_instance("bash") == u"bash");
    CHECK(kernel_instance("kworker/0:1") == u"kworker/0:1");
    CHECK(kernel_instance("(sd-pam)") == u"(sd-pam)");
    CHECK(kernel_instance("").empty());
}

TEST_CASE("bytes that are not UTF-8 become U+FFFD, one by one") {
    CHECK(kernel_instance("a\xFF\xC3z") == u"a\uFFFD\uFFFDz");
}

TEST_CASE("a # in a name of the kernel is replaced, because #n would be another instance") {
    CHECK(kernel_instance("a#1") == u"a_1");
    CHECK(kernel_instance("a#0") == u"a_0");
    CHECK(kernel_instance("#") == u"_");
}

TEST_CASE("a kernel name _Total gets a suffix, because _Total is the sum of the instances") {
    CHECK(kernel_instance("_Total") == u"_Total_");
    CHECK(kernel_instance("_TOTAL") == u"_TOTAL_");
    CHECK(kernel_instance("_Total_") == u"_Total_");
    CHECK(kernel_instance("_Totals") == u"_Totals");
}

TEST_CASE("control characters in names of the kernel are replaced, so a name is one line") {
    CHECK(kernel_instance("a\nb\tc\x1B[2J\x7F") == u"a_b_c_[2J_");
    CHECK(kernel_instance("a\u2028b\u202Ec\u0085") == u"a_b_c_");
    CHECK(kernel_instance("_Total\n") == u"_Total_");
}

TEST_CASE("an instance stands for a mount point without its slashes") {
    CHECK(path_instance("/") == "root");
    CHECK(path_instance("/boot") == "boot");
    CHECK(path_instance("/var/lib/data") == "var_lib_data");
    CHECK(path_instance("relative/x") == "relative_x");
    CHECK(path_instance("").empty());
    CHECK(path_instance("/root") == "root_");
    CHECK(path_instance("/root/x") == "root_x");
}

TEST_CASE("an interface is named as Windows names adapters") {
    CHECK(interface_instance("eth0") == "eth0");
    CHECK(interface_instance("Intel(R) #2/x") == "Intel[R] _2_x");
}
