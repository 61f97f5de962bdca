// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/system_log.h"

#include "tools/terminal/terminal_text.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>

namespace pdh_shim::tools::logman {

namespace {

// The form of RFC 3164, as syslog() writes it: always with English names of months.
std::string log_line(const std::string& text) {
    constexpr std::string_view warning_of_user = "<12>";
    constexpr std::array<const char*, 12> months = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::time_t now = std::time(nullptr);
    std::tm local = {};
    (void)::localtime_r(&now, &local);
    std::array<char, 32> time = {};
    (void)std::strftime(time.data(), time.size(), " %e %H:%M:%S ", &local);
    return std::string(warning_of_user) + months.at(static_cast<std::size_t>(local.tm_mon)) + time.data() +
           "logman[" + std::to_string(::getpid()) + "]: " + terminal::escaped(text);
}

} // namespace

std::string write_to_system_log(const std::string& text, const std::string& socket) {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (socket.size() >= sizeof address.sun_path) {
        return std::generic_category().message(ENAMETOOLONG);
    }
    std::memcpy(address.sun_path, socket.data(), socket.size());
    const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const auto line = log_line(text);
    // Does not wait for a logger that does not read.
    const bool is_sent =
        descriptor >= 0 && ::sendto(descriptor, line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
                               reinterpret_cast<const sockaddr*>(&address), sizeof address) >= 0;
    const int reason = errno;
    if (descriptor >= 0) {
        ::close(descriptor);
    }
    return is_sent ? std::string() : std::generic_category().message(reason);
}

} // namespace pdh_shim::tools::logman
