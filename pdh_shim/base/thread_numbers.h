#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace pdh_shim {

/// Tells threads apart by numbers that are never given again, as the system's own numbers are. It needs no
/// thread_local: in a library that is loaded late its memory is allocated by the first use in a thread, and
/// where there is none the C library ends the program.
class ThreadNumbers {
  public:
    ThreadNumbers() noexcept;
    ThreadNumbers(const ThreadNumbers&) = delete;
    ThreadNumbers& operator=(const ThreadNumbers&) = delete;
    ThreadNumbers(ThreadNumbers&&) = delete;
    ThreadNumbers& operator=(ThreadNumbers&&) = delete;
    ~ThreadNumbers();

    /// The calling thread's. A new one in each call if the system has no place to keep it.
    [[nodiscard]] std::uintptr_t of_this_thread() noexcept;

  private:
    std::optional<std::uintptr_t> key_; // of the place that each thread has
    std::atomic<std::uintptr_t> newest_{0};
};

} // namespace pdh_shim
