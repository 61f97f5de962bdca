// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/line.h"

#include "base/clock.h"
#include "base/own_thread.h"
#include "base/waker.h"

#include <algorithm>
#include <atomic>
#include <system_error>

namespace pdh_shim::log::sql {
namespace {

constexpr std::int64_t default_answer_time = 30 * ticks_per_second;

std::atomic<std::int64_t> chosen_answer_time{default_answer_time};

Result<void, Failure> start(const std::function<void()>& run) {
    try {
        start_lasting_thread(run);
    } catch (const std::system_error&) {
        return Failure(Status::memory_allocation_failure, {}, "the system has no thread left");
    }
    return outcome::success();
}

Failure overdue(const Progress& progress) {
    return {progress.is_connected ? Status::sql_exec_direct_failed : Status::sql_connect_failed, {},
        "the database does not answer"};
}

} // namespace

std::int64_t answer_time() noexcept {
    return chosen_answer_time;
}

void set_answer_time(std::int64_t ticks) noexcept {
    chosen_answer_time = ticks;
}

Result<void, Failure> run_in_time(const std::shared_ptr<Progress>& progress, std::function<void()> job) {
    const auto done = std::make_shared<Waker>();
    const auto owned = std::make_shared<std::function<void()>>(std::move(job));
    PDH_SHIM_CHECK(start([done, owned] {
        (*owned)();
        *owned = nullptr; // to release what it owns may take calls of ODBC
        done->wake();
    }));
    Clock& clock = system_clock(); // a server that is frozen knows no other
    const std::int64_t limit = answer_time();
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

void release_in_time(const std::shared_ptr<Progress>& progress, std::shared_ptr<void> used) noexcept {
    try {
        static_cast<void>(run_in_time(progress, [used = std::move(used)] {}));
    } catch (...) { // NOLINT(bugprone-empty-catch): without memory for a thread, it is released here
    }
}

Result<void, Failure> Line::End::connect(const std::u16string& data_source) {
    if (connection == nullptr || !connection->is_own()) {
        PDH_SHIM_TRY(connection, Connection::open(data_source, Odbc::default_file, progress));
    }
    return outcome::success();
}

Line::~Line() {
    if (end_ != nullptr && end_->connection->is_own()) {
        const auto progress = end_->progress;
        release_in_time(progress, std::move(end_));
    }
}

} // namespace pdh_shim::log::sql
