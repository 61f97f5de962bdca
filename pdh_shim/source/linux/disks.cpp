#include "source/linux/disks.h"

#include "base/clock.h"
#include "base/rollback.h"
#include "source/linux/kernel_instance.h"
#include "source/linux/text_util.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

constexpr std::int64_t millisecond = ticks_per_second / 1000;
constexpr std::int64_t sector = 512;
constexpr std::int64_t drives_lifetime = ticks_per_second;
constexpr int most_layers = 16; // of devices made of others
constexpr std::uint64_t megabyte = 1U << 20U;

constexpr std::array<Summing, DiskField::count> make_disk_rules() {
    std::array<Summing, DiskField::count> rules{};
    rules.fill(Summing::growth);
    for (const auto share :
        {DiskField::transfer_share, DiskField::read_share, DiskField::write_share, DiskField::idle_share}) {
        rules[share] = Summing::mean_growth;
    }
    for (const auto state : {DiskField::queue_length, DiskField::free_megabytes, DiskField::megabytes}) {
        rules[state] = Summing::sum;
    }
    return rules;
}

constexpr std::array<Summing, DiskField::count> disk_rules = make_disk_rules();

bool is_below(std::string_view path, std::string_view folder) {
    return folder == "/" || path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
}

std::string_view last_part(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// The name of a device in sysfs, where a slash in it would part folders.
std::string sysfs_name(std::string_view name) {
    std::string safe(name);
    std::ranges::replace(safe, '/', '!');
    return safe;
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

DiskState::DiskState(
    KernelFiles& files, DiskNumbers& numbers, SpaceProbes& probes, ListWindowsDrives list_drives)
    : files_(files), numbers_(numbers), probes_(probes), list_drives_(std::move(list_drives)),
      physical_total_(disk_rules), logical_total_(disk_rules) {
    physical_values_.fill(unread);
    logical_values_.fill(unread);
}

void DiskState::after_fork() {
    for (const auto& device : devices_) {
        device->sequence.release();
    }
}

Needs DiskState::look_for_drives(std::int64_t time_100ns) {
    if (!drives_time_ || time_100ns - *drives_time_ >= drives_lifetime) {
        auto found = list_drives_();
        mounts_known_ = mounts_known_ && found == windows_drives_;
        windows_drives_ = std::move(found);
        drives_time_ = time_100ns;
    }
    return windows_drives_.empty() ? 0 : needs_file(files_.number_of(mounts_file));
}

void DiskState::update(const DiskInput& input) {
    time_ = input.time_100ns;
    readable_ = input.diskstats.has_value();
    mounts_readable_ = readable_ && input.mounts.has_value();
    if (!readable_) {
        return;
    }
    Rollback unfinished([this] {
        for (const auto& device : devices_) {
            device->undo();
        }
    });
    read_lines(*input.diskstats);
    if (input.mounts) {
        find_volumes(*input.mounts);
    }
    if ((input.needs & needs::space) != 0) {
        measure_space();
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        take(*order_[i], lines_[i]);
    }
    unfinished.dismiss(); // nothing behind it takes memory
    sum_up();
}

void DiskState::read_lines(std::string_view diskstats) {
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
        Device& device = find(line, order_.size());
        device.listed = true;
        order_.push_back(&device);
    }
    forget_devices();
}

/// Those that are gone, or a machine that runs for a year would keep all that it ever had.
void DiskState::forget_devices() {
    std::erase_if(devices_, [this](const auto& device) {
        return !device->listed &&
               std::ranges::find(volumes_, device.get(), &Volume::device) == volumes_.end();
    });
}

/// `likely` is where it stands if the devices are those of the last sample.
DiskState::Device& DiskState::find(const DiskLine& line, std::size_t likely) {
    if (likely < devices_.size() && devices_[likely]->name == line.name) {
        return *devices_[likely];
    }
    if (Device* const known = device_named(line.name)) {
        return *known;
    }
    auto device = std::make_unique<Device>();
    device->name = line.name;
    device->major = line.major;
    device->minor = line.minor;
    device->now.fill(unread);
    device->keep();
    classify(*device);
    devices_.push_back(std::move(device));
    return *devices_.back();
}

DiskState::Device* DiskState::device_named(std::string_view name) const {
    const auto found =
        std::ranges::find_if(devices_, [&](const auto& device) { return device->name == name; });
    return found == devices_.end() ? nullptr : found->get();
}

void DiskState::classify(Device& device) {
    device.physical = is_physical(device.name);
    if (device.physical) {
        append_number(device.name16, numbers_.number_of(device.name));
        device.name16 += u' ';
        device.name16 += kernel_instance(device.name);
    }
    const std::string folder = "/sys/block/" + sysfs_name(device.name);
    // A partition has the sequence number of its disk.
    device.sequence_path = files_.system().info(folder)
                               ? folder + "/diskseq"
                               : "/sys/class/block/" + sysfs_name(device.name) + "/../diskseq";
}

/// The disk that a partition is a part of.
DiskState::Device* DiskState::parent_of(std::string_view name) const {
    const auto found = std::ranges::find_if(devices_, [&](const auto& device) {
        return name.size() > device->name.size() && name.starts_with(device->name) &&
               files_.system().info("/sys/block/" + sysfs_name(device->name) + "/" + sysfs_name(name));
    });
    return found == devices_.end() ? nullptr : found->get();
}

/// A whole disk, and not one that is made of others.
bool DiskState::is_physical(const std::string& name) {
    FileSystem& system = files_.system();
    const std::string folder = "/sys/block/" + sysfs_name(name);
    if (is_memory_disk(name) || name.starts_with("dm-") || !system.info(folder)) {
        return false;
    }
    if (const auto hidden = system.read(folder + "/hidden", buffer_); hidden && hidden.value() == "1\n") {
        return false; // one of several paths to a disk
    }
    bool layered = false;
    static_cast<void>(system.list(folder + "/slaves", [&](std::string_view) { layered = true; }));
    return !layered;
}

void DiskState::find_volumes(std::string_view mounts) {
    if (mounts_known_ && mounts == mounts_text_) {
        return;
    }
    mounts_known_ = true; // unless an answer is still to come
    Rollback unfinished([this] { mounts_known_ = false; });
    mounts_text_ = mounts;
    parse_mounts(mounts_text_, mounts_);
    volumes_.clear();
    for (const MountLine& mount : mounts_) {
        add_volume(mount);
    }
    place_drives();
    unfinished.dismiss();
}

void DiskState::add_volume(const MountLine& mount) {
    Device* const device = device_of(mount);
    if (device == nullptr || is_memory_disk(device->name) || is_hidden(mount)) {
        return;
    }
    Volume volume;
    volume.device = device;
    volume.major = mount.major;
    volume.minor = mount.minor;
    volume.point = unescaped(mount.point);
    volume.whole = mount.root == "/";
    volume.may_block = may_block(mount.point);
    volume.name = kernel_instance(path_instance(volume.point));
    const auto known = std::ranges::find(volumes_, device, &Volume::device);
    if (known == volumes_.end()) {
        volumes_.push_back(std::move(volume));
    } else if (volume.whole && !known->whole) {
        *known = std::move(volume);
    }
}

void DiskState::place_drives() {
    drives_.clear();
    for (const auto& device : devices_) {
        device->drives.clear();
    }
    for (const platform::WindowsDrive& drive : windows_drives_) {
        Drive placed{.name = kernel_instance(drive.name), .volume = volume_of(drive)};
        Volume& volume = volumes_[placed.volume];
        volume.is_drive = true;
        if (volume.device != nullptr) {
            add_letter(volume.device->name, placed.name, most_layers);
        }
        drives_.push_back(std::move(placed));
    }
}

std::size_t DiskState::volume_of(const platform::WindowsDrive& drive) {
    Volume volume;
    if (const MountLine* const mount = mount_of(drive)) {
        volume.device = device_of(*mount);
        volume.major = mount->major;
        volume.minor = mount->minor;
        volume.point = unescaped(mount->point);
        volume.may_block = may_block(volume.point);
    } else {
        volume.device = device_by_size(drive.folder);
        volume.point = drive.folder;
        volume.may_block = true; // wherever the link leads
    }
    return find_volume(std::move(volume));
}

/// The mount that a drive lies on, null if a symbolic link is on the way to it.
const MountLine* DiskState::mount_of(const platform::WindowsDrive& drive) const {
    const auto is_mount_point = [&](const std::string& folder) {
        return std::ranges::any_of(
            mounts_, [&](const MountLine& mount) { return unescaped(mount.point) == folder; });
    };
    if (!std::ranges::all_of(drive.crossings, is_mount_point)) {
        return nullptr;
    }
    const MountLine* found = nullptr;
    std::size_t longest = 0;
    for (const MountLine& mount : mounts_) {
        const std::string point = unescaped(mount.point);
        if (is_below(drive.folder, point) && point.size() >= longest) { // the last one hides the others
            longest = point.size();
            found = &mount;
        }
    }
    return found;
}

/// The device of the one file system that is as large as that of the folder, to the byte. Two of one size
/// tell nothing.
DiskState::Device* DiskState::device_by_size(const std::string& folder) {
    const auto wanted = probes_.space(folder);
    mounts_known_ = mounts_known_ && wanted; // the answer may still come
    Device* found = nullptr;
    for (const Volume& volume : volumes_) {
        const auto space = space_of(volume);
        if (wanted && space && space.value().total == wanted.value().total) {
            if (found != nullptr) {
                return nullptr;
            }
            found = volume.device;
        }
    }
    return found;
}

/// The place of the volume of the same file system, which is added if there is none.
std::size_t DiskState::find_volume(Volume volume) {
    const auto is_same = [&](const Volume& other) {
        if (volume.device != nullptr || other.device != nullptr) {
            return volume.device == other.device;
        }
        const bool is_numbered = volume.major != 0 || volume.minor != 0;
        return is_numbered ? volume.major == other.major && volume.minor == other.minor
                           : volume.point == other.point;
    };
    const auto found = std::ranges::find_if(volumes_, is_same);
    const auto place = static_cast<std::size_t>(found - volumes_.begin());
    if (found == volumes_.end()) {
        volumes_.push_back(std::move(volume));
    }
    return place;
}

/// Adds a drive to the names of the disks below a device, of whatever parts and layers it is made.
void DiskState::add_letter(const std::string& device, std::u16string_view drive, int depth) {
    Device* const known = device_named(device);
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
    if (const Device* const parent = parent_of(device)) {
        add_letter(parent->name, drive, depth - 1);
        return;
    }
    std::vector<std::string> layers;
    static_cast<void>(files_.system().list("/sys/block/" + sysfs_name(device) + "/slaves",
        [&](std::string_view name) { layers.emplace_back(name); }));
    for (const std::string& layer : layers) {
        add_letter(layer, drive, depth - 1);
    }
}

/// Whether another file system was mounted over it.
bool DiskState::is_hidden(const MountLine& mount) const {
    const auto last = std::find_if(
        mounts_.rbegin(), mounts_.rend(), [&](const MountLine& other) { return other.point == mount.point; });
    return &*last != &mount;
}

/// Whether asking about a place may wait for another machine or another program: for the file system that it
/// lies on, or one on the way to it.
bool DiskState::may_block(std::string_view point) const {
    return std::ranges::any_of(mounts_,
        [&](const MountLine& other) { return !is_local_type(other.type) && is_below(point, other.point); });
}

FileResult<FileSpace> DiskState::space_of(const Volume& volume) {
    return volume.may_block ? probes_.space(volume.point) : files_.system().space(volume.point);
}

DiskState::Device* DiskState::device_of(const MountLine& mount) {
    const auto line = std::ranges::find_if(
        lines_, [&](const DiskLine& disk) { return disk.major == mount.major && disk.minor == mount.minor; });
    if (line != lines_.end()) {
        return order_[static_cast<std::size_t>(line - lines_.begin())];
    }
    // File systems that span devices, as btrfs does, have numbers of their own.
    constexpr std::string_view folder = "/dev/";
    if (!mount.source.starts_with(folder)) {
        return nullptr;
    }
    const std::string source = unescaped(mount.source);
    if (Device* const device = device_named(source.substr(folder.size()))) {
        return device;
    }
    const auto target = files_.system().read_link(source);
    return target ? device_named(last_part(target.value())) : nullptr;
}

void DiskState::measure_space() {
    for (Volume& volume : volumes_) {
        volume.free_megabytes = unread;
        volume.megabytes = unread;
        if (const auto space = space_of(volume)) {
            volume.free_megabytes = static_cast<std::int64_t>(space.value().available / megabyte);
            volume.megabytes = static_cast<std::int64_t>(space.value().total / megabyte);
        }
    }
}

void DiskState::take(Device& device, const DiskLine& line) {
    device.shown = device.physical || std::ranges::find(volumes_, &device, &Volume::device) != volumes_.end();
    if (!device.shown) {
        return;
    }
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
    now[DiskField::queue_time] = time(DiskCount::weighted_ms);
    now[DiskField::reads] = counts[DiskCount::reads];
    now[DiskField::writes] = counts[DiskCount::writes];
    now[DiskField::transfers] = sum_of({counts[DiskCount::reads], counts[DiskCount::writes]});
    now[DiskField::read_bytes] = bytes(DiskCount::sectors_read);
    now[DiskField::write_bytes] = bytes(DiskCount::sectors_written);
    now[DiskField::bytes] = sum_of({bytes(DiskCount::sectors_read), bytes(DiskCount::sectors_written)});
    now[DiskField::time] = time_;
    // Busy time comes in whole milliseconds and may run ahead of the clock: idle time does not fall for that.
    now[DiskField::idle_share] = time_ - time(DiskCount::busy_ms);
    if (device.lasting) {
        now[DiskField::idle_share] =
            std::max(now[DiskField::idle_share], device.before[DiskField::idle_share]);
    }
}

/// Whether it is the device that was last seen under its name, by the number that the kernel gives to each.
bool DiskState::is_same(Device& device) {
    const auto text = device.sequence.read(files_.system(), device.sequence_path, buffer_);
    const std::int64_t identity = text ? whole_number(text.value()).value_or(unread) : unread;
    return std::exchange(device.identity, identity) == identity;
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
    for (const Device* device : order_) {
        if (device->physical) {
            physical_total_.add(device->now, device->lasting ? &device->before : nullptr);
        }
    }
    physical_values_ = physical_total_.end();
    physical_values_[DiskField::time] = time_;
    logical_total_.begin();
    for (const Volume& volume : volumes_) {
        if (volume.device == nullptr) {
            logical_total_.add(values_of(volume), nullptr);
        } else if (volume.device->shown) {
            logical_total_.add(values_of(volume), volume.device->lasting ? &volume.device->before : nullptr);
        }
    }
    logical_values_ = logical_total_.end();
    logical_values_[DiskField::time] = time_;
}

std::int64_t DiskState::unique_id(const Device& device) noexcept {
    const std::int64_t sequence = device.identity == unread ? device.generation : device.identity;
    constexpr std::uint64_t sequence_bits = 0x7FFF'FFFFU;
    const auto number = std::uint64_t{device.major} << 20U ^ device.minor;
    return static_cast<std::int64_t>(
        (static_cast<std::uint64_t>(sequence) & sequence_bits) << 32U | (number & UINT32_MAX));
}

std::int64_t DiskState::unique_id(const Volume& volume) noexcept {
    return volume.device != nullptr
               ? unique_id(*volume.device)
               : static_cast<std::int64_t>(std::uint64_t{volume.major} << 20U ^ volume.minor);
}

void DiskState::write_physical(RowWriter& rows) const {
    if (!readable_) {
        rows.fail();
        return;
    }
    for (const Device* device : order_) {
        if (device->physical && !rows.only_total()) {
            rows.add(
                device->drives.empty() ? device->name16 : device->drives, unique_id(*device), device->now);
        }
    }
    rows.add(total_name, model::no_unique_id, physical_values_);
}

void DiskState::write_logical(RowWriter& rows) const {
    if (!mounts_readable_) {
        rows.fail();
        return;
    }
    for (const Drive& drive : drives_) {
        const Volume& volume = volumes_[drive.volume];
        if ((volume.device == nullptr || volume.device->shown) && !rows.only_total()) {
            rows.add(drive.name, unique_id(volume), values_of(volume));
        }
    }
    for (const Volume& volume : volumes_) {
        if (!volume.is_drive && volume.device->shown && !rows.only_total()) {
            rows.add(volume.name, unique_id(volume), values_of(volume));
        }
    }
    rows.add(total_name, model::no_unique_id, logical_values_);
}

} // namespace pdh_shim::source::linux
