// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/win32/system_function.h"

#include <windows.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace pdh_shim::platform {
namespace {

/// By its whole name: a library of the same name may lie beside the program.
HMODULE load_system_library(std::wstring_view name) noexcept {
    std::array<wchar_t, MAX_PATH> path{};
    const std::size_t folder = GetSystemDirectoryW(path.data(), static_cast<UINT>(path.size()));
    if (folder == 0 || folder + name.size() + 2 > path.size()) { // a separator and the end
        return nullptr;
    }
    path.at(folder) = L'\\';
    std::ranges::copy(name, path.begin() + static_cast<std::ptrdiff_t>(folder) + 1);
    return LoadLibraryW(path.data());
}

} // namespace

void* find_system_function(const wchar_t* library, const char* name) noexcept {
    HMODULE module = nullptr;
    if (GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN, library, &module) == 0) {
        module = load_system_library(library);
    }
    return module == nullptr ? nullptr : reinterpret_cast<void*>(GetProcAddress(module, name));
}

} // namespace pdh_shim::platform
