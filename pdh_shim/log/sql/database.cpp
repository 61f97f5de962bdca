// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/database.h"

#include "base/clock.h"
#include "base/own_thread.h"

#include <algorithm>
#include <atomic>
#include <system_error>

namespace pdh_shim::log::sql {
namespace {

constexpr std::int64_t default_call_time_limit = 30 * ticks_per_second;

std::atomic<std::int64_t> chosen_call_time_limit{default_call_time_limit};

Result<void, Failure> start(const std::function<void()>& run) {
    try {
        start_detached_thread(run);
    } catch (const std::system_error&) {
        return Failure(Status::memory_allocation_failure, {}, "the system has no thread left");
    }
    return outcome::success();
}

Failure overdue(const WorkProgress& progress) {
    return {progress.is_connected ? Status::sql_exec_direct_failed : Status::sql_connect_failed, {},
        "the database does not answer"};
}

} // namespace

std::int64_t call_time_limit() noexcept {
    return chosen_call_time_limit;
}

void set_call_time_limit(std::int64_t ticks) noexcept {
    chosen_call_time_limit = ticks;
}

Result<void, Failure> run_in_time(const std::shared_ptr<WorkProgress>& progress, std::function<void()> job) {
    const auto done = std::make_shared<WaitEvent>();
    const auto owned = std::make_shared<std::function<void()>>(std::move(job));
    PDH_SHIM_CHECK(start([done, owned] {
        (*owned)();
        *owned = nullptr; // to release what it owns may take calls of ODBC
        done->wake();
    }));
    Clock& clock = system_clock(); // a server that is frozen knows no other
    const std::int64_t limit = call_time_limit();
    const std::int64_t step = std::max<std::int64_t>(limit / 8, 1);
    std::uint64_t calls = progress->calls;
    std::int64_t begun = clock.now().perf_time;
    while (!clock.wait_until(done, clock.now().perf_time + step)) {
        const std::int64_t now = clock.now().perf_time;
        if (const std::uint64_t newest = progress->calls; newest != calls) {
            calls = newest;
            begun = now;
        } else if (now - begun >= limit) {
            progress->is_given_up = true;
            return overdue(*progress);
        }
    }
    return outcome::success();
}

void release_in_time(const std::shared_ptr<WorkProgress>& progress, std::shared_ptr<void> used) noexcept {
    try {
        static_cast<void>(run_in_time(progress, [used = std::move(used)] {}));
    } catch (...) { // NOLINT(bugprone-empty-catch): without memory for a thread, it is released here
    }
}

Result<void, Failure> Database::ThreadState::connect(const std::u16string& data_source) {
    if (connection == nullptr || !connection->is_own()) {
        PDH_SHIM_TRY(connection, OdbcConnection::open(data_source, Odbc::default_file, progress));
    }
    return outcome::success();
}

Database::~Database() {
    if (state_ != nullptr && state_->connection->is_own()) {
        const auto progress = state_->progress;
        release_in_time(progress, std::move(state_));
    }
}

} // namespace pdh_shim::log::sql
