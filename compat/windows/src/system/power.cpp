// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Frequencies of processors, and batteries.
#include "system/power.h"

#include "base/saturating.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string_view>

namespace pdh_shim::compat {
namespace {

namespace filesystem = std::filesystem;

std::string first_line(const filesystem::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::optional<std::int64_t> number_of(const filesystem::path& path) {
    const std::string line = first_line(path);
    char* end = nullptr;
    const long long number = std::strtoll(line.c_str(), &end, 10);
    return end == line.c_str() ? std::nullopt : std::optional<std::int64_t>(number);
}

/// The nearest number that 32 bits can hold.
ULONG to_32_bits(std::int64_t number) {
    return static_cast<ULONG>(std::clamp<std::int64_t>(number, 0, UINT32_MAX));
}

/// The nearest whole number of MHz; 0 for a text without a number. The decimal point is a point in every
/// locale.
ULONG megahertz_of(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return to_32_bits(saturated_whole(number + 0.5));
}

/// `cpu MHz` of each processor.
std::map<ULONG, ULONG> frequencies_of(const std::string& cpuinfo) {
    std::map<ULONG, ULONG> frequencies;
    std::istringstream lines(cpuinfo);
    std::string line;
    ULONG processor = 0;
    while (std::getline(lines, line)) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) {
            continue;
        }
        const char* const value = line.c_str() + colon + 1;
        if (line.starts_with("processor")) {
            processor = static_cast<ULONG>(std::strtoul(value, nullptr, 10));
        } else if (line.starts_with("cpu MHz")) {
            frequencies[processor] = megahertz_of(value);
        }
    }
    return frequencies;
}

/// `0-3,8` -> 0, 1, 2, 3, 8
std::vector<ULONG> numbers_of(const std::string& list) {
    constexpr unsigned long most = 1 << 16; // more processors than Linux can have
    std::vector<ULONG> numbers;
    std::istringstream ranges(list);
    std::string range;
    while (std::getline(ranges, range, ',')) {
        char* end = nullptr;
        const unsigned long first = std::min(std::strtoul(range.c_str(), &end, 10), most);
        const unsigned long last = *end == '-' ? std::min(std::strtoul(end + 1, nullptr, 10), most) : first;
        if (end == range.c_str() || last < first || numbers.size() + (last - first) >= most) {
            break;
        }
        for (unsigned long number = first; number <= last; ++number) {
            numbers.push_back(static_cast<ULONG>(number));
        }
    }
    return numbers;
}

/// The number of idle states.
ULONG idle_states(const filesystem::path& processor) {
    ULONG count = 0;
    std::error_code ignored;
    while (filesystem::exists(processor / "cpuidle" / ("state" + std::to_string(count + 1)), ignored)) {
        ++count;
    }
    return count;
}

std::optional<ProcessorPower> power_of(
    ULONG number, const filesystem::path& folder, const std::map<ULONG, ULONG>& frequencies) {
    const filesystem::path processor = folder / ("cpu" + std::to_string(number));
    const filesystem::path scaling = processor / "cpufreq";
    const auto megahertz = [&](const char* file) {
        const auto kilohertz = number_of(scaling / file);
        return kilohertz ? std::optional(to_32_bits(*kilohertz / 1000)) : std::nullopt;
    };
    const auto told = frequencies.find(number);
    auto current = megahertz("scaling_cur_freq");
    if (!current && told != frequencies.end()) {
        current = told->second;
    }
    if (!current) {
        return std::nullopt;
    }
    const ULONG most = megahertz("cpuinfo_max_freq").value_or(*current);
    const ULONG limit = megahertz("scaling_max_freq").value_or(most);
    return ProcessorPower{number, most, *current, limit, idle_states(processor), 0};
}

/// One power supply of the machine.
class PowerSupply {
  public:
    explicit PowerSupply(filesystem::path folder) : folder_(std::move(folder)) {}

    [[nodiscard]] bool is(const char* file, std::string_view text) const {
        return first_line(folder_ / file) == text;
    }

    /// mW of a file in microwatts, or of its twin in microamperes; in the same way mWh.
    [[nodiscard]] std::int64_t milliwatts(const char* power_file, const char* current_file) const {
        if (const auto power = number_of(folder_ / power_file)) {
            return *power / 1000;
        }
        const auto current = number_of(folder_ / current_file);
        const auto voltage = number_of(folder_ / "voltage_now");
        constexpr double picowatts_per_milliwatt = 1e9;
        return saturated_whole(static_cast<double>(current.value_or(0)) *
                               static_cast<double>(voltage.value_or(0)) / picowatts_per_milliwatt);
    }

