// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/windows/drives.h"

#include "calc/running_total.h"
#include "calc/total_name.h"

#include <algorithm>
#include <array>

namespace pdh_shim::source::windows {
namespace {

using DriveValues = std::array<std::int64_t, DriveField::count>;

DriveValues values_of_drive(const DriveRow& drive) noexcept {
    constexpr std::int64_t megabyte = std::int64_t{1024} * 1024;
    DriveValues values{};
    values[DriveField::free_megabytes] = drive.free_bytes / megabyte;
    values[DriveField::megabytes] = drive.bytes / megabyte;
    return values;
}

} // namespace

void Drives::write(model::InstanceWriter& instances) const {
    DriveValues total{};
    for (auto drive = drives_.begin(); drive != drives_.end(); ++drive) {
        const DriveValues values = values_of_drive(*drive);
        if (!instances.only_total()) {
            instances.add(drive->name, model::no_unique_id, values);
        }
        // Drives of one size are taken for one file system, which Wine shows under several letters.
        const bool is_known = std::any_of(
            drives_.begin(), drive, [&](const DriveRow& other) { return other.bytes == drive->bytes; });
        if (!is_known) {
            calc::add_to_total(total, values);
        }
    }
    if (!drives_.empty()) {
        instances.add(calc::total_name, model::no_unique_id, total);
    }
}

} // namespace pdh_shim::source::windows
