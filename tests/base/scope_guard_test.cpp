// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/scope_guard.h"

#include <doctest/doctest.h>

using pdh_shim::ScopeGuard;

TEST_CASE("a step is undone unless the whole is done") {
    int undone = 0;
    {
        const ScopeGuard step([&undone] { ++undone; });
    }
    CHECK(undone == 1);
    {
        ScopeGuard step([&undone] { ++undone; });
        step.dismiss();
    }
    CHECK(undone == 1);
}
