// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/win32/window_functions.h"

#include "base/lazy.h"
#include "base/platform/win32/system.h"

#include <optional>

namespace pdh_shim::dialogs::win32 {
namespace {

/// @return whether the library has the function
template <class Function>
bool find_window_function(const wchar_t* library, const char* name, Function& function) noexcept {
    function = reinterpret_cast<Function>(platform::find_system_function(library, name));
    return function != nullptr;
}

std::optional<WindowFunctions> find_window_functions() {
    WindowFunctions functions;
    bool has_all = true;
// In two steps: on x86 some of the names are macros for the names in the library.
#define PDH_SHIM_FIND(library, name)                                                                         \
    has_all = find_window_function(library, #name, functions.name) && has_all;
#define PDH_SHIM_FIND_USER32(name) PDH_SHIM_FIND(L"user32.dll", name)
#define PDH_SHIM_FIND_GDI32(name) PDH_SHIM_FIND(L"gdi32.dll", name)
    PDH_SHIM_USER32_FUNCTIONS(PDH_SHIM_FIND_USER32)
    PDH_SHIM_GDI32_FUNCTIONS(PDH_SHIM_FIND_GDI32)
#undef PDH_SHIM_FIND_GDI32
#undef PDH_SHIM_FIND_USER32
#undef PDH_SHIM_FIND
    return has_all ? std::optional(functions) : std::nullopt;
}

/// The functions, if none is missing.
struct FoundFunctions {
    std::optional<WindowFunctions> all = find_window_functions();
};

} // namespace

const WindowFunctions* load_window_functions() {
    static constinit Singleton<FoundFunctions> found;
    const std::optional<WindowFunctions>& functions = found.get().all;
    return functions ? &*functions : nullptr;
}

} // namespace pdh_shim::dialogs::win32
