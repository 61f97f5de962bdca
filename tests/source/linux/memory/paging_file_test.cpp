// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

constexpr std::u16string_view paging_file = u"Paging File";
constexpr std::string_view headings = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";

} // namespace

TEST_CASE_FIXTURE(MachineScene, "Paging File has an instance for each swap, by its path, and their total") {
    files().set("/proc/swaps", std::string(headings) + "/dev/sda5 partition 1000 250 -2\n"
                                                       "/var/my\\040swap file 3000 50 -3\n");
    collect();
    CHECK(instances(paging_file) == Names{"dev_sda5", "var_my swap", "_Total"});
    CHECK(cell(paging_file, u"dev_sda5", u"% Usage") == 250);
    CHECK(base(paging_file, u"dev_sda5", u"% Usage") == 1000);
    CHECK(cell(paging_file, u"_Total", u"% Usage") == 300);
    CHECK(base(paging_file, u"_Total", u"% Usage") == 4000);
}

TEST_CASE_FIXTURE(
    MachineScene, "swap files whose names would be the same have others, and no line ends within a name") {
    files().set("/proc/swaps", std::string(headings) + "/var_swap file 1000 250 -2\n"
                                                       "/var/swap file 3000 50 -3\n"
                                                       "/a\\012b file 10 5 -4\n");
    collect();
    CHECK(instances(paging_file) == Names{"var__swap", "var_swap", "a_b", "_Total"});
    CHECK(cell(paging_file, u"var_swap", u"% Usage") == 50);
}

TEST_CASE_FIXTURE(MachineScene, "without swap there are no instances, which is not an error") {
    files().set("/proc/swaps", headings);
    collect();
    CHECK(instances(paging_file).empty());
    CHECK(of(paging_file).status() == pdh_shim::Status::success);
}
