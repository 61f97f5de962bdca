// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The name of this computer, its version of Windows, times, environment variables, console and standard
// streams.

#include <windows.h>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::compat {

/// The name of this computer for GetComputerNameEx; NetBIOS names are as in counter paths.
[[nodiscard]] std::optional<std::string> computer_name(COMPUTER_NAME_FORMAT format);

/// The version of Windows that GetVersion and GetVersionEx report.
inline constexpr DWORD version_major = 6;
inline constexpr DWORD version_minor = 2;
inline constexpr DWORD version_build = 9200;

/// A time since 1970 as Windows has it.
[[nodiscard]] FILETIME file_time_of(LONGLONG seconds, unsigned nanoseconds);

/// A variable of the environment. An empty result sets ERROR_ENVVAR_NOT_FOUND.
[[nodiscard]] std::optional<std::string> environment_variable(const std::string& name);
/// Sets it, or with nullptr removes it.
BOOL set_environment_variable(const std::string& name, const std::string* value);

/// Opens a file as fopen() of Windows does: backslashes separate folders, and modes that the C library does
/// not know are skipped.
[[nodiscard]] FILE* open_stream(const char* path, std::string_view mode);

/// The stream of a handle of GetStdHandle. nullptr sets ERROR_INVALID_HANDLE.
[[nodiscard]] FILE* stream_of(HANDLE handle);

/// Shows a title, in UTF-8, above the terminal. FALSE sets ERROR_INVALID_HANDLE: standard output is not a
/// terminal.
BOOL set_console_title(std::string title);

/// Whether the console has a key that was not read yet.
[[nodiscard]] bool key_waits();
/// Reads the next key, without waiting for the end of the line; EOF at the end of the input.
[[nodiscard]] int read_key(bool show);

} // namespace pdh_shim::compat
