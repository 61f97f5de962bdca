// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/win32/system.h"

#include <algorithm>
#include <array>

namespace pdh_shim::platform {

std::wstring to_wide(std::string_view text) {
    const auto size = static_cast<int>(text.size());
    const int units = MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0);
    std::wstring wide(static_cast<std::size_t>(units), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), units);
    return wide;
}

std::string from_wide(std::wstring_view text) {
    const auto units = static_cast<int>(text.size());
    const int size = WideCharToMultiByte(CP_UTF8, 0, text.data(), units, nullptr, 0, nullptr, nullptr);
    std::string narrow(static_cast<std::size_t>(size), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text.data(), units, narrow.data(), size, nullptr, nullptr);
    return narrow;
}

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
