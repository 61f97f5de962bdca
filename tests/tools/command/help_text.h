// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

/// The options that lines of a program's help begin with.
inline std::set<std::string> explained_options(const std::vector<std::string>& help) {
    std::set<std::string> options;
    for (const std::string& line : help) {
        if (line.starts_with("  -")) {
            options.insert(line.substr(2, line.find_first_of(", ", 2) - 2));
        }
    }
    return options;
}

/// Checks that a program takes the options which its help explains, and not another one. Without their values
/// it complains of these.
/// @param parse parses an option as the only argument
inline void check_explained_options(const std::vector<std::string>& help, std::size_t count,
    const std::function<void(const std::string& option)>& parse) {
    const auto takes = [&](const std::string& option) {
        try {
            parse(option);
        } catch (const pdh_shim::tools::terminal::ProgramError& error) {
            return std::string(error.what()).find("is not an option") == std::string::npos;
        }
        return true;
    };
    const std::set<std::string> options = explained_options(help);
    CHECK(options.size() == count);
    for (const std::string& option : options) {
        CAPTURE(option);
        CHECK(takes(option));
    }
    CHECK_FALSE(takes("-nothing"));
}

/// Checks that each line has printable characters, no blank at its end, and room in a terminal.
inline void check_lines(const std::vector<std::string>& help) {
    for (const std::string& line : help) {
        CAPTURE(line);
        CHECK(line.size() <= 110);
        CHECK(std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; }));
        CHECK_FALSE(line.ends_with(' '));
    }
}
