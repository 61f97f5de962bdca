// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstdint>
#include <optional>

namespace pdh_shim {

/// Numbers threads. A number is never reused, unlike the system's own numbers. It needs no
/// thread_local: in a library that is loaded late, its memory is allocated at the first use in a thread, and
/// if there is no memory the C library ends the program.
class ThreadNumbers : boost::noncopyable {
  public:
    ThreadNumbers() noexcept;
    ~ThreadNumbers();

    /// The calling thread's number. A new one in each call if the system has no key to store it.
    [[nodiscard]] std::uintptr_t of_this_thread() noexcept;

  private:
    std::optional<std::uintptr_t> key_; // where each thread stores its number
    std::atomic<std::uintptr_t> newest_{0};
};

} // namespace pdh_shim
