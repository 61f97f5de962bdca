// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "help_text.h"
#include "tools/logman/command_line.h"
#include "tools/logman/set_options.h"

#include <doctest/doctest.h>

#include <string>

using namespace pdh_shim::tools;

TEST_CASE("each option that the help explains is one that the program takes") {
    check_explained_options(logman::help_lines(), 36, [](const std::string& option) {
        static_cast<void>(logman::parse_arguments(
            {"query", option}, [](const std::string& /*file*/) { return std::string(); }));
    });
}

TEST_CASE("each line of the help has printable characters, no blank at its end, and room in a terminal") {
    check_lines(logman::help_lines());
}

TEST_CASE("the help names the options that a second - negates") {
    std::string help;
    for (const auto& line : logman::help_lines()) {
        help += line + ' ';
    }
    const auto first = help.find("negates ");
    const auto sentence = help.substr(first, help.find(':', first) - first) + ',';
    for (const auto& row : logman::set_options()) {
        const std::string name(row.spec.name);
        CAPTURE(name);
        const bool is_named = sentence.find(" -" + name + ',') != std::string::npos ||
                              sentence.find(" -" + name + " and") != std::string::npos;
        CHECK(is_named == (row.effect.negate != nullptr));
    }
}
