#include "machine.h"
#include "scene.h"
#include "source/linux/paging_file.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

constexpr std::u16string_view paging_file = u"Paging File";
constexpr std::string_view headings = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";

} // namespace

TEST_CASE("Paging File tells each swap by its path, and all of them together") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/swaps", std::string(headings) + "/dev/sda5 partition 1000 250 -2\n"
                                                             "/var/my\\040swap file 3000 50 -3\n");
    scene.collect();
    CHECK(scene.instances(paging_file) == Names{"dev_sda5", "var_my swap", "_Total"});
    CHECK(scene.cell(paging_file, u"dev_sda5", u"% Usage") == 250);
    CHECK(scene.base(paging_file, u"dev_sda5", u"% Usage") == 1000);
    CHECK(scene.cell(paging_file, u"_Total", u"% Usage") == 300);
    CHECK(scene.base(paging_file, u"_Total", u"% Usage") == 4000);
}

TEST_CASE("without swap there are no instances, and that is no error") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set("/proc/swaps", headings);
    scene.collect();
    CHECK(scene.instances(paging_file).empty());
    CHECK(scene.of(paging_file).status() == pdh_shim::Status::success);
}

TEST_CASE("lines of swaps that are cut are left out") {
    std::vector<pdh_shim::source::linux::SwapLine> swaps;
    pdh_shim::source::linux::parse_swaps("headings\n/a file 10\n/b file x 1\n/c file 10 2", swaps);
    REQUIRE(swaps.size() == 1);
    CHECK(swaps[0].path == "/c");
    CHECK(swaps[0].used_kilobytes == 2);
}
