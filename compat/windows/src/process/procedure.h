// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The functions that GetProcAddress finds in pdh.dll, kernel32.dll and the other libraries of Windows.

#include <string_view>

namespace pdh_shim::compat {

/// A function, and its twin for 32-bit wchar_t, which functions with wide text have.
struct Procedure {
    std::string_view name;
    void (*function)();
    void (*wchar32)();
};

/// Finds the function of a name in a library of Windows; nullptr without it.
[[nodiscard]] const Procedure* find_procedure(std::string_view module, std::string_view name);

} // namespace pdh_shim::compat
