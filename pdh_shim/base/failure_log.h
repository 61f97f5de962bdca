// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/locks.h"
#include "base/trace.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace pdh_shim {

/// Why a call of a thread failed, or what it could not reach.
struct LastFailure {
    Status status = Status::success;
    std::string message; ///< Failure::message(), cut to `longest_kept_message`
};

/// Threads whose failure is kept. Beyond that the oldest failure is forgotten.
inline constexpr std::size_t most_last_failures = 64;
/// Bytes of a message that are kept.
inline constexpr std::size_t longest_kept_message = 4096;

/// How many threads have a failure that is kept. The only cost for calls of programs whose calls succeed.
extern std::atomic<std::size_t> last_failures;

/// Keeps the reason for the calling thread, in place of an older one. One that lacks memory is not kept.
void keep_last_failure(const Failure& failure) noexcept;

/// What the calling thread has kept since it last called forget_last_failure().
[[nodiscard]] std::optional<LastFailure> last_failure();

/// For the begin of a call.
void forget_last_failure() noexcept;

/// Logs a failure when it begins or its reason changes, not with every collect that it lasts. Any thread may
/// use it.
class FailureLog {
  public:
    /// @param what a number for what failed, chosen by the owner
    void report(
        std::uint32_t what, const Failure& failure, trace::Level level = trace::Level::warning) noexcept;
    /// From now on its next failure is logged, whatever the reason.
    void is_well(std::uint32_t what) noexcept;
    void clear() noexcept;

    /// Failures at once that are logged: what is outside the program must not fill its memory with others.
    static constexpr std::size_t most_reported = 1000;

  private:
    ForkMutex mutex_;
    std::map<std::uint32_t, std::string> reported_; // under mutex_, as the next
    bool is_full_ = false;
    std::atomic<bool> has_reported_{false};
};

} // namespace pdh_shim
