// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/posix/host_channel.h"

#include "source/provider/module.h"

#include <cerrno>
#include <sys/socket.h>
#include <sys/types.h>

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

bool receive_request(int socket, HostRequest& request, std::u16string& text) {
    if (!receive_message(socket, request) || request.bytes > longest_request ||
        request.bytes % sizeof(char16_t) != 0) {
        return false;
    }
    text.resize(request.bytes / sizeof(char16_t));
    return receive_all(socket, std::as_writable_bytes(std::span(text)));
}

bool receive_answer(int socket, HostAnswer& answer, std::vector<std::byte>& bytes) {
    if (!receive_message(socket, answer) || answer.bytes > largest_sample) {
        return false;
    }
    bytes.resize(static_cast<std::size_t>(answer.bytes));
    return receive_all(socket, bytes);
}

} // namespace pdh_shim::source::provider
