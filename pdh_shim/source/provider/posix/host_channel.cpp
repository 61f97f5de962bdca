// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/posix/host_channel.h"

#include "source/provider/module.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

namespace pdh_shim::source::provider {

bool send_all(int socket, std::span<const std::byte> bytes) noexcept {
    while (!bytes.empty()) {
        // No SIGPIPE: the program does not expect one.
        const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            return false;
        }
        bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
    return true;
}

namespace {

// Fills all bytes. False if the other end is gone.
bool receive_all(int socket, std::span<std::byte> bytes) noexcept {
    while (!bytes.empty()) {
        const ssize_t got = recv(socket, bytes.data(), bytes.size(), 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
    return true;
}

template <class Message>
std::optional<Message> receive_message(int socket) noexcept {
    Message message;
    const bool is_whole = receive_all(socket, std::as_writable_bytes(std::span(&message, 1)));
    return is_whole ? std::optional(message) : std::nullopt;
}

} // namespace

std::optional<ReceivedRequest> receive_request(int socket) {
    const auto head = receive_message<HostRequest>(socket);
    if (!head || head->bytes > longest_request || head->bytes % sizeof(char16_t) != 0) {
        return std::nullopt;
    }
    ReceivedRequest request{head->call, std::u16string(head->bytes / sizeof(char16_t), u'\0')};
    if (!receive_all(socket, std::as_writable_bytes(std::span(request.text)))) {
        return std::nullopt;
    }
    return request;
}

std::optional<HostAnswer> receive_answer(int socket, std::vector<std::byte>& bytes) {
    const auto answer = receive_message<HostAnswer>(socket);
    if (!answer || answer->bytes > largest_sample) {
        return std::nullopt;
    }
    bytes.resize(static_cast<std::size_t>(answer->bytes));
    return receive_all(socket, bytes) ? answer : std::nullopt;
}

std::optional<HostEnd> receive_end(int socket) {
    return receive_message<HostEnd>(socket);
}

namespace {

// Above what the processes use under fixed numbers.
constexpr int lowest_number = 10;

HostSocket moved_up(int number) {
    const int moved = fcntl(number, F_DUPFD_CLOEXEC, lowest_number);
    ::close(number);
    return HostSocket(moved);
}

} // namespace

void HostSocket::shut_down() const noexcept {
    if (is_ours()) {
        shutdown(number(), SHUT_RDWR);
    }
}

void HostSocket::shut_down_sending() const noexcept {
    if (is_ours()) {
        shutdown(number(), SHUT_WR);
    }
}

Result<std::array<HostSocket, 2>> HostSocket::make_pair() {
    std::array<int, 2> numbers{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, numbers.data()) != 0) {
        return Status::memory_allocation_failure;
    }
    std::array<HostSocket, 2> sockets{moved_up(numbers[0]), moved_up(numbers[1])};
    if (sockets[0].number() < 0 || sockets[1].number() < 0) {
        return Status::memory_allocation_failure;
    }
    return sockets;
}

} // namespace pdh_shim::source::provider
