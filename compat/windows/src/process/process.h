// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Reads from /proc what psapi's functions and OpenProcess return about processes and about the machine.

#include <windows.h>

#include <map>
#include <optional>
#include <string>

namespace pdh_shim::compat {

/// The `Name: number kB` lines of a file below /proc, in bytes.
[[nodiscard]] std::map<std::string, ULONGLONG> kibibyte_figures(const std::string& path);

/// What the kernel can promise to programs, in bytes.
struct Commit {
    ULONGLONG limit;     ///< as the counter Memory\Commit Limit
    ULONGLONG available; ///< what a program can get of it
};

/// @param memory the figures of /proc/meminfo
[[nodiscard]] Commit commit_of(const std::map<std::string, ULONGLONG>& memory);

/// The id of the process of a handle. An empty result sets ERROR_INVALID_HANDLE: it is not the handle of a
/// process, or the process has ended.
[[nodiscard]] std::optional<DWORD> process_of(HANDLE handle);

/// The path of a process's executable. An empty result sets the last error.
[[nodiscard]] std::optional<std::string> image_path(HANDLE process);
/// The executable's name without its folder, which every user may read.
[[nodiscard]] std::optional<std::string> image_name(HANDLE process);

/// The same for functions that take a module, which must be the executable. @{
[[nodiscard]] std::optional<std::string> module_path(HANDLE process, HMODULE module);
[[nodiscard]] std::optional<std::string> module_name(HANDLE process, HMODULE module);
/// @}

} // namespace pdh_shim::compat
