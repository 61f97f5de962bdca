// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/disk/disk_text.h"

#include "model/kernel_instance.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <system_error>

namespace pdh_shim::source::linux {
namespace {

std::optional<std::uint32_t> device_number(Scanner& scanner) {
    const std::optional<std::int64_t> number = scanner.number();
    if (!number || *number < 0 || *number > UINT32_MAX) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(*number);
}

std::optional<std::uint32_t> hexadecimal(std::string_view text) {
    constexpr int base = 16;
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number, base);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

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

bool is_octal(char c) {
    return c >= '0' && c <= '7';
}

/// The character of an escape at the front of a text.
std::optional<char> escaped_character(std::string_view text) {
    if (text.size() < 4 || text[0] != '\\' || !is_octal(text[1]) || !is_octal(text[2]) ||
        !is_octal(text[3])) {
        return std::nullopt;
    }
    return static_cast<char>(((text[1] - '0') * 64 + (text[2] - '0') * 8 + (text[3] - '0')) & 0xFF);
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

std::string unescaped(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const std::optional<char> character = escaped_character(text);
        plain += character.value_or(text.front());
        text.remove_prefix(character ? 4 : 1);
    }
    return plain;
}

std::string distinct_path_instance(std::string_view path) {
    std::string doubled;
    for (const char c : path) {
        doubled.append(c == '_' ? 2 : 1, c);
    }
    return model::path_instance(doubled);
}

bool is_local_type(std::string_view type) {
    constexpr auto local = std::to_array<std::string_view>({"adfs", "affs", "apfs", "bcachefs", "befs", "bfs",
        "btrfs", "cramfs", "devtmpfs", "efs", "erofs", "exfat", "ext2", "ext3", "ext4", "f2fs", "hfs",
        "hfsplus", "hpfs", "hugetlbfs", "iso9660", "jffs2", "jfs", "minix", "msdos", "nilfs2", "ntfs",
        "ntfs3", "omfs", "overlay", "proc", "qnx4", "qnx6", "ramfs", "reiser4", "reiserfs", "romfs", "rootfs",
        "squashfs", "sysfs", "sysv", "tmpfs", "ubifs", "udf", "ufs", "vfat", "xfs", "zfs", "zonefs"});
    return std::ranges::find(local, type) != local.end();
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

} // namespace pdh_shim::source::linux
