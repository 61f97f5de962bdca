// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/listed_object.h"
#include "source/linux/system/system_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

constexpr Needs thermal_zones = needs::own(0);

struct ThermalField {
    enum Index : std::uint8_t { kelvins, tenths, count };
};

constexpr auto thermal_rows = std::to_array<CounterRow>({
    {u"Temperature", 0, CounterType::perf_counter_rawcount, model::Detail::novice, {}, ThermalField::kelvins,
        u"Temperature of the zone in kelvins."},
    {u"High Precision Temperature", 0, CounterType::perf_counter_rawcount, model::Detail::novice, {},
        ThermalField::tenths, u"Temperature of the zone in tenths of a kelvin."},
});

using ThermalZones = ListedInstances<ThermalField::count>;

constexpr const char* thermal_folder = "/sys/class/thermal";

FileResult<std::vector<std::int64_t>> list_thermal_zones(FileSystem& files) {
    return list_numbers(files, thermal_folder, thermal_zone_number);
}

std::u16string zone_name(FileSystem& files, FileBuffer& buffer, const std::string& folder,
    const ThermalZones& before, std::int64_t number) {
    if (before) {
        const auto known = std::ranges::find(*before, number, &ListedInstance<ThermalField::count>::id);
        if (known != before->end()) {
            return known->name;
        }
    }
    const std::string type = read_line(files, folder + "/type", buffer);
    return model::kernel_instance(type.empty() ? folder.substr(folder.rfind('/') + 1) : type);
}

/// Reading a zone may take the firmware's time, so that nothing is read twice, and its type only when it
/// appears.
ThermalZones read_thermal_zones(FileSystem& files, FileBuffer& buffer, const ThermalZones& before) {
    const auto numbers = list_thermal_zones(files);
    if (!numbers) {
        return std::nullopt;
    }
    ThermalZones zones(std::in_place);
    for (const std::int64_t number : numbers.value()) {
        const std::string folder = thermal_folder + std::string("/thermal_zone") + std::to_string(number);
        auto& zone = zones->emplace_back();
        zone.id = number;
        zone.name = zone_name(files, buffer, folder, before, number);
        const auto text = files.read(folder + "/temp", buffer);
        const std::int64_t tenths = text ? parse_temperature(text.value()) : unread;
        zone.values[ThermalField::tenths] = tenths;
        zone.values[ThermalField::kelvins] = tenths == unread ? unread : tenths / 10;
    }
    return zones;
}

} // namespace

constexpr ObjectTable objects::thermal_zone_information{u"Thermal Zone Information", 0,
    model::Instances::multi, {thermal_zones}, {}, u"Temperature",
    u"The places of the machine whose temperature is measured.", thermal_rows,
    find_listed<list_thermal_zones>, nullptr, open<ListedObject<ThermalField::count, read_thermal_zones>>};

} // namespace pdh_shim::source::linux