  private:
    filesystem::path folder_;
};

void add(DWORD& sum, std::int64_t value) {
    sum = saturated_add<DWORD>(sum, to_32_bits(value));
}

void add_battery(const PowerSupply& battery, SYSTEM_BATTERY_STATE& state) {
    state.BatteryPresent = TRUE;
    if (battery.is("status", "Charging")) {
        state.Charging = TRUE;
    } else if (battery.is("status", "Discharging")) {
        state.Discharging = TRUE;
    }
    add(state.MaxCapacity, battery.milliwatts("energy_full", "charge_full"));
    add(state.RemainingCapacity, battery.milliwatts("energy_now", "charge_now"));
    add(state.DefaultAlert1, battery.milliwatts("alarm", ""));
    // Some drivers report a negative rate while it discharges.
    add(state.Rate, saturated_distance<std::int64_t>(0, battery.milliwatts("power_now", "current_now")));
}

constexpr auto success = static_cast<NTSTATUS>(0);
constexpr auto invalid_parameter = static_cast<NTSTATUS>(0xC000000D);
constexpr auto buffer_too_small = static_cast<NTSTATUS>(0xC0000023);
constexpr auto not_supported = static_cast<NTSTATUS>(0xC00000BB);

NTSTATUS give(const void* data, std::size_t size, void* to, std::size_t room) {
    if (room < size) {
        return buffer_too_small;
    }
    std::memcpy(to, data, size);
    return success;
}

} // namespace

std::optional<std::vector<ProcessorPower>> processor_power(
    const std::string& folder, const std::string& cpuinfo) {
    const auto frequencies = frequencies_of(cpuinfo);
    std::vector<ProcessorPower> processors;
    for (const ULONG number : numbers_of(first_line(filesystem::path(folder) / "online"))) {
        const auto power = power_of(number, folder, frequencies);
        if (!power) {
            return std::nullopt;
        }
        processors.push_back(*power);
    }
    return processors.empty() ? std::nullopt : std::optional(processors);
}

std::optional<SYSTEM_BATTERY_STATE> battery_state(const std::string& folder) {
    std::error_code error;
    filesystem::directory_iterator supplies(folder, error);
    if (error) {
        return std::nullopt;
    }
    SYSTEM_BATTERY_STATE state = {};
    bool on_line = false;
    for (const auto& entry : supplies) {
        const PowerSupply supply(entry.path());
        if (supply.is("type", "Battery")) {
            if (!supply.is("scope", "Device") && !supply.is("present", "0")) {
                add_battery(supply, state);
            }
        } else {
            on_line = on_line || supply.is("online", "1");
        }
    }
    state.AcOnLine = on_line || state.Discharging == 0 ? TRUE : FALSE;
    state.EstimatedTime = static_cast<DWORD>(-1);
    if (state.Discharging != 0 && state.Rate != 0) {
        state.EstimatedTime = to_32_bits(std::int64_t{state.RemainingCapacity} * 3600 / state.Rate);
        state.Rate = 0 - state.Rate;
    }
    return state;
}

} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

NTSTATUS WINAPI CallNtPowerInformation(
    POWER_INFORMATION_LEVEL level, PVOID input, ULONG inputSize, PVOID output, ULONG outputSize) {
    if (input != nullptr || inputSize != 0 || output == nullptr) {
        return compat::invalid_parameter;
    }
    if (level == SystemBatteryState) {
        const auto state = compat::battery_state("/sys/class/power_supply");
        return state ? compat::give(&*state, sizeof *state, output, outputSize) : compat::not_supported;
    }
    if (level != ProcessorInformation) {
        return compat::invalid_parameter;
    }
    std::ifstream file("/proc/cpuinfo");
    const std::string cpuinfo{std::istreambuf_iterator<char>(file), {}};
    const auto processors = compat::processor_power("/sys/devices/system/cpu", cpuinfo);
    return processors ? compat::give(processors->data(), processors->size() * sizeof(compat::ProcessorPower),
                            output, outputSize)
                      : compat::not_supported;
}
