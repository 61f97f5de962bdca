// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "base/saturating.h"
#include "calc/running_total.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/listed_object.h"
#include "source/linux/system/system_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

constexpr Inputs thermal_zones = inputs::own(0);

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

namespace {

constexpr Inputs battery_list = inputs::own(0);

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

namespace {

using calc::RunningTotal;
using calc::Summing;

constexpr Inputs energy_zones = inputs::own(0);

struct EnergyField {
    enum Index : std::uint8_t {
        energy, // picowatt hours
        power,  // millijoules
        time,   // in units of 100 ns
        count
    };
};

constexpr auto energy_rows = std::to_array<CounterRow>({
    {u"Energy", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {}, EnergyField::energy,
        u"Energy in picowatt hours that was used since the meter began to count."},
    {u"Power", 0, CounterType::perf_counter_bulk_count, model::Detail::novice, {}, EnergyField::power,
        u"Power in milliwatts, the mean of the interval."},
    {u"Time", 0, CounterType::perf_counter_large_rawcount, model::Detail::novice, {}, EnergyField::time,
        u"When the energy was measured, in units of 100 ns."},
});

constexpr const char* energy_folder = "/sys/class/powercap";
using EnergySum = RunningTotal<1>; // in microjoules
constexpr std::array<Summing, 1> energy_rules{Summing::whole_growth};

/// The zones of the processors' own meters, each before those within it.
FileResult<std::vector<std::string>> list_energy_zones(FileSystem& files) {
    std::vector<std::string> zones;
    const auto listed = files.list(energy_folder, [&](std::string_view name) {
        if (is_energy_zone(name)) {
            zones.emplace_back(name);
        }
    });
    if (!listed) {
        return listed.error();
    }
    std::ranges::sort(zones);
    return zones;
}

struct EnergyMeasure {
    std::string zone;
    std::u16string name;
    bool is_in_total = false;
    std::int64_t range = unread;  // at which the kernel's number begins anew
    std::int64_t shown = unread;  // by the kernel
    std::int64_t energy = unread; // microjoules
    std::int64_t before = unread;

    /// Takes what the kernel shows now.
    void advance(std::int64_t now) noexcept {
        before = energy == unread ? before : energy;
        if (now < 0) { // or unread
            energy = unread;
            return;
        }
        const bool has_wrapped = shown != unread && now < shown;
        const std::int64_t grown =
            has_wrapped ? sum_of({difference(range, shown), now}) : difference(now, shown);
        energy = before == unread || shown == unread || grown == unread ? now : sum_of({before, grown});
        shown = now;
    }
};

/// The energy that the meters have counted.
class EnergyMeters final : public Sampler {
  public:
    explicit EnergyMeters(const Shown& shown) : files_(shown.files), total_(energy_rules) {}

    void sample(const Collect& collect, Inputs needed) override;
    void write(InstanceWriter& instances) const override;

  private:
    [[nodiscard]] EnergyMeasure known_or_new(const std::string& zone);
    [[nodiscard]] std::array<std::int64_t, EnergyField::count> values_of(std::int64_t energy) const noexcept;

    FileSystem& files_;
    FileBuffer buffer_;
    std::vector<EnergyMeasure> meters_;
    EnergySum total_;
    std::int64_t total_energy_ = unread;
    std::int64_t time_ = 0;
    bool readable_ = false;
};

void EnergyMeters::sample(const Collect& collect, Inputs /*needed*/) {
    const auto zones = list_energy_zones(files_);
    readable_ = zones.has_value();
    if (!readable_) {
        return;
    }
    std::vector<EnergyMeasure> meters;
    for (const std::string& zone : zones.value()) {
        meters.push_back(known_or_new(zone));
        meters.back().advance(read_number(files_, energy_folder + ("/" + zone) + "/energy_uj", buffer_));
    }
    meters_.swap(meters); // from here on nothing allocates memory
    time_ = collect.now.time_100ns;
    total_.begin();
    for (const EnergyMeasure& meter : meters_) {
        if (meter.is_in_total) {
            const EnergySum::Before before{meter.before};
            total_.add({meter.energy}, meter.before == unread ? nullptr : &before);
        }
    }
    total_energy_ = total_.end()[0];
}

EnergyMeasure EnergyMeters::known_or_new(const std::string& zone) {
    const auto known = std::ranges::find(meters_, zone, &EnergyMeasure::zone);
    if (known != meters_.end()) {
        return *known;
    }
    const std::string folder = energy_folder + ("/" + zone);
    const std::size_t parent = zone.rfind(':');
    const bool is_inner = zone.find(':') != parent;
    const std::string name = read_line(files_, folder + "/name", buffer_);
    const std::string outer =
        is_inner ? read_line(files_, energy_folder + ("/" + zone.substr(0, parent)) + "/name", buffer_)
                 : std::string();
    EnergyMeasure meter;
    meter.zone = zone;
    meter.name = model::kernel_instance(energy_instance(outer, name));
    meter.is_in_total = is_inner ? name == "dram" : name.starts_with("package");
    meter.range = read_number(files_, folder + "/max_energy_range_uj", buffer_);
    return meter;
}

std::array<std::int64_t, EnergyField::count> EnergyMeters::values_of(std::int64_t energy) const noexcept {
    if (energy == unread) {
        return {unread, unread, time_};
    }
    constexpr std::int64_t per_nine = 2500; // picowatt hours of 9 microjoules
    const std::int64_t picowatt_hours =
        saturated_add(saturated_multiply(energy / 9, per_nine), energy % 9 * per_nine / 9);
    return {picowatt_hours, energy / 1000, time_};
}

void EnergyMeters::write(InstanceWriter& instances) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    for (const EnergyMeasure& meter : meters_) {
        if (!instances.only_total()) {
            instances.add(meter.name, model::no_unique_id, values_of(meter.energy));
        }
    }
    if (!meters_.empty()) {
        instances.add(total_name, model::no_unique_id, values_of(total_energy_));
    }
}

} // namespace

