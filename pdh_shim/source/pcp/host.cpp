// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/host.h"

#include "base/mutex.h"
#include "base/own_thread.h"
#include "base/saturating.h"
#include "base/trace.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <utility>

namespace pdh_shim::source::pcp {

// The thread owns it too: it may outlive the host.
struct Host::Worker {
    Worker(std::shared_ptr<const Libpcp> library, std::string address, Clock& clock, bool is_relayed)
        : connection(std::move(library), std::move(address), clock, is_relayed) {}

    void run() noexcept;
    void end(); // does not wait
    [[nodiscard]] std::shared_ptr<RunningJob> next();
    void perform(RunningJob& call) noexcept;

    Mutex mutex{Rank::last}; // guards the next three
    std::condition_variable changed;
    std::deque<std::shared_ptr<RunningJob>> calls;
    bool ending = false;
    std::uint64_t newest = 0;              // number of the call that was begun last; guarded too
    std::atomic<std::uint64_t> ended{0};   // that ended last
    std::atomic<std::uint64_t> overdue{0}; // the newest one whose time is over
    PmcdConnection connection;             // only of the thread
};

std::shared_ptr<Host::RunningJob> Host::Worker::next() {
    Mutex::Waiting waiting(mutex);
    changed.wait(waiting.lock(), [this] { return ending || !calls.empty(); });
    if (ending) {
        return nullptr;
    }
    auto call = std::move(calls.front());
    calls.pop_front();
    return call;
}

void Host::Worker::perform(RunningJob& call) noexcept {
    try {
        call.succeeded = !call.given_up && connection.open() && call.job(connection);
        call.reason = call.succeeded ? std::string() : connection.reason();
    } catch (const std::exception&) {
        call.succeeded = false; // no memory
    }
    ended = call.number;
    call.done->wake();
}

void Host::Worker::run() noexcept {
    while (const auto call = next()) {
        perform(*call);
        call->job = nullptr;
    }
}

void Host::Worker::end() {
    {
        const std::scoped_lock lock(mutex);
        ending = true;
    }
    changed.notify_all();
}

Host::Host(std::shared_ptr<const Libpcp> library, std::string address, Clock& clock, std::int64_t timeout,
    bool is_relayed)
    : library_(std::move(library)), address_(std::move(address)), clock_(clock), timeout_(timeout),
      is_relayed_(is_relayed) {}

Host::~Host() {
    if (const auto own = worker_.get()) {
        own->end();
    }
}

// A child of fork() does not have the threads of its parent, and shares its connections: it does not touch
// them.
std::shared_ptr<Host::Worker> Host::worker() {
    std::shared_ptr<Worker> made;
    auto worker = worker_.get([&](const Worker* /*parents*/) {
        made = start_worker();
        return made;
    });
    if (made != nullptr && made != worker) { // another thread was faster
        made->end();
    }
    return worker;
}

/// Null if the system gives no thread.
std::shared_ptr<Host::Worker> Host::start_worker() {
    auto made = std::make_shared<Worker>(library_, address_, clock_, is_relayed_);
    try {
        start_lasting_thread([made] { made->run(); });
    } catch (const std::system_error&) {
        trace::write(trace::Level::warning, "host " + address_ + ": the system gives no thread");
        return nullptr;
    }
    return made;
}

std::shared_ptr<Host::RunningJob> Host::begin(HostTask job) {
    auto call = std::make_shared<RunningJob>();
    call->job = std::move(job);
    call->deadline = saturated_add(clock_.now().perf_time, timeout_);
    const auto worker = this->worker();
    if (worker == nullptr || worker->overdue > worker->ended) {
        return nullptr;
    }
    {
        const std::scoped_lock lock(worker->mutex);
        call->number = ++worker->newest;
        worker->calls.push_back(call);
    }
    worker->changed.notify_one();
    return call;
}

Failure Host::no_answer(std::string reason) const {
    return {Status::cstatus_no_machine, "host " + address_, std::move(reason)};
}

Result<void, Failure> Host::finish(const std::shared_ptr<RunningJob>& call) {
    if (call == nullptr) {
        return no_answer("it still owes an answer to an earlier request");
    }
    if (!clock_.wait_until(call->done, call->deadline)) {
        call->given_up = true;
        if (const auto worker = worker_.get()) {
            worker->overdue = call->number;
        }
        return no_answer("it does not answer in time");
    }
    if (!call->succeeded) {
        return no_answer(call->reason.empty() ? "it does not answer" : call->reason);
    }
    return outcome::success();
}

} // namespace pdh_shim::source::pcp
