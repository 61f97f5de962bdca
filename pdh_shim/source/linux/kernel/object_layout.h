// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/kernel_files.h"

#include <cstdint>
#include <vector>

namespace pdh_shim::source::linux {

struct Subject;

/// Where the cells of a column come from.
struct Column {
    std::uint8_t field;
    Needs needs;
};

/// The columns that an object of this machine's catalogue has, and what they need.
struct ObjectLayout {
    const Subject* subject = nullptr;
    Needs needs = 0;          ///< to list the instances
    Needs instances_only = 0; ///< see ObjectTable::instances_only
    std::vector<Column> columns;
};

} // namespace pdh_shim::source::linux
