// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/back_off.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/locks.h"
#include "helper/start.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pdh_shim::helper {

/// A process that does for the library what must not be done in the program. Any thread may ask; requests of
/// all threads are under way at once, and nobody waits longer than the time-out of its own. The first request
/// starts the process. If it ends, all requests fail that it owes an answer, and the next request starts
/// another one, though not before a while has passed since the last start (BackOff). It ends with the
/// program, whatever way that ends. A child of fork() starts a process of its own.
///
/// The caller holds no lock of rank state or lower.
class Helper : boost::noncopyable {
  public:
    /// A request that was begun.
    class Request;

    /// @param longest_answer bytes; a process that sends more is ended
    /// @param clock          of the time-outs and of the time between two starts; outlives it
    Helper(HelperProgram program, std::uint64_t longest_answer, Clock& clock);
    /// Ends the process without waiting for its end; requests under way fail.
    ~Helper();

    /// Sends a request, without waiting for anything.
    /// @param what     to be known to the process
    /// @param time_out ticks of 100 ns from now
    [[nodiscard]] std::shared_ptr<Request> begin(
        std::uint32_t what, std::span<const std::byte> body, std::int64_t time_out);

    /// Waits for the answer. To be called once for each request, by any thread.
    /// @retval async_query_timeout       it did not come in time
    /// @retval invalid_data              the process ended or sent what is no answer; or has ended and is
    ///                                   left alone for a while; or this is a child, and its parent asked
    /// @retval file_not_found            the program of the process is not there
    /// @retval access_denied             others can change that program, and this process belongs to root
    /// @retval memory_allocation_failure the system lacks a process, a thread, a socket or memory
    /// @retval other                     what the process answered, with its reason
    [[nodiscard]] Result<std::vector<std::byte>, Failure> finish(const std::shared_ptr<Request>& request);

    [[nodiscard]] Result<std::vector<std::byte>, Failure> ask(
        std::uint32_t what, std::span<const std::byte> body, std::int64_t time_out) {
        return finish(begin(what, body, time_out));
    }

    /// Ends the process as the destructor does, for one that is overdue with everything. The next request
    /// starts another one, as if this one had ended by itself.
    void give_up() noexcept;

  private:
    class Process;
    struct State;

    [[nodiscard]] Result<std::shared_ptr<Process>, Failure> process();

    const HelperProgram program_;
    const std::uint64_t longest_answer_;
    Clock& clock_;
    ForkOwned<State> state_;
};

} // namespace pdh_shim::helper
