// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/winhost/hosts_file.h"
#include "source/winhost/worker/registry_calls.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

// How the pipe `winreg` of a host is reached. samba_transport.h is one; the tests have another.

namespace pdh_shim::source::winhost {

/// Why a host cannot be asked.
enum class Trouble : std::uint8_t {
    name_unknown,
    no_connection, ///< nothing listens on the port, or nothing leads there
    timed_out,     ///< no answer, or none yet
    log_in_failed, ///< the user or the password is wrong
    account,       ///< the account is locked, disabled or has expired
    ntlm_blocked,
    no_ticket,
    clock_skew,
    no_service_name, ///< the KDC does not know the host
    no_password,     ///< its file cannot be used
    unsigned_server, ///< it does not sign, or is too old for SMB 2
    no_registry,     ///< the service Remote Registry does not run
    not_permitted,   ///< the user may not read performance data
    connection_lost,
    malformed, ///< what the host sent is no answer
    no_kdc,    ///< no KDC answers
    other
};

/// @param code the number of the system, of Windows or of Samba; 0 = none
struct TransportFailure {
    Trouble trouble = Trouble::other;
    std::uint32_t code = 0;
    std::string detail = {}; ///< more about it, without anything secret; may be empty
};

/// A connection to the pipe of one host. All in one thread. No callback is called by the call that is handed
/// it, nor after the destructor.
class Connection : boost::noncopyable {
  public:
    virtual ~Connection() = default;

    /// The bytes of an answer last until the callback returns, which may destroy the connection.
    using Answered = std::function<void(const TransportFailure* failure, std::span<const std::byte> answer)>;

    /// One call after the other, once it is connected.
    /// @param room bytes of the data in its answer: one with more is not taken
    virtual void call(
        RegistryCall number, std::span<const std::byte> request, std::size_t room, Answered answered) = 0;
};

class Transport : boost::noncopyable {
  public:
    virtual ~Transport() = default;

    /// @param failure null = it is connected. The callback may destroy the connection
    using Connected = std::function<void(const TransportFailure* failure)>;

    /// Null if there is no memory.
    [[nodiscard]] virtual std::unique_ptr<Connection> connect(
        const HostSettings& settings, Connected connected) = 0;
};

/// What a status of Windows (NTSTATUS) means. @param was_connected whether a connection stood before
[[nodiscard]] TransportFailure failure_of_status(
    std::uint32_t status, bool was_connected, Authentication authentication);

/// What the administrator has to do about it, for a log or a tool's user.
[[nodiscard]] std::string advice(const TransportFailure& failure, const HostSettings& settings);

} // namespace pdh_shim::source::winhost
