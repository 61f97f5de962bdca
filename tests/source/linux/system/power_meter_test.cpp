// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

constexpr std::u16string_view power = u"Power Meter";

void set_sensor(Scene& scene, const std::string& monitor, const std::string& file, const std::string& text) {
    scene.files().set("/sys/class/hwmon/" + monitor + "/" + file, text + "\n");
}

/// A server with a meter of its firmware, a GPU and sensors of other kinds.
void set_sensors(Scene& scene) {
    set_machine(scene.files());
    set_sensor(scene, "hwmon0", "name", "coretemp");
    set_sensor(scene, "hwmon0", "temp1_input", "45000");
    set_sensor(scene, "hwmon10", "name", "power_meter");
    set_sensor(scene, "hwmon10", "power1_average", "231500900");
    set_sensor(scene, "hwmon10", "power1_average_interval", "1000");
    set_sensor(scene, "hwmon10", "power1_cap", "500000000");
    set_sensor(scene, "hwmon2", "name", "amdgpu");
    set_sensor(scene, "hwmon2", "power1_label", "PPT");
    set_sensor(scene, "hwmon2", "power1_input", "35000000");
    set_sensor(scene, "hwmon2", "power1_average", "34000000");
}

} // namespace

TEST_CASE("Power Meter has each sensor of power, and the firmware's meters as the total") {
    Scene scene;
    set_sensors(scene);
    scene.want(power);
    scene.collect();
    CHECK(scene.instances(power) == Names{"amdgpu PPT", "power_meter", "_Total"});
    CHECK(scene.cell(power, u"amdgpu PPT", u"Power") == 35'000);
    CHECK_FALSE(scene.cell(power, u"amdgpu PPT", u"Power Budget"));
    CHECK(scene.cell(power, u"power_meter", u"Power") == 231'500);
    CHECK(scene.cell(power, u"power_meter", u"Power Budget") == 500'000);
    CHECK(scene.cell(power, u"_Total", u"Power") == 231'500); // a GPU is a part of the machine
    CHECK(scene.cell(power, u"_Total", u"Power Budget") == 500'000);
}

TEST_CASE("a sensor of power that cannot be read has no value, nor has the total") {
    Scene scene;
    set_sensors(scene);
    set_sensor(scene, "hwmon11", "name", "power_meter");
    scene.files().set_error("/sys/class/hwmon/hwmon11/power1_average", pdh_shim::FileError::failed);
    scene.want(power);
    scene.collect();
    CHECK(scene.instances(power) == Names{"amdgpu PPT", "power_meter", "power_meter", "_Total"});
    CHECK_FALSE(scene.cell(power, u"power_meter#1", u"Power"));
    CHECK_FALSE(scene.cell(power, u"_Total", u"Power"));
    CHECK(scene.cell(power, u"power_meter", u"Power") == 231'500);
}

TEST_CASE("a total of power needs a meter of the whole machine") {
    Scene scene;
    set_sensors(scene);
    scene.want(power);
    scene.collect();
    scene.files().remove_folder("/sys/class/hwmon/hwmon10");
    scene.collect();
    CHECK(scene.instances(power) == Names{"amdgpu PPT"});
    scene.files().remove_folder("/sys/class/hwmon");
    scene.collect();
    CHECK(scene.of(power).status() == pdh_shim::Status::cstatus_invalid_data);
}

TEST_CASE("a machine without sensors of power does not list Power Meter") {
    Scene scene;
    set_machine(scene.files());
    set_sensor(scene, "hwmon0", "temp1_input", "45000");
    set_sensor(scene, "hwmon0", "power_input", "1");
    CHECK_FALSE(scene.lists(power));
}
