#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// What the library and the processes that run an isolated performance DLL say to each other. There are two of
// these: a supervisor, which runs no foreign code, and its child, the worker, which loads the DLL. The
// library has a pair of sockets with each. The worker is sent a request, and answers. The supervisor is told
// nothing: when its socket is shut down, or the program is gone, it ends the worker and all processes that
// this has started; when the worker ends, it says how. All ends are of the same build, so structures go as
// they are.

namespace pdh_shim::source::provider {

/// Standard input of the supervisor.
inline constexpr int control_socket = 0;
/// Descriptor of the worker.
inline constexpr int worker_socket = 3;

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

/// What the supervisor says when the worker has ended, and its children too.
struct HostEnd {
    std::int32_t wait_status = 0; ///< of waitpid()
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

/// The worker's side: waits for a request and takes it whole. False if the program is gone, or it is none.
[[nodiscard]] bool receive_request(int socket, HostRequest& request, std::u16string& text);

/// The program's side: takes an answer whole; who sends it runs foreign code. False if the worker is gone, or
/// it is none.
[[nodiscard]] bool receive_answer(int socket, HostAnswer& answer, std::vector<std::byte>& bytes);

} // namespace pdh_shim::source::provider