constexpr ObjectTable objects::energy_meter{u"Energy Meter", 0, model::Instances::multi, {energy_zones}, {},
    u"Power", u"What the processors' own meters of energy have counted.", energy_rows,
    find_listed<list_energy_zones>, nullptr, open<EnergyMeters>};

namespace {

constexpr Inputs power_sensors = inputs::own(0);

struct PowerField {
    enum Index : std::uint8_t { power, budget, count }; // milliwatts
};
using PowerValues = std::array<std::int64_t, PowerField::count>;

constexpr auto power_rows = std::to_array<CounterRow>({
    {u"Power", 0, CounterType::perf_counter_rawcount, model::Detail::novice, {}, PowerField::power,
        u"Power in milliwatts that is used now."},
    {u"Power Budget", 0, CounterType::perf_counter_rawcount, model::Detail::novice, {}, PowerField::budget,
        u"Power in milliwatts that may be used."},
});

constexpr const char* monitor_folder = "/sys/class/hwmon";

/// A sensor, by the numbers of its monitor and in it.
struct PowerSensor {
    std::int64_t monitor = 0;
    std::int64_t number = 0;
};

FileResult<std::vector<std::int64_t>> list_monitors(FileSystem& files) {
    return list_numbers(
        files, monitor_folder, [](std::string_view name) { return number_after(name, "hwmon"); });
}

std::string monitor_path(std::int64_t monitor) {
    return monitor_folder + std::string("/hwmon") + std::to_string(monitor);
}

/// The number of a sensor of power, given one of its files: `power1_input` or `power1_average`.
std::optional<std::int64_t> power_sensor_number(std::string_view file) {
    for (const std::string_view ending : {"_input", "_average"}) {
        if (file.ends_with(ending)) {
            return number_after(file.substr(0, file.size() - ending.size()), "power");
        }
    }
    return std::nullopt;
}

FileResult<std::vector<PowerSensor>> list_power_sensors(FileSystem& files) {
    PDH_SHIM_TRY(const auto monitors, list_monitors(files));
    std::vector<PowerSensor> sensors;
    for (const std::int64_t monitor : monitors) {
        std::set<std::int64_t> numbers;
        static_cast<void>(files.list(monitor_path(monitor), [&](std::string_view file) {
            if (const auto number = power_sensor_number(file)) {
                numbers.insert(*number);
            }
        }));
        for (const std::int64_t number : numbers) {
            sensors.push_back({monitor, number});
        }
    }
    return sensors;
}

using PowerInstances = ListedInstances<PowerField::count>;

PowerInstances read_power(FileSystem& files, FileBuffer& buffer, const PowerInstances& /*before*/) {
    const auto sensors = list_power_sensors(files);
    if (!sensors) {
        return std::nullopt;
    }
    const auto milliwatts = [&](const std::string& path) {
        const std::int64_t microwatts = read_number(files, path, buffer);
        return microwatts == unread ? unread : microwatts / 1000;
    };
    PowerInstances read(std::in_place);
    PowerValues total{};
    bool has_total = false;
    for (const auto& [monitor, number] : sensors.value()) {
        const std::string folder = monitor_path(monitor);
        const std::string prefix = folder + "/power" + std::to_string(number);
        const std::string driver = read_line(files, folder + "/name", buffer);
        const std::string label = read_line(files, prefix + "_label", buffer);
        const std::int64_t now = milliwatts(prefix + "_input");
        const PowerValues values{
            now != unread ? now : milliwatts(prefix + "_average"), milliwatts(prefix + "_cap")};
        if (driver == "power_meter") { // of the machine, and not of a part, as a GPU
            has_total = true;
            calc::add_to_total(total, values);
        }
        read->push_back({model::kernel_instance(label.empty() ? driver : driver + " " + label),
            sum_of({scaled(monitor, 256), number}), values});
    }
    if (has_total) {
        read->push_back({.name = std::u16string(total_name), .values = total});
    }
    return read;
}

} // namespace

constexpr ObjectTable objects::power_meter{u"Power Meter", 0, model::Instances::multi, {power_sensors}, {},
    u"Power", u"The power that the machine and its parts use, where it is measured.", power_rows,
    find_listed<list_power_sensors>, nullptr, open<ListedObject<PowerField::count, read_power>>};

} // namespace pdh_shim::source::linux
