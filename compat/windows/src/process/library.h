// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Loads the shared libraries that a program brings itself, for LoadLibrary and GetModuleHandle. A handle is
// the address where a library is loaded, the same in every copy of the compat library, and what DllMain is
// given.

#include "process/dll_entry.h"

#include <windows.h>

#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::compat {

/// Loads a library, and counts the load. A Windows name also finds POSIX names: `folder\x.dll` finds
/// `folder/libx.so` and `folder/x.so`. A name without a folder is searched in the program's folder, then
/// where the system looks.
/// @retval nullptr  and ERROR_MOD_NOT_FOUND, ERROR_BAD_EXE_FORMAT (not a library), or ERROR_DLL_INIT_FAILED
///     (its DllMain returned FALSE)
[[nodiscard]] HMODULE load_library(std::string_view file);
/// Does the same for LOAD_LIBRARY_AS_DATAFILE: runs nothing of it; the handle gives only the file's name.
[[nodiscard]] HMODULE load_data(std::string_view file);
/// Finds a library that is loaded. nullptr sets ERROR_MOD_NOT_FOUND.
[[nodiscard]] HMODULE find_library(std::string_view file);
/// Finds the library that contains an address. nullptr sets ERROR_MOD_NOT_FOUND.
[[nodiscard]] HMODULE library_at(const void* address);
/// Counts one more load. If `pin`, the library stays until the program ends.
bool hold_library(HMODULE library, bool pin);
/// Undoes a load. A library that others have loaded stays. False sets ERROR_MOD_NOT_FOUND.
bool free_library(HMODULE library);

/// The file of a library. An empty result sets ERROR_MOD_NOT_FOUND.
[[nodiscard]] std::optional<std::string> library_file(HMODULE library);
/// Finds a function that the library itself exports; nullptr without it.
[[nodiscard]] FARPROC library_procedure(HMODULE library, const char* name);

/// Asks one library. False: it is not linked with the compat library.
bool ask_library(HMODULE library, DllRequest request);
/// Asks all libraries of the process that are linked with the compat library.
void ask_all_libraries(DllRequest request);

} // namespace pdh_shim::compat
