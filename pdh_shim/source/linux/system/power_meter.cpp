// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "calc/running_total.h"
#include "model/instance_writer.h"
#include "source/linux/system/system_objects.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

constexpr Needs power_sensors = needs::own(0);

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

struct PowerSensor {
    std::u16string name;
    std::int64_t id = 0;
    bool is_of_machine = false; // and not of a part, as a GPU
    PowerValues values{};
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

std::set<std::int64_t> list_power_sensors(FileSystem& files, const std::string& monitor) {
    std::set<std::int64_t> sensors;
    static_cast<void>(files.list(monitor, [&](std::string_view file) {
        if (const auto number = power_sensor_number(file)) {
            sensors.insert(*number);
        }
    }));
    return sensors;
}

Needs find_power_sensors(FileSystem& files, Needs /*wanted*/) {
    const auto monitors = list_monitors(files);
    const bool has_any = monitors && std::ranges::any_of(monitors.value(), [&](std::int64_t monitor) {
        return !list_power_sensors(files, monitor_path(monitor)).empty();
    });
    return has_any ? power_sensors : 0;
}

/// The sensors of power as they are now.
class PowerMeters final : public Sampler {
  public:
    explicit PowerMeters(FileSystem& files) : files_(files) {}

    void sample(const Collect& collect, Needs needed) override;
    void write(InstanceWriter& instances) const override;

  private:
    [[nodiscard]] PowerSensor read(std::int64_t monitor, std::int64_t number);
    [[nodiscard]] std::int64_t milliwatts(const std::string& path);

    FileSystem& files_;
    FileBuffer buffer_;
    std::vector<PowerSensor> sensors_;
    bool readable_ = false;
};

void PowerMeters::sample(const Collect& /*collect*/, Needs /*needed*/) {
    const auto monitors = list_monitors(files_);
    readable_ = monitors.has_value();
    std::vector<PowerSensor> sensors;
    if (readable_) {
        for (const std::int64_t monitor : monitors.value()) {
            for (const std::int64_t sensor : list_power_sensors(files_, monitor_path(monitor))) {
                sensors.push_back(read(monitor, sensor));
            }
        }
    }
    sensors_.swap(sensors);
}

PowerSensor PowerMeters::read(std::int64_t monitor, std::int64_t number) {
    const std::string folder = monitor_path(monitor);
    const std::string prefix = folder + "/power" + std::to_string(number);
    const std::string driver = read_line(files_, folder + "/name", buffer_);
    const std::string label = read_line(files_, prefix + "_label", buffer_);
    PowerSensor sensor;
    sensor.name = model::kernel_instance(label.empty() ? driver : driver + " " + label);
    sensor.id = sum_of({scaled(monitor, 256), number});
    sensor.is_of_machine = driver == "power_meter";
    const std::int64_t now = milliwatts(prefix + "_input");
    sensor.values[PowerField::power] = now != unread ? now : milliwatts(prefix + "_average");
    sensor.values[PowerField::budget] = milliwatts(prefix + "_cap");
    return sensor;
}

std::int64_t PowerMeters::milliwatts(const std::string& path) {
    const std::int64_t microwatts = read_number(files_, path, buffer_);
    return microwatts == unread ? unread : microwatts / 1000;
}

void PowerMeters::write(InstanceWriter& instances) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    PowerValues total{};
    bool has_total = false;
    for (const PowerSensor& sensor : sensors_) {
        if (sensor.is_of_machine) {
            has_total = true;
            calc::add_to_total(total, sensor.values);
        }
        if (!instances.only_total()) {
            instances.add(sensor.name, sensor.id, sensor.values);
        }
    }
    if (has_total) {
        instances.add(total_name, model::no_unique_id, total);
    }
}

} // namespace

constexpr PerformanceObject<FileSystem> objects::power_meter{
    .table{u"Power Meter", 0, model::Instances::multi, {power_sensors}, {}, u"Power",
        u"The power that the machine and its parts use, where it is measured.", power_rows,
        find_power_sensors},
    .open = open<PowerMeters>};

} // namespace pdh_shim::source::linux
