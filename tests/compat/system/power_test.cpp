// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Frequencies of processors, and batteries, of machines of all sorts and of this one.
#include "system/power.h"

#include <windows.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <powrprof.h>
#include <string>
#include <vector>

namespace compat = pdh_shim::compat;

namespace {

// As programs declare it, since Windows' headers do not.
typedef struct _PROCESSOR_POWER_INFORMATION {
    ULONG Number;
    ULONG MaxMhz;
    ULONG CurrentMhz;
    ULONG MhzLimit;
    ULONG MaxIdleState;
    ULONG CurrentIdleState;
} PROCESSOR_POWER_INFORMATION;

/// Files below a folder that goes with this.
class Files : boost::noncopyable {
  public:
    Files() {
        std::string name = (std::filesystem::temp_directory_path() / "pdh-shim-power-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        folder_ = name;
    }
    ~Files() { std::filesystem::remove_all(folder_); }

    void add(const std::string& name, const std::string& text) const {
        const auto path = std::filesystem::path(folder_) / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text << '\n';
    }
    [[nodiscard]] const std::string& folder() const { return folder_; }

  private:
    std::string folder_;
};

} // namespace

TEST_CASE("frequencies come from cpufreq, of the processors in use") {
    const Files cpu;
    cpu.add("online", "0,2-3");
    for (const char* const number : {"0", "2", "3"}) {
        const std::string scaling = std::string("cpu") + number + "/cpufreq/";
        cpu.add(scaling + "cpuinfo_max_freq", "3600000");
        cpu.add(scaling + "scaling_max_freq", "3200000");
        cpu.add(scaling + "scaling_cur_freq", std::string("120") + number + "000");
    }
    cpu.add("cpu3/cpuidle/state0/name", "POLL");
    cpu.add("cpu3/cpuidle/state1/name", "C1");
    cpu.add("cpu3/cpuidle/state2/name", "C6");
    const auto power = compat::processor_power(cpu.folder(), "processor : 0\ncpu MHz : 1.0\n");
    REQUIRE(power.has_value());
    REQUIRE(power->size() == 3);
    CHECK((*power)[1].number == 2);
    CHECK((*power)[1].max_mhz == 3600);
    CHECK((*power)[1].mhz_limit == 3200);
    CHECK((*power)[1].current_mhz == 1202);
    CHECK((*power)[1].max_idle_state == 0);
    CHECK((*power)[2].max_idle_state == 2);
    CHECK((*power)[2].current_idle_state == 0);
}

TEST_CASE("where the frequency does not change it is that of cpuinfo") {
    const Files cpu;
    cpu.add("online", "0-1");
    const auto power = compat::processor_power(
        cpu.folder(), "processor\t: 0\ncpu MHz\t\t: 2445.6\n\nprocessor\t: 1\ncpu MHz\t\t: 2000.0\n");
    REQUIRE(power.has_value());
    REQUIRE(power->size() == 2);
    CHECK((*power)[0].max_mhz == 2446);
    CHECK((*power)[0].current_mhz == 2446);
    CHECK((*power)[0].mhz_limit == 2446);
    CHECK((*power)[1].current_mhz == 2000);
    // Arm's cpuinfo has none.
    CHECK_FALSE(compat::processor_power(cpu.folder(), "processor\t: 0\nBogoMIPS\t: 50.00\n").has_value());
    CHECK_FALSE(compat::processor_power(cpu.folder() + "/none", "cpu MHz : 1\n").has_value());
}

TEST_CASE("frequencies and lists that no kernel writes give the nearest numbers") {
    const Files cpu;
    cpu.add("online", "0-2");
    cpu.add("cpu1/cpufreq/scaling_cur_freq", "9223372036854775807");
    cpu.add("cpu2/cpufreq/scaling_cur_freq", "-9223372036854775808");
    for (const char* const number : {"nan", "-1", "words"}) {
        const auto power =
            compat::processor_power(cpu.folder(), std::string("processor : 0\ncpu MHz : ") + number + "\n");
        REQUIRE(power.has_value());
        CHECK((*power)[0].current_mhz == 0);
        CHECK((*power)[1].current_mhz == UINT32_MAX);
        CHECK((*power)[2].current_mhz == 0);
    }
    const auto infinite = compat::processor_power(cpu.folder(), "processor : 0\ncpu MHz : inf\n");
    REQUIRE(infinite.has_value());
    CHECK((*infinite)[0].current_mhz == UINT32_MAX);
    std::string list;
    for (int i = 0; i < 10'000; ++i) {
        list += "0-65000,";
    }
    cpu.add("online", list);
    CHECK(compat::processor_power(cpu.folder(), "processor : 0\ncpu MHz : 1\n") == std::nullopt);
}

TEST_CASE("a battery whose numbers no kernel writes has the nearest ones") {
    const Files supply;
    supply.add("BAT0/type", "Battery");
    supply.add("BAT0/status", "Discharging");
    supply.add("BAT0/charge_full", "9223372036854775807");
    supply.add("BAT0/energy_now", "9223372036854775807");
    supply.add("BAT0/current_now", "-9223372036854775808");
    supply.add("BAT0/voltage_now", "9223372036854775807");
    supply.add("BAT1/type", "Battery");
    supply.add("BAT1/energy_full", "1000000");
    supply.add("BAT1/power_now", "1000");
    const auto state = compat::battery_state(supply.folder());
    REQUIRE(state.has_value());
    CHECK(state->MaxCapacity == UINT32_MAX);
    CHECK(state->RemainingCapacity == UINT32_MAX);
    CHECK(state->Rate == 0 - UINT32_MAX);
    CHECK(state->EstimatedTime == 3600);
}

TEST_CASE("batteries add up, with their remaining time") {
    const Files supply;
    supply.add("AC/type", "Mains");
    supply.add("AC/online", "0");
    supply.add("BAT0/type", "Battery");
    supply.add("BAT0/present", "1");
    supply.add("BAT0/status", "Discharging");
    supply.add("BAT0/energy_full", "50000000");
    supply.add("BAT0/energy_now", "20000000");
    supply.add("BAT0/power_now", "10000000");
    supply.add("BAT0/alarm", "2000000");
    supply.add("BAT1/type", "Battery"); // reports currents
    supply.add("BAT1/status", "Not charging");
    supply.add("BAT1/charge_full", "4000000");
    supply.add("BAT1/charge_now", "1000000");
    supply.add("BAT1/current_now", "0");
    supply.add("BAT1/voltage_now", "10000000");
    supply.add("BAT2/type", "Battery"); // an empty bay
    supply.add("BAT2/present", "0");
    supply.add("BAT2/energy_full", "1000000");
    supply.add("mouse/type", "Battery");
    supply.add("mouse/scope", "Device");
    supply.add("mouse/status", "Charging");
    const auto state = compat::battery_state(supply.folder());
    REQUIRE(state.has_value());
    CHECK(state->BatteryPresent);
    CHECK_FALSE(state->AcOnLine);
    CHECK_FALSE(state->Charging);
    CHECK(state->Discharging);
    CHECK(state->MaxCapacity == 90000);
    CHECK(state->RemainingCapacity == 30000);
    CHECK(static_cast<LONG>(state->Rate) == -10000);
    CHECK(state->EstimatedTime == 3 * 3600);
    CHECK(state->DefaultAlert1 == 2000);
}

TEST_CASE("a battery that charges, and a machine without batteries") {
    const Files supply;
    const auto none = compat::battery_state(supply.folder());
    REQUIRE(none.has_value());
    CHECK_FALSE(none->BatteryPresent);
    CHECK(none->AcOnLine);
    supply.add("USB/type", "USB");
    supply.add("USB/online", "1");
    supply.add("BAT0/type", "Battery");
    supply.add("BAT0/status", "Charging");
    supply.add("BAT0/energy_full", "50000000");
    supply.add("BAT0/energy_now", "20000000");
    supply.add("BAT0/power_now", "-15000000");
    const auto state = compat::battery_state(supply.folder());
    REQUIRE(state.has_value());
    CHECK(state->AcOnLine);
    CHECK(state->Charging);
    CHECK(static_cast<LONG>(state->Rate) == 15000);
    CHECK(state->EstimatedTime == static_cast<DWORD>(-1));
    CHECK_FALSE(compat::battery_state(supply.folder() + "/none").has_value());
}

TEST_CASE("CallNtPowerInformation reports this machine, or that it cannot") {
    SYSTEM_INFO system = {};
    GetSystemInfo(&system);
    std::vector<PROCESSOR_POWER_INFORMATION> processors(system.dwNumberOfProcessors);
    const auto size = static_cast<ULONG>(processors.size() * sizeof processors[0]);
    const NTSTATUS status = CallNtPowerInformation(ProcessorInformation, nullptr, 0, processors.data(), size);
    if (std::filesystem::exists("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq")) {
        CHECK(status == 0);
    }
    if (status == 0) {
        for (const PROCESSOR_POWER_INFORMATION& each : processors) {
            CHECK(each.MaxMhz > 0);
            CHECK(each.CurrentMhz > 0);
            CHECK(each.MhzLimit > 0);
        }
        CHECK(CallNtPowerInformation(ProcessorInformation, nullptr, 0, processors.data(), size - 1) ==
              static_cast<NTSTATUS>(0xC0000023));
    } else {
        CHECK(status == static_cast<NTSTATUS>(0xC00000BB));
    }
    SYSTEM_BATTERY_STATE battery = {};
    CHECK(CallNtPowerInformation(SystemBatteryState, nullptr, 0, &battery, sizeof battery) ==
          (std::filesystem::exists("/sys/class/power_supply") ? 0 : static_cast<NTSTATUS>(0xC00000BB)));
    const auto wrong = static_cast<NTSTATUS>(0xC000000D);
    CHECK(CallNtPowerInformation(SystemBatteryState, &battery, 4, &battery, sizeof battery) == wrong);
    CHECK(CallNtPowerInformation(SystemBatteryState, nullptr, 0, nullptr, 0) == wrong);
    CHECK(CallNtPowerInformation(
              static_cast<POWER_INFORMATION_LEVEL>(4), nullptr, 0, &battery, sizeof battery) == wrong);
    const HMODULE library = LoadLibraryA("powrprof.dll");
    CHECK(reinterpret_cast<const void*>(GetProcAddress(library, "CallNtPowerInformation")) ==
          reinterpret_cast<const void*>(&CallNtPowerInformation));
}
