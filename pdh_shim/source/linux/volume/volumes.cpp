// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/volume/volumes.h"

#include "base/clock.h"
#include "base/scope_guard.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

constexpr std::int64_t drives_lifetime = ticks_per_second;
constexpr std::uint64_t megabyte = 1U << 20U;

bool is_below(std::string_view path, std::string_view folder) {
    return folder == "/" || path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
}

std::string_view last_part(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// Whether Windows would give what is mounted a drive. A device in memory gets none, but a file that is
/// mounted as a device is a virtual disk; an image of squashfs is a package of programs. ZFS has no devices
/// below its file systems.
bool is_volume(const BlockDevice* device, const MountLine& mount) {
    if (device == nullptr) {
        return mount.type == "zfs";
    }
    const bool is_image = device->name.starts_with("loop") && mount.type != "squashfs";
    return is_image || !is_memory_disk(device->name);
}

/// Which of several mounts of one device gives it its name: the highest.
int rank_of(const Volume& volume) {
    if (volume.point == "/") {
        return 2;
    }
    return volume.whole ? 1 : 0;
}

} // namespace

std::int64_t Volume::unique_id() const noexcept {
    return device != nullptr ? device->unique_id()
                             : static_cast<std::int64_t>(std::uint64_t{number.major} << 20U ^ number.minor);
}

Inputs Volumes::look_for_drives(std::int64_t time_100ns) {
    if (!drives_time_ || time_100ns - *drives_time_ >= drives_lifetime) {
        auto found = list_drives_();
        mounts_known_ = mounts_known_ && found == windows_drives_;
        windows_drives_ = std::move(found);
        drives_time_ = time_100ns;
    }
    return windows_drives_.empty() ? 0 : file_input(files_.number_of(mounts_file));
}

void Volumes::find(std::string_view mounts) {
    if (mounts_known_ && mounts == mounts_text_) {
        return;
    }
    mounts_known_ = true; // unless an answer is still to come
    ScopeGuard unfinished([this] { mounts_known_ = false; });
    mounts_text_ = mounts;
    parse_mounts(mounts_text_, mounts_);
    volumes_.clear();
    for (const MountLine& mount : mounts_) {
        add_volume(mount);
    }
    name_volumes();
    place_drives();
    unfinished.dismiss();
}

bool Volumes::lie_on(const BlockDevice& device) const {
    return std::ranges::find(volumes_, &device, &Volume::device) != volumes_.end();
}

void Volumes::add_volume(const MountLine& mount) {
    BlockDevice* const device = device_of(mount);
    // The root is shown wherever it lies: in a container it has no disk.
    if ((!is_volume(device, mount) && mount.point != "/") || is_hidden(mount)) {
        return;
    }
    Volume volume;
    volume.device = device;
    volume.number = {mount.major, mount.minor};
    volume.point = unescaped(mount.point);
    volume.type = mount.type;
    volume.whole = mount.root == "/";
    volume.may_block = may_block(mount.point);
    const auto known = std::ranges::find_if(volumes_, [&](const Volume& other) {
        const bool has_same_number = volume.number != DeviceNumber() && other.number == volume.number;
        return other.device == device && (device != nullptr || has_same_number);
    });
    if ((known != volumes_.end() && rank_of(volume) <= rank_of(*known)) || is_file(mount)) {
        return;
    }
    if (known == volumes_.end()) {
        volumes_.push_back(std::move(volume));
    } else {
        *known = std::move(volume);
    }
}

/// Two places such as /a/b and /a_b have two names, and each its own, whichever was mounted first.
void Volumes::name_volumes() {
    std::map<std::string, std::set<std::string_view>> points_of_name;
    for (const Volume& volume : volumes_) {
        points_of_name[model::path_instance(volume.point)].insert(volume.point);
    }
    for (Volume& volume : volumes_) {
        const std::string name = model::path_instance(volume.point);
        const bool is_ambiguous = points_of_name[name].size() > 1;
        volume.name = model::kernel_instance(is_ambiguous ? distinct_path_instance(volume.point) : name);
    }
}

void Volumes::place_drives() {
    drives_.clear();
    devices_.forget_drives();
    for (const platform::WindowsDrive& drive : windows_drives_) {
        Drive placed{.name = model::kernel_instance(drive.name), .volume = volume_of(drive)};
        Volume& volume = volumes_[placed.volume];
        volume.is_drive = true;
        if (volume.device != nullptr) {
            devices_.add_drive(volume.device->name, placed.name);
        }
        drives_.push_back(std::move(placed));
    }
}

std::size_t Volumes::volume_of(const platform::WindowsDrive& drive) {
    Volume volume;
    if (const MountLine* const mount = mount_of(drive)) {
        volume.device = device_of(*mount);
        volume.number = {mount->major, mount->minor};
        volume.point = unescaped(mount->point);
        volume.type = mount->type;
        volume.may_block = may_block(volume.point);
    } else {
        volume.device = has_link(drive) ? device_by_size(drive.folder) : device_of_root();
        volume.point = drive.folder;
        volume.may_block = true; // wherever the link leads
    }
    return find_volume(std::move(volume));
}

