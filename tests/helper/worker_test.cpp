// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The worker's side, seen from the program's: what a worker is runs in odd_helper.cpp.
#include "base/sanitizer.h"
#include "helper/worker.h"
#include "odd_helper.h"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <unistd.h>

using namespace pdh_shim;
using namespace pdh_shim::test;

namespace {

// The answer of a helper of its own; or how its process ended.
std::string ask(helper::Channel& channel, Odd what, std::string_view body = {}) {
    helper::FrameReader reader(longest_answer);
    REQUIRE(helper::send_frame(channel.worker(),
        {.number = 1, .what = static_cast<std::uint32_t>(what), .bytes = 0}, std::as_bytes(std::span(body))));
    return channel.receive(reader) ? text_of(reader.frame().body) : channel.end();
}

std::string ask_new(Odd what) {
    helper::Channel channel;
    REQUIRE(channel.start({.name = odd_helper, .arguments = {}}));
    return ask(channel, what);
}

} // namespace

TEST_CASE("worker: it has no descriptor of the program, and its limits") {
    const int open_in_program = open("/dev/null", O_RDONLY); // not closed on exec
    CHECK(ask_new(Odd::facts) == "descriptors 0 1 2 3, kept from others, files 50, core 0, dumpable 0");
    close(open_in_program);
}

TEST_CASE("worker: one that uses too much processor time is ended") {
    CHECK(ask_new(Odd::spin) == "signal 24, it used more processor time than its CPU limit allows");
}

TEST_CASE("worker: requests are answered one after the other, or as a loop of events does") {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{}, {"plain"}}) {
        helper::Channel channel;
        REQUIRE(channel.start({.name = odd_helper, .arguments = arguments}));
        CHECK(ask(channel, Odd::echo, "one") == "one");
        CHECK(ask(channel, Odd::refuse, "no") == "no");
        CHECK(ask(channel, Odd::echo_as_events, "two") == "two");
        CHECK(ask(channel, Odd::refuse, "three") == "three");
        channel.leave_worker();
        channel.wait_for_end(); // by itself
    }
}

TEST_CASE("worker: a request that is longer than allowed ends it") {
    helper::Channel channel;
    REQUIRE(channel.start({.name = odd_helper, .arguments = {}}));
    const helper::FrameHead head{.number = 1, .what = 0, .bytes = (std::uint64_t{1} << 20U) + 1};
    REQUIRE(helper::send_all(channel.worker(), std::as_bytes(std::span(&head, 1))));
    helper::FrameReader reader(longest_answer);
    CHECK(!channel.receive(reader));
    CHECK(channel.end() == "exit code 0");
}
