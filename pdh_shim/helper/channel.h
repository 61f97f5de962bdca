// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/locks.h"
#include "helper/frames.h"
#include "helper/sockets.h"
#include "helper/start.h"

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <string>

// A helper is two processes: a supervisor, which runs no code but its own, and its child, the worker, which
// does the work. The program has a pair of sockets with each. The worker receives requests and answers them.
// The supervisor receives nothing: when its socket is shut down, or the program is gone, it ends the worker
// and all processes that this has started; when the worker ends, it reports how.

namespace pdh_shim::helper {

/// Standard input of the supervisor.
inline constexpr int control_socket = 0;
/// Descriptor of the worker.
inline constexpr int worker_socket = 3;

/// The supervisor's report when the worker and its children have ended.
struct WorkerEnd {
    std::int32_t wait_status = 0; ///< of waitpid()
};

/// The program's two sockets, and with them the processes. It belongs to one thread; another one may send,
/// and give it up. It knows nothing of forks: whoever has one leaves it to the parent.
class Channel : boost::noncopyable {
  public:
    /// Starts the processes.
    /// @retval "start_detached()"
    [[nodiscard]] Result<void, Failure> start(const HelperProgram& program);

    /// The socket to talk to the worker; -1 if the program has closed it.
    [[nodiscard]] int worker() const noexcept;

    /// Waits for a frame. False if the worker has ended or sent what is no frame.
    [[nodiscard]] bool receive(FrameReader& reader) const;

    /// Ends the connection with the worker: who sends or receives does not wait any longer.
    void leave_worker() const noexcept { worker_.shut_down(); }

    /// Ends the processes if necessary, waits until they have ended, and returns how the worker ended.
    std::string end();

    /// The same without waiting, while another thread uses this.
    void give_up() noexcept;

    /// Waits until the processes are gone by themselves.
    void wait_for_end() const noexcept;

  private:
    [[nodiscard]] bool wait_for_worker() const noexcept;
    void forget() noexcept;

    Mutex mutex_{Rank::leaf}; // to make and close them, and for the other thread
    HelperSocket control_;
    HelperSocket worker_;
};

} // namespace pdh_shim::helper
