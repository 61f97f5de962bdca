// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/posix/kept_descriptor.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

using namespace pdh_shim::platform;

namespace {

int open_null() {
    const int number = open("/dev/null", read_flags);
    REQUIRE(number >= 0);
    return number;
}

bool is_open(int number) {
    return fcntl(number, F_GETFD) >= 0;
}

} // namespace

TEST_CASE("a descriptor is closed with its owner, and only once when it was moved") {
    int number = -1;
    {
        KeptDescriptor first(open_null());
        number = first.number();
        CHECK(first.is_ours());
        KeptDescriptor second(std::move(first));
        CHECK(first.number() == -1);
        CHECK_FALSE(first.is_ours());
        KeptDescriptor third;
        third = std::move(second);
        CHECK(third.number() == number);
        CHECK(is_open(number));
    }
    CHECK_FALSE(is_open(number));
}

TEST_CASE("a number that the program has closed and used again is left alone") {
    for (const bool is_marked : {false, true}) {
        KeptDescriptor kept(open_null());
        if (is_marked) {
            kept.mark();
        }
        const int number = kept.number();
        close(number);
        CHECK_FALSE(kept.is_ours());
        const int other = open("/", O_RDONLY | O_CLOEXEC | O_DIRECTORY);
        REQUIRE(other == number);
        CHECK_FALSE(kept.is_ours());
        kept.close();
        CHECK(kept.number() == -1);
        CHECK(is_open(other));
        close(other);
    }
}

TEST_CASE("a descriptor that is forgotten stays open") {
    KeptDescriptor kept(open_null());
    const int number = kept.number();
    kept.forget();
    kept.close();
    CHECK(is_open(number));
    close(number);
}

TEST_CASE("a descriptor is moved above a number, and closed by exec") {
    const int moved = not_below(200, open_null());
    CHECK(moved >= 200);
    CHECK((fcntl(moved, F_GETFD) & FD_CLOEXEC) != 0);
    CHECK(not_below(200, moved) == moved);
    CHECK(above_standard_streams(moved) == moved);
    close(moved);
    errno = EMFILE;
    CHECK(not_below(200, -1) == -1);
    CHECK(errno == EMFILE);
}
