// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/volume/mounts.h"

#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace pdh_shim::source::linux {
namespace {

std::optional<std::uint32_t> hexadecimal(std::string_view text) {
    constexpr int base = 16;
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number, base);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

std::optional<MountLine> parse_mountinfo(std::string_view text) {
    Scanner line(text);
    line.word(); // mount id
    line.word(); // id of the parent
    MountLine mount;
    const auto major = device_number(line);
    const bool has_minor = line.skip(":");
    const auto minor = device_number(line);
    if (!major || !has_minor || !minor) {
        return std::nullopt;
    }
    mount.major = *major;
    mount.minor = *minor;
    mount.root = line.word();
    mount.point = line.word();
    std::string_view word = line.word(); // options, then any number of optional fields
    while (!word.empty() && word != "-") {
        word = line.word();
    }
    mount.type = line.word();
    mount.source = line.word();
    return mount.type.empty() ? std::nullopt : std::optional(mount);
}

/// A line of /proc/mounts, which has no device numbers.
std::optional<MountLine> parse_mount(std::string_view text) {
    Scanner line(text);
    MountLine mount;
    mount.root = "/";
    mount.source = line.word();
    mount.point = line.word();
    mount.type = line.word();
    return mount.type.empty() ? std::nullopt : std::optional(mount);
}

} // namespace

void parse_mounts(std::string_view text, std::vector<MountLine>& mounts) {
    mounts.clear();
    const bool numbered = Scanner(text).number().has_value();
    Scanner lines(text);
    while (!lines.at_end()) {
        const std::string_view line = lines.line();
        if (const auto mount = numbered ? parse_mountinfo(line) : parse_mount(line)) {
            mounts.push_back(*mount);
        }
    }
}

std::optional<MappedFile> parse_mapped_file(std::string_view line) {
    Scanner words(line);
    words.skip_words(3); // addresses, rights, position in the file
    const std::string_view device = words.word();
    const std::size_t colon = device.find(':');
    const bool has_inode = words.number().has_value();
    const std::size_t path = words.rest().find('/');
    if (colon == std::string_view::npos || !has_inode || path == std::string_view::npos) {
        return std::nullopt;
    }
    const auto major = hexadecimal(device.substr(0, colon));
    const auto minor = hexadecimal(device.substr(colon + 1));
    if (!major || !minor) {
        return std::nullopt;
    }
    return MappedFile{*major, *minor, words.rest().substr(path)};
}

bool is_local_type(std::string_view type) {
    constexpr auto local = std::to_array<std::string_view>({"adfs", "affs", "apfs", "bcachefs", "befs", "bfs",
        "btrfs", "cramfs", "devtmpfs", "efs", "erofs", "exfat", "ext2", "ext3", "ext4", "f2fs", "hfs",
        "hfsplus", "hpfs", "hugetlbfs", "iso9660", "jffs2", "jfs", "minix", "msdos", "nilfs2", "ntfs",
        "ntfs3", "omfs", "overlay", "proc", "qnx4", "qnx6", "ramfs", "reiser4", "reiserfs", "romfs", "rootfs",
        "squashfs", "sysfs", "sysv", "tmpfs", "ubifs", "udf", "ufs", "vfat", "xfs", "zfs", "zonefs"});
    return std::ranges::find(local, type) != local.end();
}

} // namespace pdh_shim::source::linux
