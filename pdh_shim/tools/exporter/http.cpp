// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/http.h"

#include "tools/exporter/names.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::tools::exporter {

namespace {

std::string_view trimmed(std::string_view text) {
    const auto begin = std::min(text.find_first_not_of(" \t"), text.size());
    text.remove_prefix(begin);
    return text.substr(0, text.find_last_not_of(" \t") + 1);
}

// Takes the part up to a separator from the beginning.
std::string_view next(std::string_view& text, char separator) {
    const auto end = std::min(text.find(separator), text.size());
    const auto part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return trimmed(part);
}

// What is not a number is 0.
double number(std::string_view text) {
    double value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return parsed.ec == std::errc() && std::isfinite(value) ? value : 0;
}

struct Choice {
    std::string_view name;
    double weight = 1;
    std::string_view version = {};
};

template <typename Use>
void for_each_choice(std::string_view list, const Use& use) {
    while (!list.empty()) {
        auto item = next(list, ',');
        Choice choice{.name = next(item, ';')};
        while (!item.empty()) {
            auto parameter = next(item, ';');
            const auto key = next(parameter, '=');
            if (equal(key, "q")) {
                choice.weight = number(parameter);
            } else if (equal(key, "version")) {
                choice.version = parameter;
            }
        }
        use(choice);
    }
}

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

AnswerForm answer_form(std::string_view accept, std::string_view accept_encoding) {
    double openmetrics = 0;
    double text = 0;
    for_each_choice(accept, [&](const Choice& choice) {
        if (equal(choice.name, "application/openmetrics-text") &&
            (choice.version.empty() || choice.version.starts_with('1'))) {
            openmetrics = std::max(openmetrics, choice.weight);
        } else if (equal(choice.name, "text/plain")) {
            text = std::max(text, choice.weight);
        }
    });
    double gzip = 0;
    for_each_choice(accept_encoding,
        [&gzip](const Choice& choice) { gzip = equal(choice.name, "gzip") ? choice.weight : gzip; });
    return {.format = openmetrics > 0 && openmetrics >= text ? Format::openmetrics : Format::text,
        .gzip = gzip > 0};
}

std::chrono::milliseconds longest_wait(std::string_view timeout) {
    constexpr double usual = 10;
    constexpr double least = 0.05; // even of a healthy target
    constexpr double most = 120;
    constexpr double on_the_way = 0.25;
    double seconds = number(timeout);
    seconds = seconds <= 0 ? usual : std::min(seconds, most);
    seconds = seconds < 2 * on_the_way ? seconds / 2 : seconds - on_the_way;
    seconds = std::max(seconds, least);
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

bool is_loopback_host(std::string_view host) {
    if (host.starts_with('[')) {
        return host.starts_with("[::1]");
    }
    const std::string name(host.substr(0, host.find(':')));
    std::array<unsigned char, sizeof(in_addr)> address = {};
    return equal(name, "localhost") || inet_pton(AF_INET, name.c_str(), address.data()) == 1;
}

} // namespace pdh_shim::tools::exporter
