// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

namespace pdh_shim::platform {

/// A function of advapi32, or null. That library takes longer to load than this one and few counters need it,
/// so the first call loads it. It stays loaded.
template <class Function>
[[nodiscard]] Function find_in_advapi32(const char* name) noexcept {
    const HMODULE library = LoadLibraryW(L"advapi32.dll");
    const FARPROC found = library == nullptr ? nullptr : GetProcAddress(library, name);
    return reinterpret_cast<Function>(reinterpret_cast<void*>(found));
}

} // namespace pdh_shim::platform
