// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/unload.h"

#include <doctest/doctest.h>

#include <thread>

using pdh_shim::Singleton;

namespace {

struct Numbered {
    int number = 7;
};

constinit Singleton<Numbered> shared;

} // namespace

TEST_CASE("a singleton is made at its first use, and is one for all threads") {
    Numbered* const first = &shared.get();
    CHECK(first->number == 7);
    first->number = 8;
    Numbered* other = nullptr;
    std::thread([&other] { other = &shared.get(); }).join();
    CHECK(other == first);
    CHECK(shared.get().number == 8);
}
