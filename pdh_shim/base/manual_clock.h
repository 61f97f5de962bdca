// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/locks.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace pdh_shim {

/// A clock that shows the same time until it is advanced: for tests, and for programs that replay samples.
class ManualClock final : public Clock {
  public:
    /// @param start none of its times is negative
    explicit ManualClock(Instant start);

    [[nodiscard]] Instant now() override;
    bool wait_until(const std::shared_ptr<WaitEvent>& wait_event, std::int64_t perf_time) override;

    /// Moves all three clocks by `ticks` of 100 ns, and ends the waits whose time has come. No clock goes
    /// beyond its range: near the end of it they stop.
    void advance(std::int64_t ticks);

    /// How many threads wait on this clock now.
    [[nodiscard]] std::size_t waiting() const;

  private:
    struct Waiters;

    [[nodiscard]] std::shared_ptr<Waiters> waiters();

    const Instant start_;
    const std::int64_t longest_; // that it may advance
    std::atomic<std::int64_t> elapsed_{0};
    ForkOwned<Waiters> waiters_; // a child does not have the threads of its parent
};

/// A clock that forwards to another one, which can be replaced while it is in use.
class SwitchableClock final : public Clock {
  public:
    explicit SwitchableClock(Clock& standard) : standard_(standard) {}

    [[nodiscard]] Instant now() override;
    bool wait_until(const std::shared_ptr<WaitEvent>& wait_event, std::int64_t perf_time) override;

    /// Changes to another clock; null means the standard one. A wait that has begun ends by the
    /// clock that it began with.
    void use(std::shared_ptr<Clock> clock);

  private:
    [[nodiscard]] std::shared_ptr<Clock> current() const;

    Clock& standard_;
    std::atomic<bool> exchanged_{false};
    Locked<std::shared_ptr<Clock>> clock_;
};

} // namespace pdh_shim
