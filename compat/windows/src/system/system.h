// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::compat {

/// The name of this computer for GetComputerNameEx; NetBIOS names are as in counter paths.
[[nodiscard]] std::optional<std::string> computer_name(COMPUTER_NAME_FORMAT format);

/// A variable of the environment; nothing, and ERROR_ENVVAR_NOT_FOUND, when it is unset.
[[nodiscard]] std::optional<std::string> environment_variable(const std::string& name);
/// Sets it, or with nullptr removes it.
BOOL set_environment_variable(const std::string& name, const std::string* value);

/// fopen() of Windows: backslashes separate folders, and modes that the C library does not know are left out.
[[nodiscard]] FILE* open_stream(const char* path, std::string_view mode);

/// The stream of a handle of GetStdHandle; nullptr, and ERROR_INVALID_HANDLE, for any other value.
[[nodiscard]] FILE* stream_of(HANDLE handle);

/// Shows a title, in UTF-8, above the terminal of the standard output. ERROR_INVALID_HANDLE: it is no
/// terminal.
BOOL set_console_title(std::string title);

/// Keys of the console.
[[nodiscard]] bool key_waits();
/// The next key, without waiting for the end of the line; EOF at the end of the input.
[[nodiscard]] int read_key(bool show);

} // namespace pdh_shim::compat
