// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "help_text.h"
#include "tools/relog/options.h"

#include <doctest/doctest.h>

#include <string>

using namespace pdh_shim::tools;

TEST_CASE("each option that the help explains is one that the program takes") {
    check_explained_options(relog::help_lines(), 30, [](const std::string& option) {
        static_cast<void>(
            relog::parse_options({option}, [](const std::string& /*file*/) { return std::string(); }));
    });
}

TEST_CASE("each line of the help has printable characters, no blank at its end, and room in a terminal") {
    check_lines(relog::help_lines());
}
