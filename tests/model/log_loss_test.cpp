// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/log_loss.h"

#include <doctest/doctest.h>

#include <string>

using namespace pdh_shim;
using model::LogLoss;

namespace {

Failure damage(std::string where) {
    return {Status::binary_log_corrupt, std::move(where), "an event has no size"};
}

} // namespace

TEST_CASE("a loss counts places and bytes, and names the first place") {
    LogLoss loss;
    loss.add(damage("byte 65608"), 100);
    CHECK(loss.failure().message() == "byte 65608: an event has no size (100 bytes were passed over)");
    loss.add({Status::invalid_data, "byte 131072", "a buffer has no header"}, 65536);
    CHECK(loss.places == 2);
    CHECK(loss.bytes == 65636);
    CHECK(loss.failure().status() == Status::binary_log_corrupt);
    CHECK(loss.failure().message() ==
          "byte 65608: an event has no size (2 such places, 65636 bytes, were passed over)");
}

TEST_CASE("the losses of several logs are one, with the name of the log that has the first place") {
    LogLoss first;
    LogLoss second;
    second.add(damage("byte 8"), 10);
    second.add(damage("byte 80"), 10);
    LogLoss all;
    all.add(first, "log 1");
    all.add(second, "log 2");
    all.add(second, "log 3");
    CHECK(all.places == 4);
    CHECK(all.bytes == 40);
    CHECK(all.where == "log 2: byte 8");
    CHECK(all.status == Status::binary_log_corrupt);
}
