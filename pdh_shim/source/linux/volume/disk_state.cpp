// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/volume/disk_state.h"

#include "base/rollback.h"

#include <array>
#include <cstddef>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

constexpr std::array<Summing, DiskField::count> make_disk_rules() {
    std::array<Summing, DiskField::count> rules{};
    rules.fill(Summing::growth);
    for (const auto share :
        {DiskField::transfer_share, DiskField::read_share, DiskField::write_share, DiskField::idle_share}) {
        rules[share] = Summing::mean_growth;
    }
    rules[DiskField::queue_length] = Summing::sum;
    rules[DiskField::free_megabytes] = Summing::whole_sum;
    rules[DiskField::megabytes] = Summing::whole_sum;
    return rules;
}

constexpr std::array<Summing, DiskField::count> disk_rules = make_disk_rules();

} // namespace

DiskState::DiskState(
    KernelFiles& files, DiskNumbers& numbers, SpaceProbes& probes, ListWindowsDrives list_drives)
    : devices_(files, numbers), volumes_(files, devices_, probes, std::move(list_drives)),
      physical_total_(disk_rules), logical_total_(disk_rules) {
    physical_values_.fill(unread);
    logical_values_.fill(unread);
}

void DiskState::update(const DiskInput& input) {
    time_ = input.time_100ns;
    boot_ = boot_ == unread ? input.boot : boot_;
    devices_readable_ = input.diskstats.has_value();
    mounts_readable_ = devices_readable_ && input.mounts.has_value();
    if (!devices_readable_) {
        return;
    }
    const auto has_volume = [this](const BlockDevice& device) { return volumes_.lie_on(device); };
    Rollback unfinished([this] { devices_.undo(); });
    devices_.list(*input.diskstats, has_volume);
    if (input.mounts) {
        volumes_.find(*input.mounts);
    }
    if ((input.needs & needs::space) != 0) {
        volumes_.measure_space();
    }
    devices_.take(time_, boot_, has_volume);
    unfinished.dismiss(); // nothing after it allocates memory
    sum_up();
}

DiskValues DiskState::values_of(const Volume& volume) const noexcept {
    DiskValues values{};
    if (volume.device != nullptr) {
        values = volume.device->now;
    } else {
        values.fill(unread);
        values[DiskField::time] = time_;
    }
    values[DiskField::free_megabytes] = volume.free_megabytes;
    values[DiskField::megabytes] = volume.megabytes;
    return values;
}

void DiskState::sum_up() {
    physical_total_.begin();
    for (const BlockDevice* device : devices_.listed()) {
        if (device->physical) {
            physical_total_.add(device->now, device->lasting ? &device->before : nullptr);
        }
    }
    physical_values_ = physical_total_.end();
    physical_values_[DiskField::time] = time_;
    logical_total_.begin();
    for (const Volume& volume : volumes_.all()) {
        if (volume.is_shown() && !volume.is_layer) {
            const bool is_lasting = volume.device != nullptr && volume.device->lasting;
            logical_total_.add(values_of(volume), is_lasting ? &volume.device->before : nullptr);
        }
    }
    logical_values_ = logical_total_.end();
    logical_values_[DiskField::time] = time_;
}

} // namespace pdh_shim::source::linux
