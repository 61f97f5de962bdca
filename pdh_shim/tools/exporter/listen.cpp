// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/listen.h"

#include "tools/terminal/program_end.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::tools::exporter {

namespace {

struct Socket {
    int descriptor;
    sockaddr_storage address;
    socklen_t size;
};

std::string numeric(const sockaddr_storage& address, socklen_t size) {
    std::array<char, NI_MAXHOST> host = {};
    std::array<char, NI_MAXSERV> port = {};
    (void)getnameinfo(reinterpret_cast<const sockaddr*>(&address), size, host.data(), host.size(),
        port.data(), port.size(), NI_NUMERICHOST | NI_NUMERICSERV);
    const std::string name = host.data();
    return (address.ss_family == AF_INET6 ? '[' + name + ']' : name) + ':' + port.data();
}

bool is_loopback(const sockaddr_storage& address) {
    if (address.ss_family == AF_INET) {
        constexpr std::uint32_t of_loopback = 127;
        return ntohl(reinterpret_cast<const sockaddr_in&>(address).sin_addr.s_addr) >> 24U == of_loopback;
    }
    return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6&>(address).sin6_addr) != 0;
}

// @return host and port
std::pair<std::string, std::string> parts_of(const std::string& address) {
    const auto colon = address.rfind(':');
    if (colon == std::string::npos) {
        throw terminal::UsageError("'" + address + "' is not ADDRESS:PORT.");
    }
    auto host = address.substr(0, colon);
    auto port = address.substr(colon + 1);
    std::uint16_t number = 0; // getaddrinfo() takes larger ones, and cuts them off
    const auto parsed = std::from_chars(port.data(), port.data() + port.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != port.data() + port.size()) {
        throw terminal::UsageError("'" + port + "' is not the number of a port.");
    }
    if (host.starts_with('[') && host.ends_with(']')) {
        host = host.substr(1, host.size() - 2);
    }
    return {std::move(host), std::move(port)};
}

// @return a descriptor below 0 if there is no socket
Socket open_socket(const std::string& host, const std::string& port, const std::string& address) {
    addrinfo hints = {};
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    // Without a host any address of IPv6, which takes IPv4 too; where there is no IPv6, of IPv4.
    const std::string first_host = host.empty() ? "::" : host;
    if (const int error = getaddrinfo(first_host.c_str(), port.c_str(), &hints, &found); error != 0) {
        throw terminal::UsageError("'" + address + "': " + gai_strerror(error) + '.');
    }
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> release(found, freeaddrinfo);
    constexpr int kind = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
    Socket one = {.descriptor = socket(found->ai_family, kind, 0), .address = {}, .size = found->ai_addrlen};
    std::memcpy(&one.address, found->ai_addr, found->ai_addrlen);
    if (one.descriptor < 0 && host.empty()) {
        one.address = {};
        auto& any = reinterpret_cast<sockaddr_in&>(one.address);
        any.sin_family = AF_INET;
        any.sin_port = reinterpret_cast<const sockaddr_in6*>(found->ai_addr)->sin6_port;
        one.size = sizeof(any);
        one.descriptor = socket(AF_INET, kind, 0);
    }
    return one;
}

// @return false: errno says why
bool begin_to_listen(Socket& one, bool is_any_address) {
    if (one.descriptor < 0) {
        return false;
    }
    const int yes = 1;
    const int no = 0;
    (void)setsockopt(one.descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    if (is_any_address) {
        (void)setsockopt(one.descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no));
    }
    auto* const address = reinterpret_cast<sockaddr*>(&one.address);
    if (bind(one.descriptor, address, one.size) != 0 || listen(one.descriptor, SOMAXCONN) != 0) {
        return false;
    }
    one.size = sizeof(one.address);
    return getsockname(one.descriptor, address, &one.size) == 0;
}

} // namespace

Listening listen_at(const std::string& address) {
    const auto [host, port] = parts_of(address);
    auto one = open_socket(host, port, address);
    if (!begin_to_listen(one, host.empty())) {
        const std::string reason = std::strerror(errno);
        if (one.descriptor >= 0) {
            close(one.descriptor);
        }
        throw terminal::ProgramError("It cannot listen at " + address + ": " + reason + '.');
    }
    return {one.descriptor, numeric(one.address, one.size), is_loopback(one.address)};
}

} // namespace pdh_shim::tools::exporter
