// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// What HMODULE stands for: the libraries of Windows whose functions this library has (pdh.dll,
// kernel32.dll...), the program, and, through library.h, shared libraries. For LoadLibrary, GetModuleFileName
// and GetProcAddress.

#include <windows.h>

#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::compat {

/// A library of Windows that is here in the compat library or libpdh, or the program itself.
struct SystemModule {
    std::string_view name; ///< lower case, without extension
};

extern const SystemModule pdh_module;
extern const SystemModule kernel_module; ///< kernel32 and what it is split into
extern const SystemModule advapi_module;
extern const SystemModule psapi_module;
extern const SystemModule shlwapi_module;
extern const SystemModule power_module;   ///< powrprof
extern const SystemModule program_module; ///< of GetModuleHandle(NULL)

/// Finds the library of Windows that a file name means, in any spelling. nullptr for others.
[[nodiscard]] const SystemModule* find_module(std::string_view file);

/// Finds the module of a handle. nullptr sets ERROR_MOD_NOT_FOUND.
[[nodiscard]] const SystemModule* module_of(HMODULE handle);

[[nodiscard]] HMODULE handle_of(const SystemModule* module);

/// Loads a library for LoadLibrary: one of Windows, or a shared library.
[[nodiscard]] HMODULE load_module(std::string_view file);

/// The file of a module; nothing if it is unknown.
[[nodiscard]] std::optional<std::string> module_file(const SystemModule& module);

/// The file of a handle: a library of Windows, a shared library, or the program for nullptr.
[[nodiscard]] std::optional<std::string> file_of(HMODULE handle);

/// GetProcAddress. `wchar32` says that the wchar_t of the program has 32 bits.
[[nodiscard]] FARPROC procedure_address(HMODULE handle, const char* name, bool wchar32);

} // namespace pdh_shim::compat
