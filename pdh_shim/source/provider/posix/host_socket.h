#pragma once

#include "base/platform/posix/kept_descriptor.h"
#include "base/result.h"

#include <array>

namespace pdh_shim::source::provider {

/// One end of a pair of sockets, closed with this. What shuts it down does nothing once the number is
/// somebody else's.
class HostSocket : public platform::KeptDescriptor {
  public:
    using KeptDescriptor::KeptDescriptor;

    /// Ends the connection, for all who share the socket.
    void shut_down() const noexcept;
    /// Says that nothing more comes from here.
    void shut_down_sending() const noexcept;

    /// Two ends: none is a standard stream of the program, and no program that it starts inherits one.
    /// @retval memory_allocation_failure the system gives none now
    [[nodiscard]] static Result<std::array<HostSocket, 2>> make_pair();
};

} // namespace pdh_shim::source::provider
