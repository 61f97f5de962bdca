// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/disk/block_devices.h"

#include "base/clock.h"
#include "model/instance_writer.h"
#include "source/linux/disk/disk_rows.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

std::optional<DiskLine> parse_disk(std::string_view text) {
    Scanner line(text);
    const auto major = device_number(line);
    const auto minor = device_number(line);
    if (!major || !minor) {
        return std::nullopt;
    }
    DiskLine disk;
    disk.major = *major;
    disk.minor = *minor;
    disk.name = line.word();
    for (std::int64_t& count : disk.counts) {
        const std::optional<std::int64_t> number = line.number();
        if (!number) {
            return std::nullopt;
        }
        count = std::max<std::int64_t>(0, *number);
    }
    return disk;
}

} // namespace

void parse_diskstats(std::string_view text, std::vector<DiskLine>& disks) {
    disks.clear();
    Scanner lines(text);
    while (!lines.at_end()) {
        if (const auto disk = parse_disk(lines.line())) {
            disks.push_back(*disk);
        }
    }
}

bool is_no_disk(std::string_view name) {
    const auto is_numbered = [name](std::string_view kind) {
        Scanner rest(name);
        return rest.skip(kind) && rest.number() && rest.at_end();
    };
    Scanner flash(name);
    const bool is_flash = flash.skip("mmcblk") && flash.number();
    return is_numbered("sr") || is_numbered("fd") || is_numbered("zd") ||
           (is_flash && (flash.skip("boot") || flash.skip("rpmb")));
}

bool is_memory_disk(std::string_view name) {
    return name.starts_with("loop") || name.starts_with("ram") || name.starts_with("zram");
}

namespace {

constexpr std::int64_t millisecond = ticks_per_second / 1000;
constexpr std::int64_t sector = 512;

/// The name of a device in sysfs, where a slash in it would part folders.
std::string sysfs_name(std::string_view name) {
    std::string safe(name);
    std::ranges::replace(safe, '/', '!');
    return safe;
}

/// Disks of another machine, which are there without a server too.
bool is_network_disk(std::string_view name) {
    return name.starts_with("nbd");
}

} // namespace

DiskNumbers::~DiskNumbers() {
    const Entry* entry = newest_.load();
    while (entry != nullptr) {
        const std::unique_ptr<const Entry> owned(entry);
        entry = owned->next;
    }
}

std::int64_t DiskNumbers::number_of(std::string_view name) {
    Entry* newest = newest_.load();
    std::unique_ptr<Entry> added;
    for (;;) {
        for (const Entry* entry = newest; entry != nullptr; entry = entry->next) {
            if (entry->name == name) {
                return entry->number;
            }
        }
        if (!added) {
            added = std::make_unique<Entry>();
            added->name = name;
        }
        added->number = newest == nullptr ? 0 : newest->number + 1;
        added->next = newest;
        if (newest_.compare_exchange_strong(newest, added.get())) {
            return added.release()->number;
        }
    }
}

std::int64_t BlockDevice::unique_id() const noexcept {
    const std::int64_t sequence = identity == unread ? generation : identity;
    constexpr std::uint64_t sequence_bits = 0x7FFF'FFFFU;
    const auto number = std::uint64_t{major} << 20U ^ minor;
    return static_cast<std::int64_t>(
        (static_cast<std::uint64_t>(sequence) & sequence_bits) << 32U | (number & UINT32_MAX));
}

void BlockDevices::close_files() {
    for (const auto& device : devices_) {
        device->size.release();
        device->sequence.release();
    }
}

void BlockDevices::undo() noexcept {
    for (const auto& device : devices_) {
        device->undo();
    }
}

void BlockDevices::list(std::string_view diskstats, const IsUsed& is_used) {
    readable_ = true;
    for (const auto& device : devices_) {
        device->keep();
        device->before = device->now;
        device->was_shown = device->shown;
        device->shown = false;
        device->listed = false;
    }
    parse_diskstats(diskstats, lines_);
    order_.clear();
    for (const DiskLine& line : lines_) {
        BlockDevice& device = find(line, order_.size());
        device.listed = true;
        look_for_medium(device, line.counts);
        order_.push_back(&device);
    }
    // Or a machine that runs for a year would keep all that it ever had.
    std::erase_if(devices_, [&](const auto& device) { return !device->listed && !is_used(*device); });
}

