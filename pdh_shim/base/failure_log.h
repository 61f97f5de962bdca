// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/fork_mutex.h"
#include "base/trace.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstdint>
#include <map>
#include <string>

namespace pdh_shim {

/// Logs a failure when it begins or its reason changes, not with every collect that it lasts. Any thread may
/// use it.
class FailureLog : boost::noncopyable {
  public:
    /// @param what a number for what failed, chosen by the owner
    void report(
        std::uint32_t what, const Failure& failure, trace::Level level = trace::Level::warning) noexcept;
    /// From now on its next failure is logged, whatever the reason.
    void is_well(std::uint32_t what) noexcept;
    void clear() noexcept;

  private:
    ForkMutex mutex_;
    std::map<std::uint32_t, std::string> reported_; // under mutex_
    std::atomic<bool> has_reported_{false};
};

} // namespace pdh_shim
