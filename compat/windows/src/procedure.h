#pragma once

#include <string_view>

namespace pdh_shim::compat {

/// A function and its twin for 32-bit wchar_t, if its text needs one.
struct Procedure {
    std::string_view name;
    void (*function)();
    void (*wchar32)();
};

/// The procedure of a module of this name; nullptr when it has none.
[[nodiscard]] const Procedure* find_procedure(std::string_view module, std::string_view name);

} // namespace pdh_shim::compat
