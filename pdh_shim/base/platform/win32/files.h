// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "base/platform/win32/system.h"

#include <windows.h>

#include <functional>
#include <string>
#include <string_view>

namespace pdh_shim::platform {

/// Converts a code of GetLastError().
[[nodiscard]] FileError file_error(DWORD code) noexcept;

/// Lets others open the same file for any access.
inline constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// Calls `visit` with each entry of a folder except `.` and `..`. Wine reads the whole folder at once.
[[nodiscard]] FileResult<void> list_folder(
    const std::wstring& folder, const std::function<void(const WIN32_FIND_DATAW&)>& visit);

/// Null with an error of the system. It has no position: each read says its place.
[[nodiscard]] Handle open_for_reading(const wchar_t* name) noexcept;

/// The file that has_linux_files() opened, for the first that asks for it by its whole name, else null: to
/// open it again would ask Wine's server twice more.
[[nodiscard]] Handle take_linux_file(std::wstring_view name);

} // namespace pdh_shim::platform
