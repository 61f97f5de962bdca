// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Starts the threads of the C run time's _beginthread and _beginthreadex.

#include <windows.h>

namespace pdh_shim::compat {

/// Starts a thread for _beginthreadex, as CreateThread does.
/// @param id  receives the number of the thread; may be NULL
/// @retval nullptr  and the last error: the system has no thread or no descriptor left
[[nodiscard]] HANDLE create_thread(
    unsigned (*start)(void*), void* argument, SIZE_T stack_size, bool suspended, DWORD* id);

/// The same for _beginthread, whose function returns nothing.
[[nodiscard]] HANDLE create_thread(void (*start)(void*), void* argument, SIZE_T stack_size);

} // namespace pdh_shim::compat
