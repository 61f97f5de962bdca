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

TEST_CASE_FIXTURE(Scene, "Energy Meter has the energy of RAPL's zones under Windows' names") {
    set_zones(*this);
    want(energy);
    collect();
    CHECK(instances(energy) == Names{"RAPL_Package0_PKG", "RAPL_Package0_PP0", "RAPL_Package0_PP1",
                                   "RAPL_Package0_DRAM", "RAPL_psys", "_Total"});
    CHECK(cell(energy, u"RAPL_Package0_PKG", u"Energy") == 2'500'000'000); // 9 J
    CHECK(cell(energy, u"RAPL_Package0_PKG", u"Power") == 9000);
    CHECK(cell(energy, u"RAPL_Package0_PKG", u"Time") == start_time);
    CHECK(cell(energy, u"_Total", u"Power") == 11'000); // the cores are in the package
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

TEST_CASE_FIXTURE(Scene, "energy that only root may read has no value, and continues where it was") {
    set_zones(*this);
    want(energy);
    collect();
    files().deny(powercap + "intel-rapl:0/energy_uj");
    collect();
    CHECK_FALSE(cell(energy, u"RAPL_Package0_PKG", u"Power"));
    CHECK_FALSE(cell(energy, u"_Total", u"Energy"));
    CHECK(cell(energy, u"RAPL_Package0_PP0", u"Power") == 4000);
    files().replace(powercap + "intel-rapl:0/energy_uj", "10000000\n");
    collect();
    CHECK(cell(energy, u"RAPL_Package0_PKG", u"Power") == 10'000);
}

TEST_CASE_FIXTURE(Scene, "the total of energy neither falls nor leaps when a package comes") {
    set_zones(*this);
    want(energy);
    collect();
    set_zone(*this, "intel-rapl:2", "package-1", 70'000'000);
    set_energy(*this, "intel-rapl:0", 9'500'000);
    collect();
    CHECK(cell(energy, u"RAPL_Package1_PKG", u"Power") == 70'000);
    CHECK(cell(energy, u"_Total", u"Power") == 11'500);
}

TEST_CASE_FIXTURE(MachineScene, "a machine whose processors measure no energy does not list Energy Meter") {
    files().set(powercap + "dtpm/name", "dtpm\n");
    CHECK_FALSE(lists(energy));
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

TEST_CASE_FIXTURE(Scene, "Power Meter has each sensor of power, and the firmware's meters as the total") {
    set_sensors(*this);
    want(power);
    collect();
    CHECK(instances(power) == Names{"amdgpu PPT", "power_meter", "_Total"});
    CHECK(cell(power, u"amdgpu PPT", u"Power") == 35'000);
    CHECK_FALSE(cell(power, u"amdgpu PPT", u"Power Budget"));
    CHECK(cell(power, u"power_meter", u"Power") == 231'500);
    CHECK(cell(power, u"power_meter", u"Power Budget") == 500'000);
    CHECK(cell(power, u"_Total", u"Power") == 231'500); // a GPU is a part of the machine
    CHECK(cell(power, u"_Total", u"Power Budget") == 500'000);
}

TEST_CASE_FIXTURE(Scene, "a sensor of power that cannot be read has no value, nor has the total") {
    set_sensors(*this);
    set_sensor(*this, "hwmon11", "name", "power_meter");
    files().set_error("/sys/class/hwmon/hwmon11/power1_average", pdh_shim::FileError::failed);
    want(power);
    collect();
    CHECK(instances(power) == Names{"amdgpu PPT", "power_meter", "power_meter", "_Total"});
    CHECK_FALSE(cell(power, u"power_meter#1", u"Power"));
    CHECK_FALSE(cell(power, u"_Total", u"Power"));
    CHECK(cell(power, u"power_meter", u"Power") == 231'500);
}

TEST_CASE_FIXTURE(Scene, "a total of power needs a meter of the whole machine") {
    set_sensors(*this);
    want(power);
    collect();
    files().remove_folder("/sys/class/hwmon/hwmon10");
    collect();
    CHECK(instances(power) == Names{"amdgpu PPT"});
    files().remove_folder("/sys/class/hwmon");
    collect();
    CHECK(of(power).status() == pdh_shim::Status::cstatus_invalid_data);
}

TEST_CASE_FIXTURE(MachineScene, "a machine without sensors of power does not list Power Meter") {
    set_sensor(*this, "hwmon0", "temp1_input", "45000");
    set_sensor(*this, "hwmon0", "power_input", "1");
    CHECK_FALSE(lists(power));
}
