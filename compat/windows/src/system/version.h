// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "sync/handle.h"

#include <windows.h>

#include <cstddef>
#include <cstring>

namespace pdh_shim::compat {

inline constexpr DWORD version_major = 6;
inline constexpr DWORD version_minor = 2;
inline constexpr DWORD version_build = 9200;

/// GetVersionEx for text of either kind. `Extended` begins as `Short` does. `Unit` keeps the structures of
/// the two widths of wchar_t apart, which have the same names for the linker.
template <class Extended, class Unit, class Short>
BOOL give_version(Short* to) {
    const DWORD size = to == nullptr ? 0 : to->dwOSVersionInfoSize;
    if (size != sizeof(Short) && size != sizeof(Extended)) {
        return result(false, ERROR_INSUFFICIENT_BUFFER);
    }
    Extended version = {};
    version.dwOSVersionInfoSize = size;
    version.dwMajorVersion = version_major;
    version.dwMinorVersion = version_minor;
    version.dwBuildNumber = version_build;
    version.dwPlatformId = VER_PLATFORM_WIN32_NT;
    version.wSuiteMask = VER_SUITE_SINGLEUSERTS;
    version.wProductType = VER_NT_WORKSTATION;
    std::memcpy(static_cast<void*>(to), &version, size);
    return TRUE;
}

} // namespace pdh_shim::compat
