// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/performance_object.h"
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

struct Battery {
    std::u16string name;
    BatteryValues values{};
};

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

Needs find_batteries(FileSystem& files, Needs /*wanted*/) {
    const auto names = list_batteries(files);
    return names && !names.value().empty() ? battery_list : 0;
}

/// The batteries as they are now.
class Batteries final : public Sampler {
  public:
    explicit Batteries(const Shown& shown) : files_(shown.files) {}

    void sample(const Collect& collect, Needs needed) override;
    void write(InstanceWriter& instances) const override;

  private:
    FileSystem& files_;
    FileBuffer buffer_;
    std::vector<Battery> batteries_;
    bool readable_ = false;
};

void Batteries::sample(const Collect& /*collect*/, Needs /*needed*/) {
    const auto names = list_batteries(files_);
    readable_ = names.has_value();
    std::vector<Battery> batteries;
    if (readable_) {
        for (const std::string& name : names.value()) {
            const auto text = files_.read(supply_folder + ("/" + name) + "/uevent", buffer_);
            batteries.push_back(
                {model::kernel_instance(name), parse_battery(text ? text.value() : std::string_view{})});
        }
    }
    batteries_.swap(batteries);
}

void Batteries::write(InstanceWriter& instances) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    for (const Battery& battery : batteries_) {
        instances.add(battery.name, model::no_unique_id, battery.values);
    }
}

} // namespace

constexpr ObjectTable objects::battery_status{u"Battery Status", 0, model::Instances::multi, {battery_list},
    {}, u"Remaining Capacity", u"The batteries of the machine.", battery_rows, find_batteries, nullptr,
    open<Batteries>};

} // namespace pdh_shim::source::linux
