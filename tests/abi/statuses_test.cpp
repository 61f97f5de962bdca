// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The constants of pdhmsg.h and the statuses of the library are the same ones.
#include "base/failure.h"

#include <pdhmsg.h>

#include <doctest/doctest.h>

#include <set>
#include <string_view>

#define STATUS(name, constant, value, text)                                                                  \
    static_assert((constant) == (value));                                                                    \
    static_assert((constant) == static_cast<DWORD>(pdh_shim::Status::name));
#include "base/status.inc"
#undef STATUS

TEST_CASE("the library has a status for each constant of pdhmsg.h and no other") {
    const std::set<std::string_view> statuses = {
#define STATUS(name, constant, value, text) #constant,
#include "base/status.inc"
#undef STATUS
    };
    const std::set<std::string_view> constants = {
#define CONSTANT(name) #name,
#include "statuses.inc"
#undef CONSTANT
    };
    CHECK(statuses == constants);
}
