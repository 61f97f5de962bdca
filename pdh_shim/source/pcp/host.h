// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "base/locks.h"
#include "source/pcp/pmcd_connection.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace pdh_shim::source::pcp {

/// A host with a thread of its own, which alone uses the connection to it. Any thread may ask; nobody waits
/// longer than the time-out. While an answer is overdue, the host counts as one that does not answer.
class Host : boost::noncopyable {
  public:
    /// @retval false the host does not answer
    using HostJob = std::function<bool(PmcdConnection& connection)>;

    /// A job that was begun. It may go on after its time, so it must own all that it uses.
    struct BegunJob {
        HostJob job;
        std::shared_ptr<WaitEvent> done = std::make_shared<WaitEvent>();
        std::int64_t deadline = 0;
        std::uint64_t number = 0;
        bool succeeded = false; ///< to be read when it is done, as is the next
        std::string reason;     ///< if it has not succeeded; may be empty
        std::atomic<bool> given_up{false};
    };

    /// @param clock   of the time-out; must advance by itself
    /// @param timeout ticks of 100 ns
    /// @param is_relayed see PmcdConnection
    Host(std::shared_ptr<const Libpcp> library, std::string address, Clock& clock, std::int64_t timeout,
        bool is_relayed);
    /// Ends the thread as soon as its job has ended, without waiting for it.
    ~Host();

    /// Has a job done by the thread; null if an older one is overdue or there is no thread.
    [[nodiscard]] std::shared_ptr<BegunJob> begin(HostJob job);
    /// Waits for it. @retval cstatus_no_machine the host does not answer, or not in time
    [[nodiscard]] Result<void, Failure> finish(const std::shared_ptr<BegunJob>& begun);
    /// Begins a job and waits for it.
    [[nodiscard]] Result<void, Failure> run(HostJob job) { return finish(begin(std::move(job))); }

    [[nodiscard]] const std::string& address() const noexcept { return address_; }

  private:
    struct Worker;

    [[nodiscard]] Failure no_answer(std::string reason) const;
    [[nodiscard]] std::shared_ptr<Worker> worker();
    [[nodiscard]] std::shared_ptr<Worker> start_worker();

    const std::shared_ptr<const Libpcp> library_;
    const std::string address_;
    Clock& clock_;
    const std::int64_t timeout_;
    const bool is_relayed_;
    ForkOwned<Worker> worker_;
};

} // namespace pdh_shim::source::pcp
