// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "process/dll_entry.h"

#include <windows.h>

#include <optional>
#include <string>
#include <string_view>

// Shared libraries that a program brings itself. Their handles are where they are loaded, in every copy of
// the compat library, as DllMain is given it.

namespace pdh_shim::compat {

/// Loads and counts. A Windows name also finds POSIX names: `folder\x.dll` finds `folder/libx.so` and
/// `folder/x.so`. A name without a folder is searched in the program's folder, then where the system looks.
/// @retval nullptr and ERROR_MOD_NOT_FOUND, ERROR_BAD_EXE_FORMAT (no library), ERROR_DLL_INIT_FAILED (its
/// DllMain
///     returned FALSE)
[[nodiscard]] HMODULE load_library(std::string_view file);
/// As load_library(), without running anything of it: for its file's name.
[[nodiscard]] HMODULE load_data(std::string_view file);
/// Of a library that is loaded; nullptr, and ERROR_MOD_NOT_FOUND, else.
[[nodiscard]] HMODULE find_library(std::string_view file);
/// The library that contains an address; nullptr, and ERROR_MOD_NOT_FOUND, if there is none.
[[nodiscard]] HMODULE library_at(const void* address);
/// Counts one more load; for good if `pin`.
bool hold_library(HMODULE library, bool pin);
/// Undoes a load. A library that others have loaded stays. False, and ERROR_MOD_NOT_FOUND: unknown library.
bool free_library(HMODULE library);

/// Its file; nothing, and ERROR_MOD_NOT_FOUND, for any other value.
[[nodiscard]] std::optional<std::string> library_file(HMODULE library);
/// A function that the library itself exports; nullptr if there is none.
[[nodiscard]] FARPROC library_procedure(HMODULE library, const char* name);

/// Asks a library; false if it cannot be asked.
bool ask_library(HMODULE library, DllRequest request);
/// Asks all libraries of the process.
void ask_all_libraries(DllRequest request);

} // namespace pdh_shim::compat
