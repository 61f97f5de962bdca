// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// lodctr and unlodctr: which performance DLLs this user's programs see, as on Windows.

#include "tools/lodctr/program.h"
#include "tools/terminal/program_end.h"
#include "tools/terminal/terminal_text.h"

#include <csignal>
#include <unistd.h>

using namespace pdh_shim::tools;

namespace {

// Texts of an INI file are escaped for a terminal.
void write(const std::string& text) {
    terminal::check_output(terminal::write_all(
        STDOUT_FILENO, isatty(STDOUT_FILENO) == 1 ? terminal::escaped_lines(text) : text));
}

} // namespace

int main(int argc, char** argv) {
    terminal::reserve_standard_descriptors();
    (void)std::signal(SIGPIPE, SIG_IGN); // a write says that the reader is gone
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    const std::string name = lodctr::program_name(argc > 0 ? argv[0] : "lodctr");
    const auto say = [&](const std::string& text) {
        (void)terminal::write_all(STDERR_FILENO, name + ": " + terminal::escaped(text) + "\n");
    };
    return terminal::run_to_the_end(
        [&] {
            write(lodctr::run(name, arguments));
            return terminal::ExitStatus::done;
        },
        [&](const terminal::ProgramError& error) { say(error.what()); }, say);
}
