// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/locks.h"
#include "helper/channel.h"
#include "helper/frames.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

// The other side: what a program does that is a helper (channel.h).

namespace pdh_shim::helper {

/// The whole of main(): this process becomes the supervisor, and `work` is run in the worker. It is to return
/// when the program wants no more (WorkerChannel). The worker has no descriptors but standard error and the
/// socket, which programs that it starts do not get; its standard input is empty, its standard output goes
/// nowhere. It ends with the supervisor.
/// @return for main(), in both processes
[[nodiscard]] int run_helper(const std::function<int()>& work) noexcept;

struct WorkerLimits {
    std::uint32_t memory = 0;      ///< MiB of address space; 0 = no limit. None under a sanitizer
    std::uint32_t descriptors = 0; ///< 0 = no limit
    bool keeps_secrets = false;    ///< other processes of its user cannot look into it; it leaves no core
};
/// Limits what the worker may use.
void set_limits(const WorkerLimits& limits) noexcept;

/// What this process and its libraries write to standard error goes nowhere from now on.
void silence_standard_error() noexcept;

/// Whether the program, or this process, has rights that the user who started it lacks.
[[nodiscard]] bool is_privileged_program() noexcept;

/// The processor time that this process may use begins anew; a process that uses more is ended by SIGXCPU.
/// @param seconds 0 = no limit
void renew_processor_time(std::uint32_t seconds) noexcept;

/// The worker's end of the channel.
class WorkerChannel : boost::noncopyable {
  public:
    /// @param longest_request bytes; the program is left if it sends more
    explicit WorkerChannel(std::uint64_t longest_request) : reader_(longest_request) {}

    /// Waits for a request. None if the program wants no more.
    [[nodiscard]] std::optional<Frame> next();

    /// A request that has arrived, without waiting: for a loop of events, which calls this until there is
    /// none each time worker_socket can be read.
    [[nodiscard]] std::optional<Frame> next_arrived();
    /// Whether the program wants no more, once next_arrived() had no request.
    [[nodiscard]] bool is_at_end() const noexcept { return at_end_; }

    /// Answers a request; any thread may. False if the program is gone. It waits while the program does not
    /// read, which is when the program stands still.
    bool answer(std::uint32_t number, std::span<const std::byte> body, std::span<const std::byte> more = {});
    bool answer(std::uint32_t number, const Failure& failure);

  private:
    bool send(std::uint32_t number, Status status, std::span<const std::byte> body,
        std::span<const std::byte> more);

    FrameReader reader_;
    bool at_end_ = false;
    Mutex mutex_{Rank::last}; // one answer at a time
};

/// Answers one request after the other, until the program wants no more.
void answer_requests(WorkerChannel& channel,
    const std::function<Result<std::vector<std::byte>, Failure>(const Frame& request)>& perform);

} // namespace pdh_shim::helper
