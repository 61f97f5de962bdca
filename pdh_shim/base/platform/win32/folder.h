// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"

#include <windows.h>

#include <functional>
#include <string>

namespace pdh_shim::platform {

/// Converts a code of GetLastError().
[[nodiscard]] FileError file_error(DWORD code) noexcept;

/// Lets others open the same file for any access.
inline constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// Calls `visit` with each entry of a folder except `.` and `..`. Wine reads the whole folder at once.
[[nodiscard]] FileResult<void> list_folder(
    const std::wstring& folder, const std::function<void(const WIN32_FIND_DATAW&)>& visit);

} // namespace pdh_shim::platform
