// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/passwords.h"

#include <doctest/doctest.h>

#include <chrono>
#include <future>

using namespace pdh_shim::tools::exporter;

namespace {

// Of `sesame`.
constexpr const char* hash = "$2b$04$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW";

bool checked(Passwords& passwords, const std::string& user, const std::string& password) {
    std::promise<bool> result;
    auto is_right = result.get_future();
    REQUIRE(passwords.check(user, password, [&result](bool right) { result.set_value(right); }));
    return is_right.get();
}

} // namespace

TEST_CASE("a password is checked once, and known from then on") {
    Passwords passwords;
    CHECK(passwords.known("", "") == true); // nobody has to say who he is
    passwords.set_users({{"p", hash}});
    CHECK(passwords.known("p", "sesame") == std::nullopt);
    CHECK(checked(passwords, "p", "sesame"));
    CHECK(passwords.known("p", "sesame") == true);
    CHECK_FALSE(checked(passwords, "p", "Sesame"));
    CHECK(passwords.known("p", "Sesame") == false);
    CHECK_FALSE(checked(passwords, "q", "sesame"));
    CHECK_FALSE(checked(passwords, "q", ""));
    passwords.set_users({{"p", hash}});
    CHECK(passwords.known("p", "sesame") == std::nullopt);
}

TEST_CASE("a user that does not exist takes as long as one that does") {
    Passwords passwords;
    passwords.set_users({{"p", hash}});
    const auto time_of = [&passwords](const std::string& user) {
        const auto begin = std::chrono::steady_clock::now();
        for (int guess = 0; guess < 10; ++guess) {
            CHECK_FALSE(checked(passwords, user, std::to_string(guess)));
        }
        return std::chrono::steady_clock::now() - begin;
    };
    time_of("p");
    const auto of_one = time_of("p");
    const auto of_none = time_of("q");
    CHECK(of_none < of_one * 16); // another cost is 64 times as much
}

TEST_CASE("who guesses takes no place from who has the password") {
    Passwords passwords;
    passwords.set_users({{"p", hash}});
    CHECK(checked(passwords, "p", "sesame"));
    std::promise<void> entered;
    std::promise<void> gate;
    auto opened = gate.get_future().share();
    REQUIRE(passwords.check("p", "first", [&entered, opened](bool) {
        entered.set_value();
        opened.wait();
    }));
    entered.get_future().wait();
    std::size_t taken = 0;
    for (int guess = 0; guess < 1000; ++guess) {
        taken += passwords.check("p", std::to_string(guess), [](bool) {}) ? 1 : 0;
    }
    CHECK(taken == Passwords::most_waiting);
    CHECK(passwords.known("p", "sesame") == true);
    gate.set_value();
}
