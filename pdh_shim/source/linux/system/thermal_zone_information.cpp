// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/performance_object.h"
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

struct Zone {
    std::int64_t number = 0;
    std::u16string name;
    std::array<std::int64_t, ThermalField::count> values{};
};

constexpr const char* thermal_folder = "/sys/class/thermal";

Needs find_thermal_zones(FileSystem& files, Needs /*wanted*/) {
    const auto numbers = list_numbers(files, thermal_folder, thermal_zone_number);
    return numbers && !numbers.value().empty() ? thermal_zones : 0;
}

/// The zones as they are now. Reading one may take the firmware's time, so that nothing is read twice, and
/// its type only when it appears.
class ThermalZones final : public Sampler {
  public:
    explicit ThermalZones(const Shown& shown) : files_(shown.files) {}

    void sample(const Collect& collect, Needs needed) override;
    void write(InstanceWriter& instances) const override;

  private:
    [[nodiscard]] Zone read(std::int64_t number);
    [[nodiscard]] std::u16string name_of(std::int64_t number, const std::string& folder);

    FileSystem& files_;
    FileBuffer buffer_;
    std::vector<Zone> zones_;
    bool readable_ = false;
};

void ThermalZones::sample(const Collect& /*collect*/, Needs /*needed*/) {
    const auto numbers = list_numbers(files_, thermal_folder, thermal_zone_number);
    readable_ = numbers.has_value();
    std::vector<Zone> zones;
    if (readable_) {
        for (const std::int64_t number : numbers.value()) {
            zones.push_back(read(number));
        }
    }
    zones_.swap(zones);
}

Zone ThermalZones::read(std::int64_t number) {
    const std::string folder = std::string(thermal_folder) + "/thermal_zone" + std::to_string(number);
    Zone zone;
    zone.number = number;
    zone.name = name_of(number, folder);
    const auto text = files_.read(folder + "/temp", buffer_);
    const std::int64_t tenths = text ? parse_temperature(text.value()) : unread;
    zone.values[ThermalField::tenths] = tenths;
    zone.values[ThermalField::kelvins] = tenths == unread ? unread : tenths / 10;
    return zone;
}

std::u16string ThermalZones::name_of(std::int64_t number, const std::string& folder) {
    const auto known = std::ranges::find(zones_, number, &Zone::number);
    if (known != zones_.end()) {
        return known->name;
    }
    const auto type = files_.read(folder + "/type", buffer_);
    const std::string_view shown = type ? Scanner(type.value()).line() : std::string_view{};
    return model::kernel_instance(
        shown.empty() ? "thermal_zone" + std::to_string(number) : std::string(shown));
}

void ThermalZones::write(InstanceWriter& instances) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    for (const Zone& zone : zones_) {
        instances.add(zone.name, zone.number, zone.values);
    }
}

} // namespace

constexpr ObjectTable objects::thermal_zone_information{u"Thermal Zone Information", 0,
    model::Instances::multi, {thermal_zones}, {}, u"Temperature",
    u"The places of the machine whose temperature is measured.", thermal_rows, find_thermal_zones, nullptr,
    open<ThermalZones>};

} // namespace pdh_shim::source::linux
