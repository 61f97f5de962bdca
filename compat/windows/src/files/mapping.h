// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

#include <string>

namespace pdh_shim::compat {

/// For the A and W functions. `name` is UTF-8; empty = none.
[[nodiscard]] HANDLE create_mapping(HANDLE file, DWORD protection, ULONGLONG size, const std::string& name);
[[nodiscard]] HANDLE open_mapping(DWORD access, const std::string& name);

} // namespace pdh_shim::compat