/// `likely` is where it stands if the devices are those of the last sample.
BlockDevice& BlockDevices::find(const DiskLine& line, std::size_t likely) {
    if (likely < devices_.size() && devices_[likely]->name == line.name) {
        return *devices_[likely];
    }
    if (BlockDevice* const known = named(line.name)) {
        return *known;
    }
    auto device = std::make_unique<BlockDevice>();
    device->name = line.name;
    device->major = line.major;
    device->minor = line.minor;
    device->now.fill(unread);
    device->keep();
    classify(*device);
    devices_.push_back(std::move(device));
    return *devices_.back();
}

BlockDevice* BlockDevices::numbered(std::uint32_t major, std::uint32_t minor) const {
    const auto line = std::ranges::find_if(
        lines_, [&](const DiskLine& disk) { return disk.major == major && disk.minor == minor; });
    return line == lines_.end() ? nullptr : order_[static_cast<std::size_t>(line - lines_.begin())];
}

BlockDevice* BlockDevices::named(std::string_view name) const {
    const auto found =
        std::ranges::find_if(devices_, [&](const auto& device) { return device->name == name; });
    return found == devices_.end() ? nullptr : found->get();
}

void BlockDevices::classify(BlockDevice& device) {
    const std::string folder = "/sys/block/" + sysfs_name(device.name);
    device.whole = is_whole(device.name);
    device.changeable = device.whole && (is_network_disk(device.name) || shows(folder + "/removable", "1\n"));
    device.size_path = folder + "/size";
    device.looked_at.fill(unread);
    // A partition has the sequence number of its disk.
    device.sequence_path = files_.system().info(folder)
                               ? folder + "/diskseq"
                               : "/sys/class/block/" + sysfs_name(device.name) + "/../diskseq";
}

/// The disk that a partition is a part of.
BlockDevice* BlockDevices::parent_of(std::string_view name) const {
    const auto found = std::ranges::find_if(devices_, [&](const auto& device) {
        return name.size() > device->name.size() && name.starts_with(device->name) &&
               files_.system().info("/sys/block/" + sysfs_name(device->name) + "/" + sysfs_name(name));
    });
    return found == devices_.end() ? nullptr : found->get();
}

/// A whole disk, and not one that is made of others.
bool BlockDevices::is_whole(const std::string& name) {
    FileSystem& system = files_.system();
    const std::string folder = "/sys/block/" + sysfs_name(name);
    if (is_memory_disk(name) || is_no_disk(name) || name.starts_with("dm-") || !system.info(folder)) {
        return false;
    }
    if (shows(folder + "/hidden", "1\n")) {
        return false; // one of several paths to a disk
    }
    bool layered = false;
    static_cast<void>(system.list(folder + "/slaves", [&](std::string_view) { layered = true; }));
    return !layered;
}

bool BlockDevices::shows(const std::string& path, std::string_view expected) {
    const auto text = files_.system().read(path, buffer_);
    return text && text.value() == expected;
}

/// Keeps `physical` true to the present: an empty card reader is not a disk. To put a medium in makes the
/// kernel read it, and so an empty device whose counts stand still is still empty.
void BlockDevices::look_for_medium(BlockDevice& device, const DiskCounts& counts) {
    if (!device.whole || (device.physical ? !device.changeable : device.looked_at == counts)) {
        return;
    }
    const bool physical = has_medium(device);
    if (physical && device.name16.empty()) {
        std::u16string name;
        append_number(name, numbers_.number_of(device.name));
        device.name16 = name + u' ' + model::kernel_instance(device.name);
    }
    device.physical = physical;
    device.looked_at = counts;
}

bool BlockDevices::has_medium(BlockDevice& device) {
    FileSystem& system = files_.system();
    const auto size = device.changeable ? device.size.read(system, device.size_path, buffer_)
                                        : system.read(device.size_path, buffer_);
    if (size && whole_number(size.value()) == 0) {
        return false;
    }
    const std::string server = "/sys/block/" + sysfs_name(device.name) + "/pid";
    return !is_network_disk(device.name) || system.info(server).has_value();
}

void BlockDevices::forget_drives() noexcept {
    for (const auto& device : devices_) {
        device->drives.clear();
    }
}

void BlockDevices::add_drive(const std::string& device, std::u16string_view drive) {
    constexpr int most_layers = 16; // of devices made of others
    add_drive(device, drive, most_layers);
}

void BlockDevices::add_drive(const std::string& device, std::u16string_view drive, int depth) {
    BlockDevice* const known = named(device);
    if (known != nullptr && known->physical) {
        if (known->drives.empty()) {
            append_number(known->drives, numbers_.number_of(known->name));
        }
        if (!known->drives.ends_with(drive)) {
            known->drives += u' ';
            known->drives += drive;
        }
        return;
    }
    if (depth == 0) {
        return;
    }
    if (const BlockDevice* const parent = parent_of(device)) {
        add_drive(parent->name, drive, depth - 1);
        return;
    }
    std::vector<std::string> layers;
    static_cast<void>(files_.system().list("/sys/block/" + sysfs_name(device) + "/slaves",
        [&](std::string_view name) { layers.emplace_back(name); }));
    for (const std::string& layer : layers) {
        add_drive(layer, drive, depth - 1);
    }
}

