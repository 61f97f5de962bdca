// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace platform = pdh_shim::platform;

namespace {

void* as_handle(int descriptor) {
    return reinterpret_cast<void*>(static_cast<std::intptr_t>(descriptor));
}

} // namespace

TEST_CASE("an event is set through its descriptor") {
    const int descriptor = eventfd(0, EFD_CLOEXEC);
    REQUIRE(descriptor >= 0);
    auto event = platform::open_event(as_handle(descriptor));
    REQUIRE(event.has_value());
    event.value()->set();
    eventfd_t count = 0;
    CHECK(eventfd_read(descriptor, &count) == 0);
    CHECK(count == 1);
    close(descriptor);
}

TEST_CASE("an event that is full is set already: nobody waits for its reader") {
    const int descriptor = eventfd(0, EFD_CLOEXEC); // which blocks
    auto event = platform::open_event(as_handle(descriptor));
    REQUIRE(event.has_value());
    constexpr eventfd_t most = 0xFFFFFFFFFFFFFFFE;
    REQUIRE(eventfd_write(descriptor, most) == 0);
    event.value()->set();
    eventfd_t count = 0;
    CHECK(eventfd_read(descriptor, &count) == 0);
    CHECK(count == most);
    event.value()->set();
    CHECK(eventfd_read(descriptor, &count) == 0);
    CHECK(count == 1);
    close(descriptor);
}

TEST_CASE("an event whose descriptor the caller has closed can still be set") {
    const int descriptor = eventfd(0, EFD_CLOEXEC);
    auto event = platform::open_event(as_handle(descriptor));
    REQUIRE(event.has_value());
    close(descriptor);
    event.value()->set();
}

TEST_CASE("an event whose duplicate the program has replaced is not changed") {
    const int descriptor = eventfd(0, EFD_CLOEXEC);
    const int duplicate = dup(descriptor); // the number that the library's will have
    close(duplicate);
    int another = -1;
    {
        auto event = platform::open_event(as_handle(descriptor));
        REQUIRE(event.has_value());
        another = eventfd(0, EFD_CLOEXEC); // to fstat() the same file
        REQUIRE(dup2(another, duplicate) == duplicate);
        event.value()->set();
        eventfd_t count = 0;
        REQUIRE(fcntl(another, F_SETFL, O_NONBLOCK) == 0);
        CHECK(eventfd_read(another, &count) != 0);
    }
    CHECK(fcntl(duplicate, F_GETFD) >= 0);
    for (const int number : {descriptor, duplicate, another}) {
        close(number);
    }
}

TEST_CASE("a handle that is not an event is refused") {
    CHECK(platform::open_event(as_handle(-1)).error() == pdh_shim::Status::invalid_argument);
    CHECK(platform::open_event(as_handle(987'654)).error() == pdh_shim::Status::invalid_argument);
    std::array<int, 2> ends{};
    REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0);
    CHECK(platform::open_event(as_handle(ends[1])).error() == pdh_shim::Status::invalid_argument);
    close(ends[0]);
    close(ends[1]);
}
