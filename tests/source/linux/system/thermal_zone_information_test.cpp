// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;

namespace {

constexpr std::u16string_view thermal = u"Thermal Zone Information";

void set_zone(Scene& scene, const std::string& number, std::string_view type, std::string_view temperature) {
    const std::string folder = "/sys/class/thermal/thermal_zone" + number;
    scene.files().set(folder + "/type", type);
    scene.files().set(folder + "/temp", temperature);
}

} // namespace

TEST_CASE_FIXTURE(MachineScene, "each thermal zone is an instance named by its type, sorted by number") {
    files().remove_folder("/sys/class/thermal");
    files().make_folder("/sys/class/thermal/cooling_device0");
    set_zone(*this, "10", "iwlwifi_1\n", "-5050\n");
    set_zone(*this, "2", "acpitz\n", "44900\n");
    set_zone(*this, "9", "acpitz\n", "16800\n");
    want(thermal);
    collect();
    CHECK(instances(thermal) == std::vector<std::string>{"acpitz", "acpitz", "iwlwifi_1"});
    CHECK(cell(thermal, u"acpitz", u"Temperature") == 318);
    CHECK(cell(thermal, u"acpitz", u"High Precision Temperature") == 3180);
    CHECK(cell(thermal, u"acpitz#1", u"High Precision Temperature") == 2899);
    CHECK(cell(thermal, u"iwlwifi_1", u"Temperature") == 268);
    CHECK(unique_id(thermal, u"acpitz#1") == 9);
}

TEST_CASE_FIXTURE(MachineScene, "a zone that cannot be measured now has no temperature") {
    set_zone(*this, "0", "acpitz", "45000\n");
    set_zone(*this, "1", "wifi", "-274000\n");
    set_zone(*this, "2", "\n", "hot\n");
    files().set_error("/sys/class/thermal/thermal_zone0/temp", pdh_shim::FileError::failed);
    want(thermal);
    collect();
    CHECK(instances(thermal) == std::vector<std::string>{"acpitz", "wifi", "thermal_zone2"});
    for (const std::u16string_view zone : {u"acpitz", u"wifi", u"thermal_zone2"}) {
        CHECK_FALSE(cell(thermal, zone, u"Temperature"));
        CHECK_FALSE(cell(thermal, zone, u"High Precision Temperature"));
    }
}

TEST_CASE_FIXTURE(MachineScene, "the type of a thermal zone is read when it appears, and not again") {
    want(thermal);
    files().forget();
    collect();
    collect();
    CHECK(files().reads("/sys/class/thermal/thermal_zone0/type") == 1);
    CHECK(files().reads("/sys/class/thermal/thermal_zone0/temp") == 2);
    files().remove_folder("/sys/class/thermal/thermal_zone0");
    files().make_folder("/sys/class/thermal");
    collect();
    set_zone(*this, "0", "wifi\n", "30000\n");
    collect();
    CHECK(instances(thermal) == std::vector<std::string>{"wifi"});
}

TEST_CASE_FIXTURE(MachineScene, "thermal zones come and go, and without any the object is not listed") {
    want(thermal);
    collect();
    CHECK(instances(thermal) == std::vector<std::string>{"x86_pkg_temp"});
    set_zone(*this, "1", "wifi\n", "30000\n");
    collect();
    CHECK(instances(thermal) == std::vector<std::string>{"x86_pkg_temp", "wifi"});
    files().remove_folder("/sys/class/thermal");
    collect();
    CHECK(of(thermal).status() == pdh_shim::Status::cstatus_invalid_data);

    Scene cold;
    set_machine(cold.files());
    cold.files().remove_folder("/sys/class/thermal/thermal_zone0");
    cold.files().make_folder("/sys/class/thermal");
    for (const auto& object : cold.source().catalogue()->objects) {
        CHECK(object.name != thermal);
    }
}
