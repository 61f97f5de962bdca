// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "program_frame.h"

#include "failure.h"

#include <cstdlib>

namespace command {

namespace {

// Errors are written to the console like all output: clients take output on stderr for a crash. run_program()
// reports failed writes.
int execute_and_report(Console& console, const std::function<int(Console&)>& execute) {
    try {
        return execute(console);
    } catch (const WriteFailure&) {
        throw;
    } catch (const std::exception& failure) {
        console.write_lines({"", std::string("Error: ") + failure.what()});
        return EXIT_FAILURE;
    }
}

// The name shows who reads the output: programs for Windows start it by one of the names that it has there.
// Shells and other programs of this system use its own name.
std::string_view line_end_of(
    std::string_view own_name, std::string_view started_as, const Platform& platform) {
    const bool is_own_name = started_as.substr(started_as.find_last_of("/\\") + 1) == own_name;
    return is_own_name ? platform.line_end() : "\r\n";
}

} // namespace

int run_program(std::string_view own_name, std::string_view started_as, Platform& platform,
    const std::function<int(Console& console)>& execute) {
    Console console(platform, own_name, line_end_of(own_name, started_as, platform));
    try {
        return execute_and_report(console, execute);
    } catch (const OutputClosed&) {
        return EXIT_SUCCESS;
    } catch (const WriteFailure& failure) {
        console.write_error_line(failure.what());
        return EXIT_FAILURE;
    }
}

} // namespace command
