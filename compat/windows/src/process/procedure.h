// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace pdh_shim::compat {

/// A function and its twin for 32-bit wchar_t, if its text needs one.
struct Procedure {
    std::string_view name;
    void (*function)();
    void (*wchar32)();
};

/// The procedure of this name in a module; nullptr if there is none.
[[nodiscard]] const Procedure* find_procedure(std::string_view module, std::string_view name);

} // namespace pdh_shim::compat
