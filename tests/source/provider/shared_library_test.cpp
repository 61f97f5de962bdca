// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/shared_library.h"

#include <doctest/doctest.h>

#include <utility>

using pdh_shim::Status;
using pdh_shim::source::provider::SharedLibrary;

TEST_CASE("a library that cannot be loaded has the system's reason") {
    const auto library = SharedLibrary::load("/no/such/library.so");
    REQUIRE_FALSE(library.has_value());
    CHECK(library.error().status() == Status::file_not_found);
    CHECK_FALSE(library.error().what().empty());
}

TEST_CASE("a library has its functions, also after it was moved, and no others") {
    auto loaded = SharedLibrary::load(ODD_PROVIDER);
    REQUIRE(loaded.has_value());
    SharedLibrary first = std::move(loaded).value();
    CHECK(first.function<void()>("OddCollect").has_value());
    SharedLibrary second(std::move(first));
    SharedLibrary third;
    third = std::move(second);
    CHECK(third.function<void()>("OddCollect").has_value());
    const auto absent = third.function<void()>("no_such_function");
    REQUIRE_FALSE(absent.has_value());
    CHECK(absent.error().status() == Status::function_not_found);
}
