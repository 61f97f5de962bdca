// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

namespace pdh_shim {

/// A thread of the library. As std::thread, it has to be joined or detached before its object is destroyed.
/// The library stays loaded until the thread has ended: a DLL of Windows has a reference to itself for each.
class OwnThread {
  public:
    OwnThread() noexcept; ///< without a thread
    OwnThread(OwnThread&& other) noexcept;
    OwnThread& operator=(OwnThread&& other) noexcept;
    ~OwnThread();

    [[nodiscard]] bool is_current() const noexcept;
    void join();
    void detach();

  private:
    friend OwnThread start_thread(const std::function<void()>& run);
    struct System;

    std::unique_ptr<System> system_;
};

/// Starts a thread of the library. It handles no signals of the program, except those that the thread
/// itself causes (SIGSEGV...). If the system has no thread, it tries again for some milliseconds.
/// Throws std::system_error if there is still none, and while the library is unloaded.
[[nodiscard]] OwnThread start_thread(const std::function<void()>& run);

/// Starts a detached thread. Throws as start_thread() does.
void start_detached_thread(const std::function<void()>& run);

} // namespace pdh_shim
