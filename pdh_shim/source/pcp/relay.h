// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/platform/posix/descriptor.h"

#include <boost/noncopyable.hpp>

#include <memory>
#include <string>

namespace pdh_shim::source::pcp {

/// Connects libpcp to the pmcd of a host. libpcp allocates as many bytes as the header of an answer asks for,
/// and has no setting against that. So libpcp connects to a port of this computer, and a thread carries the
/// bytes between this connection and the host. A host that announces an answer of more than an eighth of
/// PDH_SHIM_MEMORY_LIMIT (libpcp makes several times its size of it) loses the connection before libpcp sees
/// the header. No other process can use the port.
///
/// Not by a socket in a folder: there libpcp does not check, as it does here, that select() takes the number
/// of its descriptor, and ends the program.
class Relay : boost::noncopyable {
  public:
    /// Whether a relay can be used: not if the environment says that libpcp has to use a proxy, or TLS, by
    /// which the host proves who it is.
    [[nodiscard]] static bool is_possible();

    /// Connects to the host. @param address `HOST` or `HOST:PORT`
    /// @retval cstatus_no_machine it does not answer
    /// @retval memory_allocation_failure the system gives no thread or socket
    [[nodiscard]] static Result<std::unique_ptr<Relay>, Failure> open(const std::string& address);
    /// Takes no connection of libpcp any more. The one that it took lasts until one of its sides ends it.
    ~Relay();

    /// What libpcp has to connect to, once.
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

  private:
    Relay() = default;

    [[nodiscard]] Result<void, Failure> listen();

    std::string name_;
    std::shared_ptr<platform::KeptDescriptor> listener_; // also of the thread, until libpcp has connected
};

} // namespace pdh_shim::source::pcp
