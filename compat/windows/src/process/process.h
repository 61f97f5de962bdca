// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

#include <map>
#include <optional>
#include <string>

namespace pdh_shim::compat {

/// The `Name: number kB` lines of a file below /proc, in bytes.
[[nodiscard]] std::map<std::string, ULONGLONG> kibibyte_figures(const std::string& path);

/// The id of the process of a handle; nothing, and ERROR_INVALID_HANDLE, if it is not a process handle
/// or for one that is no more.
[[nodiscard]] std::optional<DWORD> process_of(HANDLE handle);

/// Path of a process's executable; nothing, and the last error, if it cannot be read.
[[nodiscard]] std::optional<std::string> image_path(HANDLE process);
/// The executable's name without its folder, which every user may know.
[[nodiscard]] std::optional<std::string> image_name(HANDLE process);

/// As image_path() and image_name(), for the functions that are given a module: only that of the executable.
[[nodiscard]] std::optional<std::string> module_path(HANDLE process, HMODULE module);
[[nodiscard]] std::optional<std::string> module_name(HANDLE process, HMODULE module);

} // namespace pdh_shim::compat
