// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/relay.h"

#include "base/input_limits.h"
#include "base/own_thread.h"
#include "base/platform.h"
#include "base/trace.h"
#include "source/pcp/pdu_headers.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <span>
#include <string_view>
#include <sys/select.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace pdh_shim::source::pcp {
namespace {

using platform::KeptDescriptor;

constexpr int longest_connect = 5000;  // milliseconds, as libpcp has it
constexpr timeval longest_send{10, 0}; // so that a side that reads nothing keeps no thread
constexpr int waiting_connections = 8;
constexpr std::string_view usual_port = "44321";
constexpr std::size_t portion = std::size_t{16} << 10U;

std::string text_of_error(int error) {
    return std::system_category().message(error);
}

// libpcp waits with select(): the low numbers are left to it, if the program's limit allows others.
KeptDescriptor high(int number) {
    const int error = errno;
    const int moved = number < 0 ? -1 : fcntl(number, F_DUPFD_CLOEXEC, FD_SETSIZE);
    errno = error;
    if (moved < 0) {
        return {platform::above_standard_streams(number), DescriptorShare()};
    }
    ::close(number);
    return {moved, DescriptorShare()};
}

template <class Value>
void set_option(const KeptDescriptor& socket, int level, int name, const Value& value) {
    static_cast<void>(setsockopt(socket.number(), level, name, &value, sizeof(value)));
}

struct Endpoint {
    std::string host;
    std::vector<std::string> ports;
};

// As libpcp has it: PMCD_PORT may be a list.
std::vector<std::string> usual_ports() {
    const auto chosen = platform::environment("PMCD_PORT");
    std::string_view list = chosen && !chosen->empty() ? std::string_view(*chosen) : usual_port;
    std::vector<std::string> ports;
    while (!list.empty()) {
        const std::string_view port = list.substr(0, list.find(','));
        ports.emplace_back(port);
        list.remove_prefix(std::min(port.size() + 1, list.size()));
    }
    return ports;
}

// `name`, `[IPv6 address]`, each also with `:port`
Endpoint endpoint_of(std::string_view address) {
    const bool is_in_brackets = address.starts_with('[');
    const std::size_t end = std::min(is_in_brackets ? address.find(']') : address.find(':'), address.size());
    const std::size_t colon = address.find(':', end);
    return {std::string(is_in_brackets ? address.substr(1, end - 1) : address.substr(0, end)),
        colon == std::string_view::npos ? usual_ports()
                                        : std::vector{std::string(address.substr(colon + 1))}};
}

// 0, or what went wrong.
int finish_connect(const KeptDescriptor& socket) {
    pollfd waited{socket.number(), POLLOUT, 0};
    const int ready = poll(&waited, 1, longest_connect);
    if (ready == 0) {
        return ETIMEDOUT;
    }
    int error = 0;
    socklen_t size = sizeof(error);
    return ready < 0 || getsockopt(socket.number(), SOL_SOCKET, SO_ERROR, &error, &size) != 0 ? errno : error;
}

// 0, or what went wrong.
int connect_to(const addrinfo& place, KeptDescriptor& connected) {
    KeptDescriptor made = high(socket(place.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (made.number() < 0) {
        return errno;
    }
    if (connect(made.number(), place.ai_addr, place.ai_addrlen) != 0 && errno != EINPROGRESS) {
        return errno;
    }
    if (const int error = finish_connect(made)) {
        return error;
    }
    fcntl(made.number(), F_SETFL, 0); // sending waits
    set_option(made, IPPROTO_TCP, TCP_NODELAY, 1);
    set_option(made, SOL_SOCKET, SO_KEEPALIVE, 1);
    connected = std::move(made);
    return 0;
}

Result<KeptDescriptor, Failure> connect_host(const std::string& address) {
    const Endpoint endpoint = endpoint_of(address);
    std::string reason;
    for (const std::string& port : endpoint.ports) {
        addrinfo wanted{};
        wanted.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        if (const int error = getaddrinfo(endpoint.host.c_str(), port.c_str(), &wanted, &found)) {
            reason = gai_strerror(error);
            continue;
        }
        const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> places(found, freeaddrinfo);
        for (const addrinfo* place = found; place != nullptr; place = place->ai_next) {
            KeptDescriptor connected;
            const int error = connect_to(*place, connected);
            if (error == 0) {
                return connected;
            }
            reason = text_of_error(error);
        }
    }
    return Failure(Status::cstatus_no_machine, "host " + address, reason);
}

sockaddr_in own_computer() {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return place;
}

// Whether the other end of a connection is a descriptor of this process that select() takes, as libpcp's.
bool is_of_this_process(const sockaddr_in& end) {
    for (int number = 0; number < static_cast<int>(FD_SETSIZE); ++number) {
        sockaddr_in place{};
        socklen_t size = sizeof(place);
        if (getsockname(number, reinterpret_cast<sockaddr*>(&place), &size) == 0 &&
            place.sin_family == AF_INET && place.sin_port == end.sin_port &&
            place.sin_addr.s_addr == end.sin_addr.s_addr) {
            return true;
        }
    }
    return false;
}

// Other users can connect to the port too: their connections end at once. None when nobody listens any more.
KeptDescriptor accept_own(const KeptDescriptor& listener) {
    while (true) {
        pollfd waited{listener.number(), POLLIN, 0}; // accept4() would take a low number while it waits
        static_cast<void>(poll(&waited, 1, -1));
        sockaddr_in end{};
        socklen_t size = sizeof(end);
        KeptDescriptor accepted =
            high(accept4(listener.number(), reinterpret_cast<sockaddr*>(&end), &size, SOCK_CLOEXEC));
        if (accepted.number() < 0 || is_of_this_process(end)) {
            return accepted;
        }
    }
}

/// Carries the bytes of one connection, both ways.
class Carrier : boost::noncopyable {
  public:
    Carrier(std::string address, KeptDescriptor host)
        : address_(std::move(address)), host_(std::move(host)), headers_(memory_limit() / 8),
          buffer_(portion) {}

    /// Waits for libpcp, and carries until one side ends.
    void run(std::shared_ptr<const KeptDescriptor> listener) noexcept {
        libpcp_ = accept_own(*listener);
        listener = nullptr;
        set_option(host_, SOL_SOCKET, SO_SNDTIMEO, longest_send);
        set_option(libpcp_, SOL_SOCKET, SO_SNDTIMEO, longest_send);
        set_option(libpcp_, IPPROTO_TCP, TCP_NODELAY, 1);
        while (libpcp_.number() >= 0 && carry_next()) {
        }
    }

  private:
    // @retval false the connection has ended
    [[nodiscard]] bool carry_next() noexcept {
        std::array<pollfd, 2> waited{{{.fd = host_.number(), .events = POLLIN, .revents = 0},
            {.fd = libpcp_.number(), .events = POLLIN, .revents = 0}}};
        if (poll(waited.data(), waited.size(), -1) < 0) {
            return errno == EINTR;
        }
        return (waited[1].revents == 0 || carry(libpcp_, host_)) &&
               (waited[0].revents == 0 || carry(host_, libpcp_));
    }

    [[nodiscard]] bool carry(const KeptDescriptor& from, const KeptDescriptor& to) noexcept {
        if (!from.is_ours() || !to.is_ours()) { // the program has closed them
            return false;
        }
        const ssize_t count = recv(from.number(), buffer_.data(), buffer_.size(), 0);
        if (count <= 0) {
            return count < 0 && errno == EINTR;
        }
        const auto bytes = std::span<const std::byte>(buffer_).first(static_cast<std::size_t>(count));
        return (&from == &libpcp_ || is_allowed(bytes)) && send_all(to, bytes);
    }

    [[nodiscard]] bool is_allowed(std::span<const std::byte> bytes) noexcept {
        if (headers_.take(bytes)) {
            return true;
        }
        try {
            trace::write(trace::Level::warning,
                "host " + address_ + ": an answer announces " + std::to_string(headers_.length()) +
                    " bytes, which are not allowed: see PDH_SHIM_MEMORY_LIMIT");
        } catch (const std::bad_alloc&) { // then there is no line
        }
        return false;
    }

    [[nodiscard]] static bool send_all(const KeptDescriptor& to, std::span<const std::byte> bytes) noexcept {
        while (!bytes.empty()) {
            const ssize_t sent = send(to.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent < 0 && errno != EINTR) {
                return false;
            }
            bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
        }
        return true;
    }

    const std::string address_;
    const KeptDescriptor host_;
    KeptDescriptor libpcp_;
    PduHeaders headers_;
    std::vector<std::byte> buffer_;
};

} // namespace

bool Relay::is_possible() {
    const auto is_set = [](const char* name) {
        const auto value = platform::environment(name);
        return value && !value->empty();
    };
    return !is_set("PMPROXY_HOST") && !is_set("PCP_SECURE_SOCKETS");
}

Result<void, Failure> Relay::listen() {
    auto made = std::make_shared<KeptDescriptor>(high(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)));
    sockaddr_in place = own_computer();
    socklen_t size = sizeof(place);
    if (made->number() < 0 ||
        bind(made->number(), reinterpret_cast<const sockaddr*>(&place), sizeof(place)) != 0 ||
        ::listen(made->number(), waiting_connections) != 0 ||
        getsockname(made->number(), reinterpret_cast<sockaddr*>(&place), &size) != 0) {
        return Failure(Status::memory_allocation_failure, "a port of this computer", text_of_error(errno));
    }
    name_ = "127.0.0.1:" + std::to_string(ntohs(place.sin_port));
    listener_ = std::move(made);
    return outcome::success();
}

Result<std::unique_ptr<Relay>, Failure> Relay::open(const std::string& address) {
    std::unique_ptr<Relay> relay(new Relay);
    PDH_SHIM_TRY(KeptDescriptor host, connect_host(address));
    PDH_SHIM_CHECK(relay->listen());
    const auto carrier = std::make_shared<Carrier>(address, std::move(host));
    try {
        start_detached_thread(
            [carrier, listener = relay->listener_]() mutable { carrier->run(std::move(listener)); });
    } catch (const std::system_error&) {
        return Failure(Status::memory_allocation_failure, "host " + address, "the system gives no thread");
    }
    return relay;
}

Relay::~Relay() {
    if (listener_ != nullptr && listener_->is_ours()) {
        shutdown(listener_->number(), SHUT_RDWR); // wakes the thread if it still waits
    }
}

} // namespace pdh_shim::source::pcp
