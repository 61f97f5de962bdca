#include "source/provider/posix/host_channel.h"

#include <cerrno>
#include <sys/socket.h>
#include <sys/types.h>

namespace pdh_shim::source::provider {

bool send_all(int socket, std::span<const std::byte> bytes) noexcept {
    while (!bytes.empty()) {
        // No SIGPIPE: the program has not asked for one.
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

} // namespace pdh_shim::source::provider
