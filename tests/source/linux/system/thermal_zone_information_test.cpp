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

TEST_CASE("each thermal zone is an instance with its type for a name, in the order of their numbers") {
    Scene scene;
    set_machine(scene.files());
    scene.files().remove_folder("/sys/class/thermal");
    scene.files().make_folder("/sys/class/thermal/cooling_device0");
    set_zone(scene, "10", "iwlwifi_1\n", "-5050\n");
    set_zone(scene, "2", "acpitz\n", "44900\n");
    set_zone(scene, "9", "acpitz\n", "16800\n");
    scene.want(thermal);
    scene.collect();
    CHECK(scene.instances(thermal) == std::vector<std::string>{"acpitz", "acpitz", "iwlwifi_1"});
    CHECK(scene.cell(thermal, u"acpitz", u"Temperature") == 318);
    CHECK(scene.cell(thermal, u"acpitz", u"High Precision Temperature") == 3180);
    CHECK(scene.cell(thermal, u"acpitz#1", u"High Precision Temperature") == 2899);
    CHECK(scene.cell(thermal, u"iwlwifi_1", u"Temperature") == 268);
    CHECK(scene.unique_id(thermal, u"acpitz#1") == 9);
}

TEST_CASE("a zone that cannot be measured now has no temperature") {
    Scene scene;
    set_machine(scene.files());
    set_zone(scene, "0", "acpitz", "45000\n");
    set_zone(scene, "1", "wifi", "-274000\n");
    set_zone(scene, "2", "\n", "hot\n");
    scene.files().set_error("/sys/class/thermal/thermal_zone0/temp", pdh_shim::FileError::failed);
    scene.want(thermal);
    scene.collect();
    CHECK(scene.instances(thermal) == std::vector<std::string>{"acpitz", "wifi", "thermal_zone2"});
    for (const std::u16string_view zone : {u"acpitz", u"wifi", u"thermal_zone2"}) {
        CHECK_FALSE(scene.cell(thermal, zone, u"Temperature"));
        CHECK_FALSE(scene.cell(thermal, zone, u"High Precision Temperature"));
    }
}

TEST_CASE("the type of a thermal zone is read when it appears, and not again") {
    Scene scene;
    set_machine(scene.files());
    scene.want(thermal);
    scene.files().forget();
    scene.collect();
    scene.collect();
    CHECK(scene.files().reads("/sys/class/thermal/thermal_zone0/type") == 1);
    CHECK(scene.files().reads("/sys/class/thermal/thermal_zone0/temp") == 2);
    scene.files().remove_folder("/sys/class/thermal/thermal_zone0");
    scene.files().make_folder("/sys/class/thermal");
    scene.collect();
    set_zone(scene, "0", "wifi\n", "30000\n");
    scene.collect();
    CHECK(scene.instances(thermal) == std::vector<std::string>{"wifi"});
}

TEST_CASE("thermal zones come and go, and without any the object is not listed") {
    Scene scene;
    set_machine(scene.files());
    scene.want(thermal);
    scene.collect();
    CHECK(scene.instances(thermal) == std::vector<std::string>{"x86_pkg_temp"});
    set_zone(scene, "1", "wifi\n", "30000\n");
    scene.collect();
    CHECK(scene.instances(thermal) == std::vector<std::string>{"x86_pkg_temp", "wifi"});
    scene.files().remove_folder("/sys/class/thermal");
    scene.collect();
    CHECK(scene.of(thermal).status() == pdh_shim::Status::cstatus_invalid_data);

    Scene cold;
    set_machine(cold.files());
    cold.files().remove_folder("/sys/class/thermal/thermal_zone0");
    cold.files().make_folder("/sys/class/thermal");
    for (const auto& object : cold.source().catalogue()->objects) {
        CHECK(object.name != thermal);
    }
}
