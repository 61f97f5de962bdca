// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "base/platform.h"
#include "source/linux/disk/block_devices.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/volume/mounts.h"
#include "source/linux/volume/space_probes.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {

/// What lists the drives of Windows (platform::windows_drives).
using ListWindowsDrives = std::function<std::vector<platform::WindowsDrive>()>;

/// A file system that is mounted, or that a drive of Windows lies on.
struct Volume {
    BlockDevice* device = nullptr; // null if it has no counts
    DeviceNumber number;           // of the file system, 0:0 if it is not known
    std::string point;
    std::string type;
    std::u16string name;
    bool is_drive = false;  // shown by the letters of drives, and not by its name
    bool whole = false;     // not a part of the file system
    bool may_block = false; // see Volumes::may_block()
    bool is_layer = false;  // its space is that of another volume
    std::int64_t free_megabytes = unread;
    std::int64_t megabytes = unread;

    [[nodiscard]] std::int64_t unique_id() const noexcept;
    [[nodiscard]] bool is_shown() const noexcept { return device == nullptr || device->shown; }
};

/// A drive of Windows that is shown.
struct Drive {
    std::u16string name;
    std::size_t volume; // that it lies on
};

/// The instances of LogicalDisk, for one session: the mounted file systems and the drives of Windows, with
/// their space and the devices that they lie on.
class Volumes {
  public:
    Volumes(KernelFiles& files, BlockDevices& devices, SpaceProbes& probes, ListWindowsDrives list_drives)
        : files_(files), devices_(devices), probes_(probes), list_drives_(std::move(list_drives)) {}

    /// Looks which drives of Windows there are, at most once in a second of `time_100ns`.
    /// @return what has to be read for them before the next sample is taken
    [[nodiscard]] Inputs look_for_drives(std::int64_t time_100ns);
    /// Finds the volumes of the devices that are listed, if the mounts are other than they were.
    void find(std::string_view mounts);
    void measure_space();

    [[nodiscard]] bool lie_on(const BlockDevice& device) const;
    [[nodiscard]] std::span<const Volume> all() const noexcept { return volumes_; }
    [[nodiscard]] std::span<const Drive> drives() const noexcept { return drives_; }

  private:
    void add_volume(const MountLine& mount);
    void name_volumes();
    [[nodiscard]] bool is_hidden(const MountLine& mount) const;
    [[nodiscard]] bool is_file(const MountLine& mount) const;
    [[nodiscard]] bool may_block(std::string_view point) const;
    [[nodiscard]] BlockDevice* device_of(const MountLine& mount);
    void place_drives();
    [[nodiscard]] std::size_t volume_of(const platform::WindowsDrive& drive);
    [[nodiscard]] const MountLine* mount_of(const platform::WindowsDrive& drive) const;
    [[nodiscard]] bool has_link(const platform::WindowsDrive& drive) const;
    [[nodiscard]] BlockDevice* device_of_root();
    [[nodiscard]] BlockDevice* device_by_size(const std::string& folder);
    [[nodiscard]] FileResult<FileSpace> space_of(const Volume& volume);
    [[nodiscard]] bool is_space_of(const Volume& volume, const FileSpace& space) const;
    [[nodiscard]] bool is_layer(const Volume& volume) const;
    [[nodiscard]] std::size_t find_volume(Volume volume);

    KernelFiles& files_;
    BlockDevices& devices_;
    SpaceProbes& probes_;
    ListWindowsDrives list_drives_;
    std::vector<platform::WindowsDrive> windows_drives_;
    std::optional<std::int64_t> drives_time_; // when they were looked for
    std::vector<Drive> drives_;
    std::vector<MountLine> mounts_;
    std::vector<Volume> volumes_;
    std::string mounts_text_; // that `volumes_` were made of
    bool mounts_known_ = false;
};

} // namespace pdh_shim::source::linux
