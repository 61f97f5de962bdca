// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"

#include <windows.h>

#include <doctest/doctest.h>

namespace platform = pdh_shim::platform;

TEST_CASE("windows: a variable is found by the beginning of its name, in any case") {
    CHECK_FALSE(platform::may_have_variables("SHIM_PLATFORM_TEST_"));
    SetEnvironmentVariableW(L"SHIM_Platform_TEST_A", L"value");
    CHECK(platform::may_have_variables("SHIM_PLATFORM_TEST_"));
    CHECK_FALSE(platform::may_have_variables("SHIM_PLATFORM_TEST_A_LONGER_NAME"));
    CHECK(platform::environment("SHIM_PLATFORM_TEST_A") == "value");
    SetEnvironmentVariableW(L"SHIM_Platform_TEST_A", nullptr);
    CHECK_FALSE(platform::may_have_variables("SHIM_PLATFORM_TEST_"));
}
