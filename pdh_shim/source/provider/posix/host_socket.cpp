// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/posix/host_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace pdh_shim::source::provider {
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
