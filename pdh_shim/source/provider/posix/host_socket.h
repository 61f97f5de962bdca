// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/platform/posix/descriptor.h"

#include <array>

namespace pdh_shim::source::provider {

/// One end of a pair of sockets; the destructor closes it. Shutting it down does nothing if the number now
/// belongs to another file.
class HostSocket : public platform::KeptDescriptor {
  public:
    using KeptDescriptor::KeptDescriptor;

    /// Ends the connection, for all processes that share the socket.
    void shut_down() const noexcept;
    /// Ends the sending direction.
    void shut_down_sending() const noexcept;

    /// Two ends: neither is a standard stream of the program, and exec closes both.
    /// @retval memory_allocation_failure the system has none now
    [[nodiscard]] static Result<std::array<HostSocket, 2>> make_pair();
};

} // namespace pdh_shim::source::provider
