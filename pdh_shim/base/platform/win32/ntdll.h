// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

namespace pdh_shim::platform {

/// A function of ntdll that no header declares or only Wine has, or null.
template <class Function>
[[nodiscard]] Function find_in_ntdll(const char* name) noexcept {
    const HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    const FARPROC found = ntdll == nullptr ? nullptr : GetProcAddress(ntdll, name);
    return reinterpret_cast<Function>(reinterpret_cast<void*>(found));
}

} // namespace pdh_shim::platform
