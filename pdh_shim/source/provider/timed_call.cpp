#include "source/provider/timed_call.h"

#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace pdh_shim::source::provider {
namespace {

Result<std::thread> start_thread(std::function<void()> run) {
    try {
        return std::thread(std::move(run));
    } catch (const std::system_error&) {
        return Status::memory_allocation_failure;
    }
}

} // namespace

Result<void> run_within(Clock& clock, std::int64_t limit, std::function<void()> job) {
    const auto done = std::make_shared<Waker>();
    // The time begins now, not when the thread does.
    const std::int64_t deadline = clock.now().perf_time + limit;
    PDH_SHIM_TRY(std::thread thread, start_thread([done, job = std::move(job)] {
        job();
        done->wake();
    }));
    if (!clock.wait_until(done, deadline)) {
        thread.detach();
        return Status::async_query_timeout;
    }
    thread.join();
    return outcome::success();
}

} // namespace pdh_shim::source::provider
