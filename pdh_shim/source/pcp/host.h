// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "base/locks.h"
#include "source/pcp/libpcp.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pdh_shim::source::pcp {

/// The connection to the pmcd of one host. All of it belongs to one thread. When it is lost, the next use
/// connects again; after a host that did not answer, not before a while has passed, which doubles each time.
/// Its generation is another one after each reconnect, and when the host's agents have changed. A request
/// that fails closes it.
class PmcdConnection final : public Context {
  public:
    static constexpr std::int64_t shortest_wait = ticks_per_second / 2;
    static constexpr std::int64_t longest_wait = 30 * ticks_per_second;

    /// @param is_relayed whether a Relay limits its answers
    PmcdConnection(std::shared_ptr<const Libpcp> library, std::string address, Clock& clock, bool is_relayed)
        : Context(std::move(library)), address_(std::move(address)), clock_(clock), is_relayed_(is_relayed) {}

    /// @retval false the host does not answer
    [[nodiscard]] bool open();

    /// Why it did not answer the last time.
    [[nodiscard]] const std::string& reason() const noexcept { return reason_; }

    /// Null if it fails.
    [[nodiscard]] FetchedResult fetch(std::vector<pmID>& metrics);

  private:
    void fail(const Failure& failure);
    void fail(int error) override;
    void wait_longer();

    const std::string address_;
    Clock& clock_;
    const bool is_relayed_;
    std::string reason_;
    std::int64_t wait_ = 0;     // after the next failure to connect
    std::int64_t next_try_ = 0; // of the performance clock
};

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
