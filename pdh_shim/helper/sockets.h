// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/platform/posix/descriptor.h"
#include "helper/frames.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace pdh_shim::helper {

/// Sends all bytes. False if the other end is gone.
[[nodiscard]] bool send_all(int socket, std::span<const std::byte> bytes) noexcept;

/// Sends as many bytes as the socket takes now.
/// @return how many; none if the other end is gone
[[nodiscard]] std::optional<std::size_t> send_now(int socket, std::span<const std::byte> bytes) noexcept;

/// Sends a frame whose body has two parts; its head gets their length. False if the other end is gone.
[[nodiscard]] bool send_frame(int socket, FrameHead head, std::span<const std::byte> body,
    std::span<const std::byte> more = {}) noexcept;

enum class Received : std::uint8_t {
    nothing, ///< no whole frame has arrived yet
    frame,
    end ///< the other end is gone, or what it sent is no frame
};

/// Waits for a frame.
[[nodiscard]] Received receive(int socket, FrameReader& reader);
/// Reads what has arrived, up to the end of a frame, without waiting.
[[nodiscard]] Received receive_now(int socket, FrameReader& reader);

/// One end of a pair of sockets; the destructor closes it. Shutting it down does nothing if the number now
/// belongs to another file.
class HelperSocket : public platform::KeptDescriptor {
  public:
    using KeptDescriptor::KeptDescriptor;

    /// Ends the connection, for all processes that share the socket.
    void shut_down() const noexcept;
    /// Ends the sending direction.
    void shut_down_sending() const noexcept;

    /// Two ends: neither is a standard stream of the program, and exec closes both.
    /// @retval memory_allocation_failure the system has none now
    [[nodiscard]] static Result<std::array<HelperSocket, 2>> make_pair();
};

} // namespace pdh_shim::helper
