// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <doctest/doctest.h>

#include <utility>

namespace pdh_shim::test {

/// What was loaded; if it was not, the case fails and says why.
template <class T>
[[nodiscard]] T require_value(Result<T, Failure> loaded) {
    INFO((loaded ? std::string() : loaded.error().message()));
    REQUIRE(loaded.has_value());
    return std::move(loaded).value();
}

} // namespace pdh_shim::test
