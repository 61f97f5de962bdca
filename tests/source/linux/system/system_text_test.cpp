// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/scanner.h"
#include "source/linux/system/system_text.h"

#include <doctest/doctest.h>

using namespace pdh_shim::source::linux;

TEST_CASE("a battery that counts energy is in milliwatts, milliwatt hours and millivolts") {
    const BatteryValues values =
        parse_battery("POWER_SUPPLY_NAME=BAT0\nPOWER_SUPPLY_STATUS=Discharging\n"
                      "POWER_SUPPLY_VOLTAGE_NOW=12345678\nPOWER_SUPPLY_POWER_NOW=9876000\n"
                      "POWER_SUPPLY_ENERGY_NOW=23450000\n");
    CHECK(values == BatteryValues{0, 9876, 23'450, 12'345});
}

TEST_CASE("a battery that counts charge has its energy at the voltage that it was made for") {
    const BatteryValues values =
        parse_battery("POWER_SUPPLY_STATUS=Charging\nPOWER_SUPPLY_VOLTAGE_MIN_DESIGN=11000000\n"
                      "POWER_SUPPLY_VOLTAGE_NOW=12000000\nPOWER_SUPPLY_CURRENT_NOW=1500000\n"
                      "POWER_SUPPLY_CHARGE_NOW=3000000");
    CHECK(values == BatteryValues{18'000, 0, 33'000, 12'000});
}

TEST_CASE("what a battery gives may be a negative number") {
    const BatteryValues values =
        parse_battery("POWER_SUPPLY_STATUS=Discharging\nPOWER_SUPPLY_POWER_NOW=-2000\n");
    CHECK(values[BatteryField::discharge_rate] == 2);
}

TEST_CASE("what the kernel does not say of a battery, or says wrongly, is unread") {
    CHECK(parse_battery("") == BatteryValues{unread, unread, unread, unread});
    CHECK(parse_battery("POWER_SUPPLY_STATUS=Unknown\nPOWER_SUPPLY_VOLTAGE_NOW\nPOWER_SUPPLY_ENERGY_NOW=x\n"
                        "VOLTAGE_NOW=1\n=\nPOWER_SUPPLY_") == BatteryValues{unread, unread, unread, unread});
    CHECK(parse_battery("POWER_SUPPLY_STATUS=Full\n") == BatteryValues{0, 0, unread, unread});
    CHECK(parse_battery("POWER_SUPPLY_STATUS=Charging\n") == BatteryValues{unread, 0, unread, unread});
}

TEST_CASE("numbers that no battery has do not overflow") {
    const BatteryValues values = parse_battery(
        "POWER_SUPPLY_STATUS=Charging\nPOWER_SUPPLY_VOLTAGE_NOW=99999999999999999999\n"
        "POWER_SUPPLY_CURRENT_NOW=99999999999999999999\nPOWER_SUPPLY_CHARGE_NOW=-99999999999999999999\n");
    CHECK(values[BatteryField::charge_rate] > 0);
    CHECK(values[BatteryField::charge_rate] <= number_max);
    CHECK(values[BatteryField::remaining] < 0);
    CHECK(values[BatteryField::remaining] >= -number_max);
}

TEST_CASE("zones of energy have Windows' names, or the kernel's where Windows has none") {
    CHECK(energy_instance("", "package-1") == "RAPL_Package1_PKG");
    CHECK(energy_instance("", "package-0-die-1") == "RAPL_Package0_die_1_PKG");
    CHECK(energy_instance("package-0-die-1", "dram") == "RAPL_Package0_die_1_DRAM");
    CHECK(energy_instance("package-0", "xpu") == "RAPL_Package0_xpu");
    CHECK(energy_instance("", "psys") == "RAPL_psys");
    CHECK(energy_instance("", "") == "RAPL_");
}

TEST_CASE("zones that the processors count are told from the same ones read in another way") {
    CHECK(is_energy_zone("intel-rapl:0"));
    CHECK(is_energy_zone("intel-rapl:0:1"));
    CHECK_FALSE(is_energy_zone("intel-rapl-mmio:0"));
    CHECK_FALSE(is_energy_zone("intel-rapl"));
    CHECK_FALSE(is_energy_zone(""));
}

TEST_CASE("a zone's folder has its number behind its name") {
    CHECK(thermal_zone_number("thermal_zone12") == 12);
    CHECK_FALSE(thermal_zone_number("thermal_zone"));
    CHECK_FALSE(thermal_zone_number("thermal_zone1x"));
    CHECK_FALSE(thermal_zone_number("cooling_device1"));
}

TEST_CASE("thousandths of a degree Celsius become tenths of a kelvin") {
    CHECK(parse_temperature("0\n") == 2731);
    CHECK(parse_temperature("45000\n") == 3181);
    CHECK(parse_temperature("-273150") == 0);
    CHECK(parse_temperature("-273151") == unread);
    CHECK(parse_temperature("") == unread);
    CHECK(parse_temperature("45.0\n") == unread);
    CHECK(parse_temperature("99999999999999999999\n") <= number_max);
}
