// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/shared_library.h"

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

using namespace pdh_shim;

namespace {

constexpr std::array c_libraries{"libc.so.6", "libc.so", "libSystem.dylib"};

/// The C library, under one of its names; none in a program that is linked statically.
std::optional<SharedLibrary> c_library() {
    for (const auto* const name : c_libraries) {
        if (auto library = SharedLibrary::load(name)) {
            return std::move(library).value();
        }
    }
    MESSAGE("no C library can be loaded");
    return std::nullopt;
}

} // namespace

TEST_CASE("a library that cannot be loaded has a reason") {
    const auto absent = SharedLibrary::load("libno-such-library.so");
    REQUIRE_FALSE(absent.has_value());
    CHECK(absent.error().status() == Status::invalid_datasource);
    CHECK(absent.error().message().find("libno-such-library.so") != std::string::npos);
}

TEST_CASE("a library that is unloaded has its functions as long as a copy is there") {
    const auto absent = SharedLibrary::load_until_unused("/no/such/library.so");
    REQUIRE_FALSE(absent.has_value());
    CHECK(absent.error().status() == Status::file_not_found);
    CHECK_FALSE(absent.error().what().empty());
    SharedLibrary copy;
    for (const auto* const name : c_libraries) {
        if (auto library = SharedLibrary::load_until_unused(name)) {
            copy = library.value();
            int (*absolute)(int) = nullptr;
            CHECK(copy.find("abs", absolute).has_value());
        }
    }
}

TEST_CASE("a function of a library can be called, and one that it lacks has a reason") {
    const auto library = c_library();
    if (!library) {
        return;
    }
    int (*absolute)(int) = nullptr;
    REQUIRE(library->find("abs", absolute).has_value());
    CHECK(absolute(-3) == 3);
    const auto absent = library->find("no_such_function", absolute);
    REQUIRE_FALSE(absent.has_value());
    CHECK(absent.error().message().find("has no function no_such_function") != std::string::npos);
    CHECK(absolute(-4) == 4); // what it was
}
