// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

#include <memory>

// Owners of Windows' handles; null = none.

namespace pdh_shim::platform {

struct EndHandle {
    void operator()(HANDLE handle) const noexcept { CloseHandle(handle); }
};
struct EndSearch {
    void operator()(HANDLE search) const noexcept { FindClose(search); }
};

using Handle = std::unique_ptr<void, EndHandle>;
using Search = std::unique_ptr<void, EndSearch>;

/// Takes what a function returned that says INVALID_HANDLE_VALUE for none.
template <class Owner>
[[nodiscard]] Owner own(HANDLE handle) noexcept {
    return Owner(handle == INVALID_HANDLE_VALUE ? nullptr : handle);
}

} // namespace pdh_shim::platform
