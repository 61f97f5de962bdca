// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_system.h"
#include "source/windows/drives.h"
#include "written_rows.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace pdh_shim::source::windows;

namespace {

using DriveNames = std::vector<std::u16string>;

constexpr std::int64_t megabyte = 1 << 20;

WrittenRows<DriveField::count> drive_rows(const std::vector<DriveRow>& listed, bool only_total = false) {
    FakeMachine machine;
    machine.drives = listed;
    FakeSystem system(machine);
    Drives drives;
    drives.sample(system);
    return WrittenRows<DriveField::count>(
        [&](pdh_shim::model::InstanceWriter& rows) { drives.write(rows); }, only_total);
}

} // namespace

TEST_CASE("the space of a drive is in whole megabytes") {
    const auto rows = drive_rows({{u"C:", 3 * megabyte - 1, megabyte - 1}});
    CHECK(rows.names() == DriveNames{u"C:", u"_Total"});
    CHECK(rows.value(0, DriveField::megabytes) == 2);
    CHECK(rows.value(0, DriveField::free_megabytes) == 0);
}

TEST_CASE("drives of one size count once in _Total, with the free space of the first one") {
    const auto rows = drive_rows({{u"C:", 10 * megabyte, 4 * megabyte}, {u"D:", 20 * megabyte, 5 * megabyte},
        {u"E:", 10 * megabyte, 3 * megabyte}});
    CHECK(rows.names() == DriveNames{u"C:", u"D:", u"E:", u"_Total"});
    CHECK(rows.value(3, DriveField::megabytes) == 30);
    CHECK(rows.value(3, DriveField::free_megabytes) == 9);
}

TEST_CASE("without drives _Total is missing; _Total alone is shown where only it is needed") {
    CHECK(drive_rows({}).names().empty());
    const auto rows = drive_rows({{u"C:", 10 * megabyte, 4 * megabyte}}, true);
    CHECK(rows.names() == DriveNames{u"_Total"});
    CHECK(rows.value(0, DriveField::free_megabytes) == 4);
}
