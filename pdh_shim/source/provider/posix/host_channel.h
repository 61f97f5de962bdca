// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/platform/posix/descriptor.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

// The protocol between the library and the processes that run an isolated performance DLL. There are two of
// these: a supervisor, which runs no foreign code, and its child, the worker, which loads the DLL. The
// library has a pair of sockets with each. The worker receives requests and answers them. The supervisor
// receives nothing: when its socket is shut down, or the program is gone, it ends the worker and all
// processes that this has started; when the worker ends, it reports how. All ends are of the same build, so
// structures are sent as they are.

namespace pdh_shim::source::provider {

/// Standard input of the supervisor.
inline constexpr int control_socket = 0;
/// Descriptor of the worker.
inline constexpr int worker_socket = 3;

enum class HostCall : std::uint32_t { load, open, collect, close };

/// `bytes` bytes of UTF-16 follow: the request of Collect.
struct HostRequest {
    HostCall call = HostCall::load;
    std::uint32_t bytes = 0;
};

/// `bytes` bytes follow: the sample, or the reason of a failure in UTF-8.
struct HostAnswer {
    std::uint32_t status = 0; ///< Status
    std::uint32_t objects = 0;
    std::uint64_t bytes = 0;
};

/// The supervisor's report when the worker and its children have ended.
struct HostEnd {
    std::int32_t wait_status = 0; ///< of waitpid()
};

/// Most bytes of a request's text.
inline constexpr std::uint32_t longest_request = 0x10000;

/// Sends all bytes. False if the other end is gone.
[[nodiscard]] bool send_all(int socket, std::span<const std::byte> bytes) noexcept;

template <class Message>
[[nodiscard]] bool send_message(int socket, const Message& message) noexcept {
    return send_all(socket, std::as_bytes(std::span(&message, 1)));
}

/// A request with its text.
struct ReceivedRequest {
    HostCall call = HostCall::load;
    std::u16string text;
};

/// The worker's side: waits for a request and reads it completely. None if the program is gone, or the
/// request is invalid.
[[nodiscard]] std::optional<ReceivedRequest> receive_request(int socket);

/// The program's side: reads an answer completely; the sender runs foreign code. None if the worker is gone,
/// or the answer is invalid.
/// @param bytes gets the bytes that follow: its memory is used again
[[nodiscard]] std::optional<HostAnswer> receive_answer(int socket, std::vector<std::byte>& bytes);

/// The report of the supervisor. None if it is gone.
[[nodiscard]] std::optional<HostEnd> receive_end(int socket);

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
