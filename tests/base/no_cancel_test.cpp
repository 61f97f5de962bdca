// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"

#include <doctest/doctest.h>

#include <pthread.h>

using pdh_shim::NoCancel;

namespace {

int cancel_state() {
    int state = 0;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    pthread_setcancelstate(state, nullptr);
    return state;
}

} // namespace

TEST_CASE("a thread cannot be cancelled for as long as it says so, and then as before") {
    REQUIRE(cancel_state() == PTHREAD_CANCEL_ENABLE);
    {
        const NoCancel outer;
        CHECK(cancel_state() == PTHREAD_CANCEL_DISABLE);
        { const NoCancel inner; }
        CHECK(cancel_state() == PTHREAD_CANCEL_DISABLE);
    }
    CHECK(cancel_state() == PTHREAD_CANCEL_ENABLE);
}
