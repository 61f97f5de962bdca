// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/locked.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>

using pdh_shim::Locked;

namespace {

/// Asks for the value when it ends, which would wait for ever under the lock.
struct Asking {
    explicit Asking(Locked<std::shared_ptr<Asking>>& place) : locked(place) {}
    ~Asking() { ++*asked += locked.copy() != nullptr ? 10 : 0; }

    Locked<std::shared_ptr<Asking>>& locked;
    std::shared_ptr<int> asked = std::make_shared<int>(0);
};

} // namespace

TEST_CASE("what is replaced ends after the lock") {
    Locked<std::shared_ptr<Asking>> locked;
    auto first = std::make_shared<Asking>(locked);
    const auto asked = first->asked;
    CHECK(locked.replace(std::move(first)) == nullptr);
    locked.replace(nullptr);
    CHECK(*asked == 1);
}

TEST_CASE("what is taken out of a locked value ends after the lock") {
    Locked<std::shared_ptr<Asking>> locked;
    locked.replace(std::make_shared<Asking>(locked));
    const auto asked = locked.copy()->asked;
    locked.with([](std::shared_ptr<Asking>& value) { return std::exchange(value, nullptr); });
    CHECK(*asked == 1);
}

TEST_CASE("a locked value is copied, changed and given back") {
    Locked<std::string> locked("one");
    CHECK(locked.with([](std::string& value) { return value += "+two"; }) == "one+two");
    CHECK(locked.copy() == "one+two");
    CHECK(locked.replace("three") == "one+two");
}
