// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/kernel_files.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pdh_shim::source::linux {

/// Where a session finds the cells of an object of this machine's catalogue, and what they need.
struct ObjectLayout {
    std::size_t object = 0;           ///< its place in `all_objects`
    Needs needs = 0;                  ///< to list the instances
    Needs instances_only = 0;         ///< see ObjectTable::instances_only
    std::vector<std::uint8_t> fields; ///< of each column
    std::vector<Needs> column_needs;  ///< the same
};

} // namespace pdh_shim::source::linux
