// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/program_frame.h"

#include "tools/terminal/program_error.h"

#include <cstdint>

namespace pdh_shim::tools::command {

namespace {

// The name shows who reads the output: shells and other programs of this system use the program's own name.
// On Windows everybody is a program for Windows.
Audience audience_of(std::string_view own_name, std::string_view started_as, bool is_windows) {
    const bool is_own_name = started_as.substr(started_as.find_last_of("/\\") + 1) == own_name;
    return is_own_name && !is_windows ? Audience::system : Audience::windows;
}

} // namespace

int run_program(std::string_view own_name, std::string_view started_as, Platform& platform,
    const std::function<terminal::ExitStatus(Console& console)>& execute) {
    const bool is_windows = platform.line_end() == "\r\n"; // where an exit status has 32 bits
    Console console(platform, own_name, audience_of(own_name, started_as, is_windows));
    std::uint32_t status_on_windows = 0;
    const int status = terminal::run_to_the_end([&] { return execute(console); },
        [&](const terminal::ProgramError& error) {
            console.write_failure(error.what(), error.on_windows().text);
            status_on_windows = error.on_windows().status;
        },
        [&](const std::string& text) { console.write_error_line(text); });
    return is_windows && status_on_windows != 0 ? static_cast<int>(status_on_windows) : status;
}

} // namespace pdh_shim::tools::command
