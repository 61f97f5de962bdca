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

constexpr std::u16string_view battery = u"Battery Status";

void set_supply(Scene& scene, const std::string& name, const std::string& type, const std::string& uevent) {
    const std::string folder = "/sys/class/power_supply/" + name;
    scene.files().set(folder + "/type", type + "\n");
    scene.files().set(folder + "/uevent", "POWER_SUPPLY_NAME=" + name + "\n" + uevent);
}

/// As two makers of notebooks tell it: by energy, and by charge.
void set_batteries(Scene& scene) {
    set_machine(scene.files());
    set_supply(scene, "AC", "Mains", "POWER_SUPPLY_ONLINE=0\n");
    set_supply(scene, "BAT0", "Battery",
        "POWER_SUPPLY_STATUS=Discharging\nPOWER_SUPPLY_VOLTAGE_MIN_DESIGN=11400000\n"
        "POWER_SUPPLY_VOLTAGE_NOW=12345678\nPOWER_SUPPLY_POWER_NOW=9876000\n"
        "POWER_SUPPLY_ENERGY_FULL=50000000\nPOWER_SUPPLY_ENERGY_NOW=23450000\n");
    set_supply(scene, "BAT1", "Battery",
        "POWER_SUPPLY_STATUS=Charging\nPOWER_SUPPLY_VOLTAGE_MIN_DESIGN=11000000\n"
        "POWER_SUPPLY_VOLTAGE_NOW=12000000\nPOWER_SUPPLY_CURRENT_NOW=1500000\n"
        "POWER_SUPPLY_CHARGE_NOW=3000000\n");
    set_supply(scene, "hid-mouse", "Battery", "POWER_SUPPLY_STATUS=Discharging\n");
    scene.files().set("/sys/class/power_supply/hid-mouse/scope", "Device\n");
}

} // namespace

TEST_CASE_FIXTURE(Scene, "Battery Status has the batteries of the machine, by energy or by charge") {
    set_batteries(*this);
    want(battery);
    collect();
    CHECK(instances(battery) == Names{"BAT0", "BAT1"});
    CHECK(cell(battery, u"BAT0", u"Charge Rate") == 0);
    CHECK(cell(battery, u"BAT0", u"Discharge Rate") == 9876);
    CHECK(cell(battery, u"BAT0", u"Remaining Capacity") == 23'450);
    CHECK(cell(battery, u"BAT0", u"Voltage") == 12'345);
    CHECK(cell(battery, u"BAT1", u"Charge Rate") == 18'000);
    CHECK(cell(battery, u"BAT1", u"Discharge Rate") == 0);
    CHECK(cell(battery, u"BAT1", u"Remaining Capacity") == 33'000); // at the voltage it was made for
}

TEST_CASE_FIXTURE(Scene, "what a battery does not report is missing, and nothing else") {
    set_batteries(*this);
    set_supply(*this, "BAT0", "Battery", "POWER_SUPPLY_STATUS=Unknown\nPOWER_SUPPLY_VOLTAGE_NOW=12000000\n");
    set_supply(*this, "BAT1", "Battery",
        "POWER_SUPPLY_STATUS=Discharging\nPOWER_SUPPLY_VOLTAGE_NOW=12000000\n"
        "POWER_SUPPLY_CURRENT_NOW=-500000\nPOWER_SUPPLY_CHARGE_NOW=1000000\n");
    want(battery);
    collect();
    CHECK_FALSE(cell(battery, u"BAT0", u"Charge Rate"));
    CHECK_FALSE(cell(battery, u"BAT0", u"Discharge Rate"));
    CHECK_FALSE(cell(battery, u"BAT0", u"Remaining Capacity"));
    CHECK(cell(battery, u"BAT0", u"Voltage") == 12'000);
    CHECK(cell(battery, u"BAT1", u"Discharge Rate") == 6000); // whichever sign the driver gives it
    CHECK(cell(battery, u"BAT1", u"Remaining Capacity") == 12'000);
    files().set_error("/sys/class/power_supply/BAT1/uevent", pdh_shim::FileError::failed);
    collect();
    CHECK_FALSE(cell(battery, u"BAT1", u"Voltage"));
}

TEST_CASE_FIXTURE(Scene, "a full battery is neither charged nor discharged") {
    set_batteries(*this);
    for (const char* const status : {"Full", "Not charging"}) {
        CAPTURE(status);
        set_supply(*this, "BAT0", "Battery", std::string("POWER_SUPPLY_STATUS=") + status + "\n");
        collect();
        CHECK(cell(battery, u"BAT0", u"Charge Rate") == 0);
        CHECK(cell(battery, u"BAT0", u"Discharge Rate") == 0);
    }
}

TEST_CASE_FIXTURE(Scene, "batteries come and go, and a machine without any does not list Battery Status") {
    set_batteries(*this);
    want(battery);
    files().remove_folder("/sys/class/power_supply/BAT0");
    collect();
    CHECK(instances(battery) == Names{"BAT1"});
    files().remove_folder("/sys/class/power_supply");
    collect();
    CHECK(of(battery).status() == pdh_shim::Status::cstatus_invalid_data);
    Scene without;
    set_machine(without.files());
    set_supply(without, "AC", "Mains", "POWER_SUPPLY_ONLINE=1\n");
    CHECK_FALSE(without.lists(battery));
}
