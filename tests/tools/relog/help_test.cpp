// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/help.h"
#include "tools/relog/options.h"
#include "tools/terminal/program_error.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace pdh_shim::tools;

namespace {

/// Whether the program takes an option; without its values it complains of these.
bool takes(const std::string& option) {
    try {
        static_cast<void>(
            relog::parse_options({option}, [](const std::string& /*file*/) { return std::string(); }));
    } catch (const terminal::ProgramError& error) {
        return std::string(error.what()).find("is not an option") == std::string::npos;
    }
    return true;
}

/// The options that lines of the help begin with.
std::set<std::string> explained_options() {
    std::set<std::string> options;
    for (const std::string& line : relog::help_lines()) {
        if (line.starts_with("  -")) {
            options.insert(line.substr(2, line.find_first_of(", ", 2) - 2));
        }
    }
    return options;
}

} // namespace

TEST_CASE("each option that the help explains is one that the program takes") {
    const std::set<std::string> options = explained_options();
    CHECK(options.size() == 19);
    for (const std::string& option : options) {
        CAPTURE(option);
        CHECK(takes(option));
    }
    CHECK_FALSE(takes("-nothing"));
}

TEST_CASE("each line of the help has printable characters, no blank at its end, and room in a terminal") {
    for (const std::string& line : relog::help_lines()) {
        CAPTURE(line);
        CHECK(line.size() <= 110);
        CHECK(std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; }));
        CHECK_FALSE(line.ends_with(' '));
    }
}
