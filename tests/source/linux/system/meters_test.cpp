// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;

namespace {

using Names = std::vector<std::string>;

constexpr std::u16string_view energy = u"Energy Meter";
const std::string powercap = "/sys/class/powercap/";

void set_energy(Scene& scene, const std::string& zone, std::int64_t microjoules) {
    scene.files().set(powercap + zone + "/energy_uj", std::to_string(microjoules) + "\n");
}

void set_zone(Scene& scene, const std::string& zone, const std::string& name, std::int64_t microjoules) {
    scene.files().set(powercap + zone + "/name", name + "\n");
    scene.files().set(powercap + zone + "/max_energy_range_uj", "262143328850\n");
    set_energy(scene, zone, microjoules);
}

/// A machine with the zones of a desktop processor.
void set_zones(Scene& scene) {
    set_machine(scene.files());
    scene.files().set(powercap + "intel-rapl/enabled", "1\n");
    set_zone(scene, "intel-rapl:0", "package-0", 9'000'000);
    set_zone(scene, "intel-rapl:0:0", "core", 4'000'000);
    set_zone(scene, "intel-rapl:0:1", "uncore", 1'000'000);
    set_zone(scene, "intel-rapl:0:2", "dram", 2'000'000);
    set_zone(scene, "intel-rapl:1", "psys", 20'000'000);
    set_zone(scene, "intel-rapl-mmio:0", "package-0", 9'000'000);
}

} // namespace

TEST_CASE("Energy Meter has the energy of RAPL's zones under Windows' names") {
    Scene scene;
    set_zones(scene);
    scene.want(energy);
    scene.collect();
    CHECK(scene.instances(energy) == Names{"RAPL_Package0_PKG", "RAPL_Package0_PP0", "RAPL_Package0_PP1",
                                         "RAPL_Package0_DRAM", "RAPL_psys", "_Total"});
    CHECK(scene.cell(energy, u"RAPL_Package0_PKG", u"Energy") == 2'500'000'000); // 9 J
    CHECK(scene.cell(energy, u"RAPL_Package0_PKG", u"Power") == 9000);
    CHECK(scene.cell(energy, u"RAPL_Package0_PKG", u"Time") == start_time);
    CHECK(scene.cell(energy, u"_Total", u"Power") == 11'000); // the cores are in the package
}

TEST_CASE("power is the energy of the interval, also when the kernel's number begins anew") {
    Scene scene;
    set_zones(scene);
    set_energy(scene, "intel-rapl:0", 262'143'000'000);
    scene.want(energy);
    scene.collect();
    const auto before = scene.cell(energy, u"RAPL_Package0_PKG", u"Power").value();
    const auto total_before = scene.cell(energy, u"_Total", u"Power").value();
    scene.pass(second);
    set_energy(scene, "intel-rapl:0", 671'150);
    scene.collect();
    CHECK(scene.cell(energy, u"RAPL_Package0_PKG", u"Power") == before + 1000); // 328850 + 671150 uJ
    CHECK(scene.cell(energy, u"_Total", u"Power") == total_before + 1000);
    scene.pass(second);
    set_energy(scene, "intel-rapl:0", 5'671'150);
    scene.collect();
    CHECK(scene.cell(energy, u"RAPL_Package0_PKG", u"Power") == before + 6000);
}

TEST_CASE("energy that only root may read has no value, and continues where it was") {
    Scene scene;
    set_zones(scene);
    scene.want(energy);
    scene.collect();
    scene.files().deny(powercap + "intel-rapl:0/energy_uj");
    scene.collect();
    CHECK_FALSE(scene.cell(energy, u"RAPL_Package0_PKG", u"Power"));
    CHECK_FALSE(scene.cell(energy, u"_Total", u"Energy"));
    CHECK(scene.cell(energy, u"RAPL_Package0_PP0", u"Power") == 4000);
    scene.files().replace(powercap + "intel-rapl:0/energy_uj", "10000000\n");
    scene.collect();
    CHECK(scene.cell(energy, u"RAPL_Package0_PKG", u"Power") == 10'000);
}

TEST_CASE("the total of energy neither falls nor leaps when a package comes") {
    Scene scene;
    set_zones(scene);
    scene.want(energy);
    scene.collect();
    set_zone(scene, "intel-rapl:2", "package-1", 70'000'000);
    set_energy(scene, "intel-rapl:0", 9'500'000);
    scene.collect();
    CHECK(scene.cell(energy, u"RAPL_Package1_PKG", u"Power") == 70'000);
    CHECK(scene.cell(energy, u"_Total", u"Power") == 11'500);
}

TEST_CASE("a machine whose processors measure no energy does not list Energy Meter") {
    Scene scene;
    set_machine(scene.files());
    scene.files().set(powercap + "dtpm/name", "dtpm\n");
    CHECK_FALSE(scene.lists(energy));
}

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
