#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// What the library and the process that runs an isolated performance DLL say to each other: a request, then
// its answer, over a pair of sockets. Both ends are of the same build, so structures go as they are.

namespace pdh_shim::source::provider {

/// Standard input of the host process.
inline constexpr int host_socket = 0;

enum class HostCall : std::uint32_t { load, open, collect, close };

/// `bytes` bytes of UTF-16 follow: what Collect is asked for.
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

/// Most bytes of a request's text.
inline constexpr std::uint32_t longest_request = 0x10000;

/// Sends all bytes. False if the other end is gone.
[[nodiscard]] bool send_all(int socket, std::span<const std::byte> bytes) noexcept;

/// Fills all bytes. False if the other end is gone.
[[nodiscard]] bool receive_all(int socket, std::span<std::byte> bytes) noexcept;

template <class Message>
[[nodiscard]] bool send_message(int socket, const Message& message) noexcept {
    return send_all(socket, std::as_bytes(std::span(&message, 1)));
}

template <class Message>
[[nodiscard]] bool receive_message(int socket, Message& message) noexcept {
    return receive_all(socket, std::as_writable_bytes(std::span(&message, 1)));
}

} // namespace pdh_shim::source::provider
