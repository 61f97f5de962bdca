// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/input_limits.h"
#include "base/scope_guard.h"
#include "pdus.h"
#include "source/pcp/relay.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <netinet/in.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using pdh_shim::Status;
using pdh_shim::source::pcp::Relay;
using pdh_shim::test::Bytes;
using pdh_shim::test::pdu;

namespace {

// A connected or listening socket.
class Socket : boost::noncopyable {
  public:
    explicit Socket(int number) : number_(number) { REQUIRE(number >= 0); }
    ~Socket() { close(number_); }

    [[nodiscard]] int number() const { return number_; }
    void send(const Bytes& bytes) const {
        REQUIRE(
            ::send(number_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
    }
    // As many bytes, or fewer if the other side ends before.
    [[nodiscard]] Bytes receive(std::size_t size) const {
        Bytes bytes(size);
        const ssize_t count = recv(number_, bytes.data(), size, MSG_WAITALL);
        bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        return bytes;
    }

  private:
    const int number_;
};

// Where a host listens.
class Port {
  public:
    Port() : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        place_.sin_family = AF_INET;
        place_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        REQUIRE(bind(listener_.number(), reinterpret_cast<const sockaddr*>(&place_), sizeof(place_)) == 0);
        REQUIRE(listen(listener_.number(), 1) == 0);
        socklen_t size = sizeof(place_);
        REQUIRE(getsockname(listener_.number(), reinterpret_cast<sockaddr*>(&place_), &size) == 0);
    }

    [[nodiscard]] std::string address() const {
        return "127.0.0.1:" + std::to_string(ntohs(place_.sin_port));
    }
    [[nodiscard]] int accept() const { return ::accept(listener_.number(), nullptr, nullptr); }

  private:
    sockaddr_in place_{};
    const Socket listener_;
};

// Connects as libpcp does.
int connect_to(const Relay& relay) {
    constexpr std::string_view computer = "127.0.0.1:";
    REQUIRE(relay.name().starts_with(computer));
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    place.sin_port = htons(static_cast<std::uint16_t>(std::stoi(relay.name().substr(computer.size()))));
    const int number = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    REQUIRE(connect(number, reinterpret_cast<const sockaddr*>(&place), sizeof(place)) == 0);
    return number;
}

std::unique_ptr<Relay> open_relay(const Port& port) {
    auto opened = Relay::open(port.address());
    REQUIRE(opened.has_value());
    return std::move(opened).value();
}

auto with_memory_limit(std::uint64_t bytes) {
    const std::uint64_t before = pdh_shim::memory_limit();
    pdh_shim::set_memory_limit(bytes);
    return pdh_shim::ScopeGuard([before]() noexcept { pdh_shim::set_memory_limit(before); });
}

// A relay whose two sides are connected.
struct Connected {
    const Port port;
    std::unique_ptr<Relay> relay = open_relay(port);
    const Socket host{port.accept()};
    const Socket libpcp{connect_to(*relay)};
};

} // namespace

TEST_CASE("a relay carries what a host and libpcp send, also when it is closed") {
    Connected sides;
    sides.host.send(pdu(16));
    CHECK(sides.libpcp.receive(16) == pdu(16));
    sides.relay = nullptr;
    sides.libpcp.send(pdu(300));
    CHECK(sides.host.receive(300) == pdu(300));
    sides.host.send(pdu(100'000));
    CHECK(sides.libpcp.receive(100'000) == pdu(100'000));
}

TEST_CASE("an answer has an eighth of the limit of memory; a longer one ends the connection unseen") {
    const auto restore = with_memory_limit(800);
    const Connected sides;
    sides.host.send(pdu(100));
    CHECK(sides.libpcp.receive(100) == pdu(100));
    sides.host.send(pdu(101, 12));
    CHECK(sides.libpcp.receive(12).empty());
    CHECK(sides.host.receive(1).empty());
}

TEST_CASE("what libpcp sends has no limit: the library has written it") {
    const auto restore = with_memory_limit(800);
    const Connected sides;
    sides.libpcp.send(pdu(1000));
    CHECK(sides.host.receive(1000) == pdu(1000));
}

TEST_CASE("either side of a relay ends the connection for both") {
    const Port port;
    const auto first = open_relay(port);
    auto host = std::make_unique<Socket>(port.accept());
    const Socket libpcp(connect_to(*first));
    host = nullptr;
    CHECK(libpcp.receive(1).empty());

    const auto second = open_relay(port);
    const Socket other_host(port.accept());
    {
        const Socket other_libpcp(connect_to(*second));
        other_host.send(pdu(16));
        CHECK(other_libpcp.receive(16) == pdu(16));
    }
    CHECK(other_host.receive(1).empty());
}

TEST_CASE("a relay to which libpcp does not connect leaves its host when it is closed") {
    const Port port;
    auto relay = open_relay(port);
    const Socket host(port.accept());
    relay = nullptr;
    CHECK(host.receive(1).empty());
}

TEST_CASE("a relay serves no other process") {
    const Port port;
    const auto relay = open_relay(port);
    const Socket host(port.accept());
    host.send(pdu(16));
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        _exit(Socket(connect_to(*relay)).receive(16).empty() ? 0 : 1);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(Socket(connect_to(*relay)).receive(16) == pdu(16));
}

TEST_CASE("a relay says why a host cannot be reached") {
    std::string address;
    {
        const Port port;
        address = port.address();
    }
    const auto opened = Relay::open(address);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().status() == Status::cstatus_no_machine);
    CHECK(opened.error().message() == "host " + address + ": Connection refused");
}

TEST_CASE("the descriptors of a relay leave select() its numbers") {
    rlimit limit{};
    REQUIRE(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    if (limit.rlim_max <= FD_SETSIZE + 8) {
        MESSAGE("skipped: the program may have no other numbers");
        return;
    }
    const pdh_shim::ScopeGuard restore([limit]() noexcept { setrlimit(RLIMIT_NOFILE, &limit); });
    const rlimit wanted{std::max<rlim_t>(limit.rlim_cur, FD_SETSIZE + 8), limit.rlim_max};
    REQUIRE(setrlimit(RLIMIT_NOFILE, &wanted) == 0);
    const Port port;
    const pid_t child = fork(); // which has no threads that are still closing theirs
    REQUIRE(child >= 0);
    if (child == 0) {
        const int next = Socket(dup(0)).number();
        const auto relay = open_relay(port);
        _exit(Socket(dup(0)).number() == next ? 0 : 1);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}
