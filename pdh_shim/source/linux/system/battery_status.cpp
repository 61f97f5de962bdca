// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/listed_object.h"
#include "source/linux/system/system_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

constexpr Needs battery_list = needs::own(0);

constexpr auto battery_rows = std::to_array<CounterRow>({
    {u"Charge Rate", 0, CounterType::perf_counter_rawcount, model::Detail::novice, {},
        BatteryField::charge_rate, u"Power in milliwatts with which the battery is charged now."},
    {u"Discharge Rate", 0, CounterType::perf_counter_rawcount, model::Detail::novice, {},
        BatteryField::discharge_rate, u"Power in milliwatts that the battery gives now."},
    {u"Remaining Capacity", 0, CounterType::perf_counter_rawcount, model::Detail::novice, {},
        BatteryField::remaining, u"Energy in milliwatt hours that the battery holds."},
    {u"Voltage", 0, CounterType::perf_counter_rawcount, model::Detail::novice, {}, BatteryField::voltage,
        u"Voltage of the battery in millivolts."},
});

constexpr const char* supply_folder = "/sys/class/power_supply";

using Batteries = ListedInstances<BatteryField::count>;

/// The names of the batteries of the machine itself, in order; those of mice and the like are left out.
FileResult<std::vector<std::string>> list_batteries(FileSystem& files) {
    std::vector<std::string> names;
    const auto listed = files.list(supply_folder, [&](std::string_view name) { names.emplace_back(name); });
    if (!listed) {
        return listed.error();
    }
    FileBuffer buffer;
    std::erase_if(names, [&](const std::string& name) {
        const std::string folder = supply_folder + ("/" + name);
        return read_line(files, folder + "/type", buffer) != "Battery" ||
               read_line(files, folder + "/scope", buffer) == "Device";
    });
    std::ranges::sort(names);
    return names;
}

Batteries read_batteries(FileSystem& files, FileBuffer& buffer, const Batteries& /*before*/) {
    const auto names = list_batteries(files);
    if (!names) {
        return std::nullopt;
    }
    Batteries batteries(std::in_place);
    for (const std::string& name : names.value()) {
        const auto text = files.read(supply_folder + ("/" + name) + "/uevent", buffer);
        batteries->push_back({.name = model::kernel_instance(name),
            .values = parse_battery(text ? text.value() : std::string_view{})});
    }
    return batteries;
}

} // namespace

constexpr ObjectTable objects::battery_status{u"Battery Status", 0, model::Instances::multi, {battery_list},
    {}, u"Remaining Capacity", u"The batteries of the machine.", battery_rows, find_listed<list_batteries>,
    nullptr, open<ListedObject<BatteryField::count, read_batteries>>};

} // namespace pdh_shim::source::linux
