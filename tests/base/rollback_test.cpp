// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/rollback.h"

#include <doctest/doctest.h>

using pdh_shim::Rollback;

TEST_CASE("a step is undone unless the whole is done") {
    int undone = 0;
    {
        const Rollback step([&undone] { ++undone; });
    }
    CHECK(undone == 1);
    {
        Rollback step([&undone] { ++undone; });
        step.dismiss();
    }
    CHECK(undone == 1);
}
