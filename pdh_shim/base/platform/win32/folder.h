#pragma once

#include "base/file.h"

#include <windows.h>

#include <functional>
#include <string>

namespace pdh_shim::platform {

/// What a code of GetLastError() means for a file.
[[nodiscard]] FileError file_error(DWORD code) noexcept;

/// Whoever opens a file may do so beside others.
inline constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// Shows `visit` each entry of a folder but `.` and `..`. Wine reads the folder whole when it is asked.
[[nodiscard]] FileResult<void> list_folder(
    const std::wstring& folder, const std::function<void(const WIN32_FIND_DATAW&)>& visit);

} // namespace pdh_shim::platform
