// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::compat {

/// A library that a program can load by its Windows name.
struct Module {
    std::string_view name; ///< lower case, without extension
};

extern const Module pdh_module;
extern const Module kernel_module; ///< kernel32 and what it is split into
extern const Module advapi_module;
extern const Module psapi_module;
extern const Module shlwapi_module;
extern const Module power_module;   ///< powrprof
extern const Module program_module; ///< of GetModuleHandle(NULL)

/// The module of a file name in any spelling; nullptr for other libraries.
[[nodiscard]] const Module* find_module(std::string_view file);

/// The module of a handle; nullptr, and ERROR_MOD_NOT_FOUND, for any other value.
[[nodiscard]] const Module* module_of(HMODULE handle);

[[nodiscard]] HMODULE handle_of(const Module* module);

/// Loads and counts, also libraries that are not in this list.
[[nodiscard]] HMODULE load_module(std::string_view file);

/// File of a module; nothing if there is no such module.
[[nodiscard]] std::optional<std::string> module_file(const Module& module);

/// File of a handle: of a module, a library, or of the program for nullptr.
[[nodiscard]] std::optional<std::string> file_of(HMODULE handle);

/// GetProcAddress for a program of either width.
[[nodiscard]] FARPROC procedure_address(HMODULE handle, const char* name, bool wchar32);

} // namespace pdh_shim::compat
