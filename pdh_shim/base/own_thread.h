// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <thread>

namespace pdh_shim {

/// Starts a thread of the library. It handles no signals of the program, except those that the thread
/// itself causes (SIGSEGV...). If the system has no thread, it tries again for some milliseconds.
/// Throws std::system_error if there is still none.
[[nodiscard]] std::thread start_thread(const std::function<void()>& run);

/// Starts a detached thread. The library stays loaded while the thread runs. Throws as
/// start_thread() does.
void start_lasting_thread(const std::function<void()>& run);

} // namespace pdh_shim
