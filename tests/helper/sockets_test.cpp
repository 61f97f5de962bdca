// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "helper/sockets.h"
#include "odd_helper.h"

#include <doctest/doctest.h>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace pdh_shim::helper;
using pdh_shim::test::bytes_of;
using pdh_shim::test::text_of;

TEST_CASE("a frame has the two parts of its body one after the other") {
    auto made = HelperSocket::make_pair();
    REQUIRE(made);
    auto& [here, there] = made.value();
    FrameReader reader(20);
    CHECK(receive_now(here.number(), reader) == Received::nothing);
    CHECK(
        send_frame(there.number(), {.number = 5, .what = 6, .bytes = 99}, bytes_of("one"), bytes_of("two")));
    REQUIRE(receive_now(here.number(), reader) == Received::frame);
    CHECK(reader.frame().number == 5);
    CHECK(reader.frame().what == 6);
    CHECK(text_of(reader.frame().body) == "onetwo");
    CHECK(receive_now(here.number(), reader) == Received::nothing);
}

TEST_CASE("what cannot be sent at once is said, and arrives when it is sent again") {
    auto made = HelperSocket::make_pair();
    REQUIRE(made);
    auto& [here, there] = made.value();
    const FrameHead head{.number = 1, .what = 0, .bytes = std::uint64_t{4} << 20U};
    REQUIRE(send_all(there.number(), std::as_bytes(std::span(&head, 1))));
    const std::vector<std::byte> body(head.bytes, std::byte{7});
    FrameReader reader(head.bytes);
    std::size_t sent = 0;
    unsigned interruptions = 0;
    auto received = Received::nothing;
    while (received == Received::nothing) {
        const auto now = send_now(there.number(), std::span(body).subspan(sent));
        REQUIRE(now);
        sent += *now;
        interruptions += *now == 0 ? 1 : 0;
        received = *now == 0 || sent == body.size() ? receive_now(here.number(), reader) : received;
    }
    CHECK(received == Received::frame);
    CHECK(interruptions > 0);
    CHECK(reader.frame().body == body);
}

TEST_CASE("an end that is gone ends what the other one sends and receives, without SIGPIPE") {
    auto made = HelperSocket::make_pair();
    REQUIRE(made);
    auto& [here, there] = made.value();
    REQUIRE(send_all(there.number(), bytes_of("part")));
    there.close();
    FrameReader reader(20);
    CHECK(receive(here.number(), reader) == Received::end);
    CHECK(!send_all(here.number(), bytes_of("x")));
    CHECK(!send_now(here.number(), bytes_of("x")));
    CHECK(!send_frame(here.number(), {}, {}));
}

TEST_CASE("a socket whose number belongs to another file is not shut down") {
    auto made = HelperSocket::make_pair();
    REQUIRE(made);
    auto& [here, there] = made.value();
    auto others = HelperSocket::make_pair();
    REQUIRE(others);
    REQUIRE(dup2(others.value()[0].number(), here.number()) >= 0);
    here.shut_down();
    here.shut_down_sending();
    CHECK(send_all(others.value()[0].number(), bytes_of("x")));
    ::close(here.number());
}
