// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/version.h"
#include "tools/terminal/version_line.h"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a program answers with its name and the version of the library") {
    CHECK(pdh_shim::tools::terminal::version_line("relog") ==
          "relog (pdh-shim) " + std::string(pdh_shim::version()));
}
