// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/host.h"

#include "base/locks.h"
#include "base/own_thread.h"
#include "base/saturating.h"
#include "base/trace.h"
#include "source/pcp/relay.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <string>
#include <sys/select.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace pdh_shim::source::pcp {
namespace {

// libpcp waits with select(), which has no numbers beyond its set. It reports that as a refused connection.
bool lacks_numbers() {
    const int next = ::open("/", O_PATH | O_CLOEXEC);
    if (next >= 0) {
        ::close(next);
    }
    return next >= static_cast<int>(FD_SETSIZE);
}

} // namespace

bool PmcdConnection::open() {
    if (number() >= 0) {
        static_cast<void>(library().use_context(number()));
        return true;
    }
    if (clock_.now().perf_time < next_try_) {
        return false;
    }
    std::unique_ptr<Relay> relay; // until libpcp has connected
    if (is_relayed_ && Relay::is_possible()) {
        auto opened = Relay::open(address_);
        if (!opened) {
            wait_longer();
            fail(opened.error());
            return false;
        }
        relay = std::move(opened).value();
    }
    const std::string& name = relay == nullptr ? address_ : relay->name();
    const int made = library().new_context(PM_CONTEXT_HOST, name.c_str());
    if (made < 0) {
        wait_longer();
        if (lacks_numbers()) {
            fail({Status::cstatus_no_machine, "host " + address_,
                "the program has too many open descriptors: libpcp cannot use those from " +
                    std::to_string(FD_SETSIZE) + " on"});
        } else {
            fail(made);
        }
        return false;
    }
    set_number(made);
    begin_generation();
    wait_ = 0;
    return true;
}

void PmcdConnection::wait_longer() {
    wait_ = std::clamp(2 * wait_, shortest_wait, longest_wait);
    next_try_ = clock_.now().perf_time + wait_;
}

void PmcdConnection::fail(const Failure& failure) {
    reason_ = failure.what();
    trace::write(trace::Level::warning, failure.message());
}

void PmcdConnection::fail(int error) {
    close();
    fail({Status::cstatus_no_machine, "host " + address_, library().text_of(error)});
}

FetchedResult PmcdConnection::fetch(std::vector<pmID>& metrics) {
    pmResult* fetched = nullptr;
    const int result = library().fetch(static_cast<int>(metrics.size()), metrics.data(), &fetched);
    if (result < 0) {
        fail(result);
        return nullptr;
    }
    if (result > 0) { // a set of PMCD_*_AGENT: agents came, went or were restarted
        begin_generation();
    }
    return owned(fetched);
}

// The thread owns it too: it may outlive the host.
struct Host::Worker {
    Worker(std::shared_ptr<const Libpcp> library, std::string address, Clock& clock, bool is_relayed)
        : connection(std::move(library), std::move(address), clock, is_relayed) {}

    void run() noexcept;
    void end(); // does not wait
    [[nodiscard]] std::shared_ptr<BegunJob> next();
    void perform(BegunJob& begun) noexcept;

    Mutex mutex{Rank::last}; // guards the next three
    std::condition_variable changed;
    std::deque<std::shared_ptr<BegunJob>> jobs;
    bool ending = false;
    std::uint64_t newest = 0;              // number of the job that was begun last; guarded too
    std::atomic<std::uint64_t> ended{0};   // that ended last
    std::atomic<std::uint64_t> overdue{0}; // the newest one whose time is over
    PmcdConnection connection;             // only of the thread
};

std::shared_ptr<Host::BegunJob> Host::Worker::next() {
    Mutex::Waiting waiting(mutex);
    changed.wait(waiting.lock(), [this] { return ending || !jobs.empty(); });
    if (ending) {
        return nullptr;
    }
    auto begun = std::move(jobs.front());
    jobs.pop_front();
    return begun;
}

void Host::Worker::perform(BegunJob& begun) noexcept {
    try {
        begun.succeeded = !begun.given_up && connection.open() && begun.job(connection);
        begun.reason = begun.succeeded ? std::string() : connection.reason();
    } catch (const std::exception&) {
        begun.succeeded = false; // no memory
    }
    ended = begun.number;
    begun.done->wake();
}

void Host::Worker::run() noexcept {
    while (const auto begun = next()) {
        perform(*begun);
        begun->job = nullptr;
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
        start_detached_thread([made] { made->run(); });
    } catch (const std::system_error&) {
        trace::write(trace::Level::warning, "host " + address_ + ": the system gives no thread");
        return nullptr;
    }
    return made;
}

std::shared_ptr<Host::BegunJob> Host::begin(HostJob job) {
    auto begun = std::make_shared<BegunJob>();
    begun->job = std::move(job);
    begun->deadline = saturated_add(clock_.now().perf_time, timeout_);
    const auto worker = this->worker();
    if (worker == nullptr || worker->overdue > worker->ended) {
        return nullptr;
    }
    {
        const std::scoped_lock lock(worker->mutex);
        begun->number = ++worker->newest;
        worker->jobs.push_back(begun);
    }
    worker->changed.notify_one();
    return begun;
}

Failure Host::no_answer(std::string reason) const {
    return {Status::cstatus_no_machine, "host " + address_, std::move(reason)};
}

Result<void, Failure> Host::finish(const std::shared_ptr<BegunJob>& begun) {
    if (begun == nullptr) {
        return no_answer("it still owes an answer to an earlier request");
    }
    if (!clock_.wait_until(begun->done, begun->deadline)) {
        begun->given_up = true;
        if (const auto worker = worker_.get()) {
            worker->overdue = begun->number;
        }
        return no_answer("it does not answer in time");
    }
    if (!begun->succeeded) {
        return no_answer(begun->reason.empty() ? "it does not answer" : begun->reason);
    }
    return outcome::success();
}

} // namespace pdh_shim::source::pcp
