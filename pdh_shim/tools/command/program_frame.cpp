// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/program_frame.h"

namespace pdh_shim::tools::command {

namespace {

// The name shows who reads the output: shells and other programs of this system use the program's own name.
// On Windows everybody is a program for Windows.
Audience audience_of(std::string_view own_name, std::string_view started_as, const Platform& platform) {
    const bool is_own_name = started_as.substr(started_as.find_last_of("/\\") + 1) == own_name;
    return is_own_name && platform.line_end() == "\n" ? Audience::system : Audience::windows;
}

} // namespace

int run_program(std::string_view own_name, std::string_view started_as, Platform& platform,
    const std::function<terminal::ExitStatus(Console& console)>& execute) {
    Console console(platform, own_name, audience_of(own_name, started_as, platform));
    return terminal::run_to_the_end([&] { return execute(console); },
        [&](const std::string& text) { console.write_failure(text); },
        [&](const std::string& text) { console.write_error_line(text); });
}

} // namespace pdh_shim::tools::command
