// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/fork_owned.h"
#include "child_process.h"

#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <thread>
#include <vector>

using pdh_shim::ForkOwned;
using pdh_shim::test::status_of_child;

namespace {

struct Counted {
    explicit Counted(int& count, int value) : ended(count), number(value) {}
    ~Counted() { ++ended; }

    int& ended;
    const int number;
};

} // namespace

TEST_CASE("what a process owns is made once, and ends with its owner") {
    int ended = 0;
    {
        ForkOwned<Counted> owned;
        CHECK(owned.get() == nullptr);
        const auto make = [&](const Counted* parents) {
            CHECK(parents == nullptr);
            return std::make_shared<Counted>(ended, 1);
        };
        const auto first = owned.get(make);
        CHECK(owned.get(make) == first);
        CHECK(owned.get() == first);
    }
    CHECK(ended == 1);
}

TEST_CASE("a child of fork() makes its own, may look at its parent's, and destroys its own alone") {
    int ended = 0;
    std::optional<ForkOwned<Counted>> owned(std::make_shared<Counted>(ended, 1));
    CHECK(status_of_child([&] {
        if (owned->get() != nullptr) {
            return false;
        }
        const auto remake = [&](const Counted* parents) {
            return std::make_shared<Counted>(ended, parents->number + 1);
        };
        const bool remade = owned->get(remake)->number == 2 && owned->get(remake)->number == 2 && ended == 0;
        const bool again = status_of_child([&] {
            return owned->get() == nullptr && owned->get(remake)->number == 3 && ended == 0;
        }) == 0;
        owned.reset();
        return remade && again && ended == 1;
    }) == 0);
    CHECK(owned->get()->number == 1);
    CHECK(status_of_child([&] { // that never asks for it
        owned.reset();
        return ended == 0;
    }) == 0);
    owned.reset();
    CHECK(ended == 1);
}

TEST_CASE("threads that ask at the same time get the same") {
    int ended = 0;
    ForkOwned<Counted> owned(nullptr);
    std::vector<std::shared_ptr<Counted>> got(4);
    const auto make_after_others = [&](const Counted*) {
        got[1] = owned.get([&](const Counted*) { return std::make_shared<Counted>(ended, 1); });
        return std::make_shared<Counted>(ended, 2);
    };
    got[0] = owned.get(make_after_others);
    std::thread([&] {
        got[2] = owned.get([&](const Counted*) { return std::make_shared<Counted>(ended, 3); });
    }).join();
    CHECK(ended == 1);
    CHECK(got[0]->number == 1);
    CHECK(got[1] == got[0]);
    CHECK(got[2] == got[0]);
}
