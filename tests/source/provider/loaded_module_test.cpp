// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/module.h"

#include <doctest/doctest.h>

#include <string>

using pdh_shim::Status;
using namespace pdh_shim::source::provider;

TEST_CASE("a performance DLL without a function that its INI file names, or that is missing, is not loaded") {
    Settings settings;
    settings.library = ODD_PROVIDER;
    settings.open = "OddOpen";
    settings.collect = "OddCollect";
    settings.close = "OddClose";
    CHECK(make_loaded_module(settings)->load().has_value());
    settings.close = "no_such_function";
    const auto lacking = make_loaded_module(settings)->load();
    REQUIRE_FALSE(lacking.has_value());
    CHECK(lacking.error().status() == Status::function_not_found);
    CHECK(lacking.error().message() == std::string(ODD_PROVIDER) + ": has no function no_such_function");
    settings.library = "/no/such/library.so";
    const auto missing = make_loaded_module(settings)->load();
    REQUIRE_FALSE(missing.has_value());
    CHECK(missing.error().status() == Status::file_not_found);
    CHECK_FALSE(missing.error().what().empty());
}
