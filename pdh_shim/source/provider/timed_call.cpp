// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/timed_call.h"

#include "base/clock.h"
#include "base/own_thread.h"
#include "base/saturating.h"

#include <boost/noncopyable.hpp>

#include <memory>
#include <system_error>
#include <utility>

namespace pdh_shim::source::provider {
namespace {

// Wakes the waiting thread, however this thread ends: foreign code may call pthread_exit() in it.
class WakeAtEnd : boost::noncopyable {
  public:
    explicit WakeAtEnd(WaitEvent& wait_event) noexcept : wait_event_(wait_event) {}
    ~WakeAtEnd() { wait_event_.wake(); }

  private:
    WaitEvent& wait_event_;
};

Result<OwnThread> try_start(const std::function<void()>& run) {
    try {
        return start_thread(run);
    } catch (const std::system_error&) {
        return Status::memory_allocation_failure;
    }
}

} // namespace

Result<void> run_within(Clock& clock, std::int64_t limit, std::function<void()> job) {
    const auto done = std::make_shared<WaitEvent>();
    // The time begins now, not when the thread does.
    const std::int64_t deadline = saturated_add(clock.now().perf_time, limit);
    PDH_SHIM_TRY(OwnThread thread, try_start([done, job = std::move(job)] {
        const WakeAtEnd wake(*done);
        job();
    }));
    if (!clock.wait_until(done, deadline)) {
        thread.detach();
        return Status::async_query_timeout;
    }
    thread.join();
    return outcome::success();
}

} // namespace pdh_shim::source::provider