/// Whether a symbolic link is on the way to a drive.
bool Volumes::has_link(const platform::WindowsDrive& drive) const {
    const auto is_mount_point = [&](const std::string& folder) {
        return std::ranges::any_of(
            mounts_, [&](const MountLine& mount) { return unescaped(mount.point) == folder; });
    };
    return !std::ranges::all_of(drive.crossings, is_mount_point);
}

/// The mount that a drive lies on, null if a symbolic link is on the way to it, or no mount shows it.
const MountLine* Volumes::mount_of(const platform::WindowsDrive& drive) const {
    if (has_link(drive)) {
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
BlockDevice* Volumes::device_by_size(const std::string& folder) {
    const auto wanted = probes_.space(folder);
    mounts_known_ = mounts_known_ && wanted; // the answer may still come
    BlockDevice* found = nullptr;
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

/// The device of the root where no mount shows it: in a chroot that is a folder of its file system. It is
/// that of a file which was mapped from there.
BlockDevice* Volumes::device_of_root() {
    FileBuffer buffer;
    const auto maps = files_.system().read("/proc/self/maps", buffer);
    Scanner lines(maps ? maps.value() : std::string_view{});
    while (!lines.at_end()) {
        const auto file = parse_mapped_file(lines.line());
        const auto has_file = [&](const MountLine& mount) {
            return is_below(file->path, unescaped(mount.point));
        };
        if (file && std::ranges::none_of(mounts_, has_file)) {
            if (BlockDevice* const device = devices_.numbered(file->major, file->minor)) {
                return device;
            }
        }
    }
    return nullptr;
}

/// The place of the volume of the same file system, which is added if there is none.
std::size_t Volumes::find_volume(Volume volume) {
    const auto is_same = [&](const Volume& other) {
        if (volume.device != nullptr || other.device != nullptr) {
            return volume.device == other.device;
        }
        return volume.number == DeviceNumber{} ? volume.point == other.point : volume.number == other.number;
    };
    const auto found = std::ranges::find_if(volumes_, is_same);
    const auto place = static_cast<std::size_t>(found - volumes_.begin());
    if (found == volumes_.end()) {
        volumes_.push_back(std::move(volume));
    }
    return place;
}

/// Whether another file system was mounted over it.
bool Volumes::is_hidden(const MountLine& mount) const {
    const auto last = std::find_if(
        mounts_.rbegin(), mounts_.rend(), [&](const MountLine& other) { return other.point == mount.point; });
    return &*last != &mount;
}

/// Whether a file was mounted over another one, as containers have it.
bool Volumes::is_file(const MountLine& mount) const {
    if (mount.root == "/" || may_block(mount.point)) {
        return false;
    }
    const auto place = files_.system().info(unescaped(mount.point));
    return place && !place.value().is_directory;
}

/// Whether asking about a place may wait for another machine or another program: for the file system that it
/// lies on, or one on the way to it.
bool Volumes::may_block(std::string_view point) const {
    return std::ranges::any_of(mounts_,
        [&](const MountLine& other) { return !is_local_type(other.type) && is_below(point, other.point); });
}

FileResult<FileSpace> Volumes::space_of(const Volume& volume) {
    return volume.may_block ? probes_.space(volume.point) : files_.system().space(volume.point);
}

BlockDevice* Volumes::device_of(const MountLine& mount) {
    if (BlockDevice* const device = devices_.numbered(mount.major, mount.minor)) {
        return device;
    }
    // File systems that span devices, as btrfs does, have numbers of their own.
    constexpr std::string_view folder = "/dev/";
    if (!mount.source.starts_with(folder)) {
        return nullptr;
    }
    const std::string source = unescaped(mount.source);
    if (BlockDevice* const device = devices_.named(source.substr(folder.size()))) {
        return device;
    }
    const auto target = files_.system().read_link(source);
    return target ? devices_.named(last_part(target.value())) : nullptr;
}

/// Whether the space at a volume's path is its own. Under another root the path may lead elsewhere, because
/// perhaps only /proc and /sys are there.
bool Volumes::is_space_of(const Volume& volume, const FileSpace& space) const {
    DeviceNumber number = volume.number;
    if (number == DeviceNumber{} && volume.device != nullptr) {
        number = {volume.device->major, volume.device->minor};
    }
    if (!space.device || number == DeviceNumber{}) {
        return !files_.has_foreign_root();
    }
    return space.has_subvolumes ? volume.type == "btrfs" : number == *space.device;
}

/// Whether its space is told by another volume too, which it is a layer over.
bool Volumes::is_layer(const Volume& volume) const {
    return volume.device == nullptr && std::ranges::any_of(volumes_, [&](const Volume& other) {
        return other.device != nullptr && other.megabytes != unread && other.megabytes == volume.megabytes;
    });
}

void Volumes::measure_space() {
    for (Volume& volume : volumes_) {
        volume.free_megabytes = unread;
        volume.megabytes = unread;
        if (const auto space = space_of(volume); space && is_space_of(volume, space.value())) {
            volume.free_megabytes = static_cast<std::int64_t>(space.value().available / megabyte);
            volume.megabytes = static_cast<std::int64_t>(space.value().total / megabyte);
        }
    }
    for (Volume& volume : volumes_) {
        volume.is_layer = is_layer(volume);
    }
}

} // namespace pdh_shim::source::linux
