#pragma once

#include "base/clock.h"
#include "base/fork_mutex.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>

namespace pdh_shim {

/// A clock that stands still until it is advanced: for tests, and for programs that replay a scene.
class ManualClock final : public Clock {
  public:
    /// @param start none of its times is negative
    explicit ManualClock(Instant start);

    [[nodiscard]] Instant now() override;
    bool wait_until(const std::shared_ptr<Waker>& waker, std::int64_t perf_time) override;

    /// Moves all three clocks by `ticks` of 100 ns, and lets those go on whose time has come. None goes
    /// beyond its range: near the end of it the clock stands still.
    void advance(std::int64_t ticks);

    /// How many threads wait on this clock now.
    [[nodiscard]] std::size_t waiting() const;

  private:
    void forget(const std::shared_ptr<Waker>& waker);

    const Instant start_;
    const std::int64_t longest_; // that it may advance
    std::atomic<std::int64_t> elapsed_{0};
    mutable ForkMutex mutex_;
    std::shared_ptr<Waker> waiters_; // the first; a list of their own, so that no wait needs memory
};

/// A clock that passes on to another one, which can be exchanged while it is in use.
class SwitchableClock final : public Clock {
  public:
    explicit SwitchableClock(Clock& standard) : standard_(standard) {}

    [[nodiscard]] Instant now() override;
    bool wait_until(const std::shared_ptr<Waker>& waker, std::int64_t perf_time) override;

    /// Goes over to another clock; null goes back to the standard one. A wait that is under way ends on the
    /// clock it began on.
    void use(std::shared_ptr<Clock> clock);

  private:
    [[nodiscard]] std::shared_ptr<Clock> current() const;

    Clock& standard_;
    std::atomic<bool> exchanged_{false};
    mutable ForkMutex mutex_;
    std::shared_ptr<Clock> clock_;
};

} // namespace pdh_shim
