// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Shares memory between processes for CreateFileMapping and OpenFileMapping.

#include <windows.h>

#include <string>

namespace pdh_shim::compat {

/// Create or open a mapping. `name` is UTF-8; a mapping with an empty name is known to its handles only.
/// nullptr sets the last error. @{
[[nodiscard]] HANDLE create_mapping(HANDLE file, DWORD protection, ULONGLONG size, const std::string& name);
[[nodiscard]] HANDLE open_mapping(DWORD access, const std::string& name);
/// @}

} // namespace pdh_shim::compat
