// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/read_once.h"

#include <doctest/doctest.h>

#include <future>

using pdh_shim::ReadOnce;
using pdh_shim::Result;
using pdh_shim::Status;

TEST_CASE("what was read is read once, and after a failure again") {
    ReadOnce<int> once;
    int reads = 0;
    const auto fail = [&]() -> Result<int> {
        ++reads;
        return Status::no_data;
    };
    const auto read = [&]() -> Result<int> { return 40 + ++reads; };
    CHECK(once.get(fail).error() == Status::no_data);
    const int* const first = once.get(read).value();
    CHECK(*first == 42);
    CHECK(once.get(read).value() == first);
    CHECK(once.get(fail).value() == first);
    CHECK(reads == 2);
}

TEST_CASE("a thread that asks while another one reads waits and gets what that has read") {
    ReadOnce<int> once;
    std::promise<void> reading;
    std::promise<void> may_end;
    auto first = std::async(std::launch::async, [&] {
        return once
            .get([&]() -> Result<int> {
                reading.set_value();
                may_end.get_future().wait();
                return 1;
            })
            .value();
    });
    reading.get_future().wait();
    auto second =
        std::async(std::launch::async, [&] { return once.get([]() -> Result<int> { return 2; }).value(); });
    may_end.set_value();
    CHECK(*second.get() == 1);
    CHECK(*first.get() == 1);
}