void BlockDevices::take(std::int64_t time, std::int64_t boot, const IsUsed& is_used) {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        BlockDevice& device = *order_[i];
        device.shown = device.physical || is_used(device);
        if (device.shown) {
            take(device, lines_[i], time, boot);
        }
    }
    sum_up(time);
}

void BlockDevices::sum_up(std::int64_t time) noexcept {
    total_.begin();
    for (const BlockDevice* device : order_) {
        if (device->physical) {
            total_.add(device->now, device->lasting ? &device->before : nullptr);
        }
    }
    total_values_ = total_.end();
    total_values_[DiskField::time] = time;
}

void BlockDevices::take(
    BlockDevice& device, const DiskLine& line, std::int64_t now_100ns, std::int64_t boot) {
    const bool renumbered = device.major != line.major || device.minor != line.minor;
    device.major = line.major;
    device.minor = line.minor;
    device.lasting = is_same(device) && !renumbered && device.was_shown;
    if (!device.lasting) {
        device.generation = ++generations_;
        device.counters = {};
    }
    // The kernel keeps the times in 32 bits, and on 32-bit machines the others too.
    DiskCounts counts{};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        counts[i] = device.counters[i].advance(line.counts[i]);
    }
    const auto time = [&](DiskCount::Index count) { return scaled(counts[count], millisecond); };
    const auto bytes = [&](DiskCount::Index count) { return scaled(counts[count], sector); };
    DiskValues& now = device.now;
    now[DiskField::queue_length] = line.counts[DiskCount::in_flight];
    now[DiskField::read_time] = time(DiskCount::read_ms);
    now[DiskField::write_time] = time(DiskCount::write_ms);
    now[DiskField::transfer_time] = sum_of({time(DiskCount::read_ms), time(DiskCount::write_ms)});
    now[DiskField::read_share] = now[DiskField::read_time];
    now[DiskField::write_share] = now[DiskField::write_time];
    now[DiskField::transfer_share] = now[DiskField::transfer_time];
    now[DiskField::reads] = counts[DiskCount::reads];
    now[DiskField::writes] = counts[DiskCount::writes];
    now[DiskField::transfers] = sum_of({counts[DiskCount::reads], counts[DiskCount::writes]});
    now[DiskField::read_bytes] = bytes(DiskCount::sectors_read);
    now[DiskField::write_bytes] = bytes(DiskCount::sectors_written);
    now[DiskField::bytes] = sum_of({bytes(DiskCount::sectors_read), bytes(DiskCount::sectors_written)});
    now[DiskField::time] = now_100ns;
    // Busy time comes in whole milliseconds and may run ahead of the clock: idle time does not fall for that.
    now[DiskField::idle_share] = difference(difference(now_100ns, boot), time(DiskCount::busy_ms));
    if (device.lasting) {
        now[DiskField::idle_share] =
            std::max(now[DiskField::idle_share], device.before[DiskField::idle_share]);
    }
}

/// Whether it is the device that was last seen under its name, by the number that the kernel gives to each.
bool BlockDevices::is_same(BlockDevice& device) {
    const auto text = device.sequence.read(files_.system(), device.sequence_path, buffer_);
    const std::int64_t identity = text ? whole_number(text.value()).value_or(unread) : unread;
    return std::exchange(device.identity, identity) == identity;
}

namespace {

Inputs find_block_devices(FileSystem& files, Inputs /*wanted*/) {
    return files.info("/sys/block") ? inputs::block_devices : 0;
}

void write_disks(const Shown& shown, InstanceWriter& instances) {
    const BlockDevices& disks = shown.disks;
    if (!disks.readable()) {
        instances.fail();
        return;
    }
    for (const BlockDevice* device : disks.listed()) {
        if (device->physical && !instances.only_total()) {
            instances.add(
                device->drives.empty() ? device->name16 : device->drives, device->unique_id(), device->now);
        }
    }
    instances.add(total_name, model::no_unique_id, disks.total());
}

} // namespace

constexpr ObjectTable objects::physical_disk{u"PhysicalDisk", 234, model::Instances::multi,
    {diskstats_file, inputs::block_devices}, {}, u"% Disk Time",
    u"The disks of the machine, each by a number and the name of its device, and all of them together.",
    disk_rows, find_block_devices, write_disks};

} // namespace pdh_shim::source::linux
