// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/win32/window_functions.h"

#include <optional>

namespace pdh_shim::dialogs::win32 {
namespace {

/// A library of Windows. It stays loaded.
class Library {
  public:
    explicit Library(const wchar_t* name) noexcept : module_(LoadLibraryW(name)) {}

    /// @return whether it has the function
    template <class Function>
    bool find(const char* name, Function& function) const noexcept {
        const FARPROC found = module_ == nullptr ? nullptr : GetProcAddress(module_, name);
        function = reinterpret_cast<Function>(reinterpret_cast<void*>(found));
        return found != nullptr;
    }

  private:
    HMODULE module_;
};

std::optional<WindowFunctions> find_window_functions() {
    const Library user32(L"user32.dll");
    const Library gdi32(L"gdi32.dll");
    WindowFunctions functions;
    bool has_all = true;
// In two steps: on x86 some of the names are macros for the names in the library.
#define PDH_SHIM_FIND(library, name) has_all = (library).find(#name, functions.name) && has_all;
#define PDH_SHIM_FIND_USER32(name) PDH_SHIM_FIND(user32, name)
#define PDH_SHIM_FIND_GDI32(name) PDH_SHIM_FIND(gdi32, name)
    PDH_SHIM_USER32_FUNCTIONS(PDH_SHIM_FIND_USER32)
    PDH_SHIM_GDI32_FUNCTIONS(PDH_SHIM_FIND_GDI32)
#undef PDH_SHIM_FIND_GDI32
#undef PDH_SHIM_FIND_USER32
#undef PDH_SHIM_FIND
    return has_all ? std::optional(functions) : std::nullopt;
}

} // namespace

const WindowFunctions* load_window_functions() {
    static const std::optional<WindowFunctions> functions = find_window_functions();
    return functions ? &*functions : nullptr;
}

} // namespace pdh_shim::dialogs::win32
