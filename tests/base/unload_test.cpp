// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/unload.h"

#include <doctest/doctest.h>

#include <thread>

using pdh_shim::Lasting;

namespace {

struct Numbered {
    int number = 7;
};

constinit Lasting<Numbered> lasting;

} // namespace

TEST_CASE("a lasting object is made at its first use, and is one for all threads") {
    Numbered* const first = &lasting.get();
    CHECK(first->number == 7);
    first->number = 8;
    Numbered* other = nullptr;
    std::thread([&other] { other = &lasting.get(); }).join();
    CHECK(other == first);
    CHECK(lasting.get().number == 8);
}
