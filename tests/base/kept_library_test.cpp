// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/kept_library.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>

using namespace pdh_shim;

namespace {

/// The C library, under one of its names; none in a program that is linked statically.
std::optional<KeptLibrary> c_library() {
    for (const auto* const name : {"libc.so.6", "libc.so", "libSystem.dylib"}) {
        if (auto library = KeptLibrary::load(name)) {
            return std::move(library).value();
        }
    }
    MESSAGE("no C library can be loaded");
    return std::nullopt;
}

} // namespace

TEST_CASE("a library that cannot be loaded has a reason") {
    const auto absent = KeptLibrary::load("libno-such-library.so");
    REQUIRE_FALSE(absent.has_value());
    CHECK(absent.error().status() == Status::invalid_datasource);
    CHECK(absent.error().message().find("libno-such-library.so") != std::string::npos);
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
