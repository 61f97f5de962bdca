// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Makes the block of HKEY_PERFORMANCE_DATA for programs whose wchar_t has 32 bits.

#include <windows.h>

#include <vector>

namespace pdh_shim::compat {

/// Copies a performance data block, with the names of the computer and of instances in UTF-32. Lengths and
/// offsets are adjusted, and all data after a name keeps the alignment of 8 that Windows gives to it.
/// Instance names that are not UTF-16 (PERF_OBJECT_TYPE.CodePage) stay.
/// @param block  as pdh_shim_query_performance_data gives it
[[nodiscard]] std::vector<BYTE> widen_names(const std::vector<BYTE>& block);

} // namespace pdh_shim::compat
