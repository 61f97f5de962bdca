// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/disk/disk_text.h"

#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <cstddef>
#include <optional>

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

} // namespace pdh_shim::source::linux
