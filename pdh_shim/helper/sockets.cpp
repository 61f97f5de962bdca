// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "helper/sockets.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace pdh_shim::helper {
namespace {

// No SIGPIPE: the program does not expect one. Below 0: errno.
ssize_t send_parts(int socket, std::span<iovec> parts, int flags) noexcept {
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = static_cast<decltype(message.msg_iovlen)>(parts.size());
    for (;;) {
        const ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | flags);
        if (sent >= 0 || errno != EINTR) {
            return sent;
        }
    }
}

iovec part_of(std::span<const std::byte> bytes) noexcept {
    return {.iov_base = const_cast<std::byte*>(bytes.data()), .iov_len = bytes.size()}; // only read
}

// Without the bytes that were sent.
void skip(std::span<iovec> parts, std::size_t sent) noexcept {
    for (iovec& part : parts) {
        const std::size_t of_part = std::min(sent, part.iov_len);
        part.iov_base = static_cast<std::byte*>(part.iov_base) + of_part;
        part.iov_len -= of_part;
        sent -= of_part;
    }
}

template <std::size_t Count>
bool send_all_parts(int socket, std::array<iovec, Count> parts) noexcept {
    std::size_t left = 0;
    for (const iovec& part : parts) {
        left += part.iov_len;
    }
    while (left > 0) {
        const ssize_t sent = send_parts(socket, parts, 0);
        if (sent <= 0) {
            return false;
        }
        skip(parts, static_cast<std::size_t>(sent));
        left -= static_cast<std::size_t>(sent);
    }
    return true;
}

} // namespace

bool send_all(int socket, std::span<const std::byte> bytes) noexcept {
    return send_all_parts(socket, std::array{part_of(bytes)});
}

std::optional<std::size_t> send_now(int socket, std::span<const std::byte> bytes) noexcept {
    std::array parts{part_of(bytes)};
    const ssize_t sent = send_parts(socket, parts, MSG_DONTWAIT);
    if (sent < 0) {
        return errno == EAGAIN ? std::optional(std::size_t{0}) : std::nullopt;
    }
    return static_cast<std::size_t>(sent);
}

bool send_frame(
    int socket, FrameHead head, std::span<const std::byte> body, std::span<const std::byte> more) noexcept {
    head.bytes = body.size() + more.size();
    return send_all_parts(
        socket, std::array{part_of(std::as_bytes(std::span(&head, 1))), part_of(body), part_of(more)});
}

namespace {

Received receive(int socket, FrameReader& reader, int flags) {
    for (;;) {
        const std::span<std::byte> room = reader.room();
        const ssize_t got = recv(socket, room.data(), room.size(), flags);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) { // no room: the frame before was invalid
            return got < 0 && errno == EAGAIN ? Received::nothing : Received::end;
        }
        const auto state = reader.take(static_cast<std::size_t>(got));
        if (state != FrameReader::State::incomplete) {
            return state == FrameReader::State::whole ? Received::frame : Received::end;
        }
    }
}

} // namespace

Received receive(int socket, FrameReader& reader) {
    return receive(socket, reader, 0);
}

Received receive_now(int socket, FrameReader& reader) {
    return receive(socket, reader, MSG_DONTWAIT);
}

namespace {

// Above what the processes use under fixed numbers.
constexpr int lowest_number = 10;

HelperSocket moved_up(int number) {
    const int moved = fcntl(number, F_DUPFD_CLOEXEC, lowest_number);
    ::close(number);
    HelperSocket socket(moved);
    return socket;
}

} // namespace

void HelperSocket::shut_down() const noexcept {
    if (is_ours()) {
        shutdown(number(), SHUT_RDWR);
    }
}

void HelperSocket::shut_down_sending() const noexcept {
    if (is_ours()) {
        shutdown(number(), SHUT_WR);
    }
}

Result<std::array<HelperSocket, 2>> HelperSocket::make_pair() {
    std::array<int, 2> numbers{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, numbers.data()) != 0) {
        return Status::memory_allocation_failure;
    }
    std::array<HelperSocket, 2> sockets{moved_up(numbers[0]), moved_up(numbers[1])};
    if (sockets[0].number() < 0 || sockets[1].number() < 0) {
        return Status::memory_allocation_failure;
    }
    return sockets;
}

} // namespace pdh_shim::helper
