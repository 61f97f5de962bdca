// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

namespace pdh_shim::compat {

inline constexpr DWORD version_major = 6;
inline constexpr DWORD version_minor = 2;
inline constexpr DWORD version_build = 9200;

} // namespace pdh_shim::compat
