// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// lodctr and unlodctr: which performance DLLs this user's programs see, as on Windows.

#include "program.h"
#include "standard_output.h"
#include "terminal_text.h"

#include <sstream>
#include <unistd.h>

namespace {

// Texts of an INI file are escaped for a terminal.
std::error_code show(const std::string& text) {
    return terminal::write_all(
        STDOUT_FILENO, isatty(STDOUT_FILENO) == 1 ? terminal::escaped_lines(text) : text);
}

} // namespace

int main(int argc, char** argv) {
    terminal::reserve_standard_descriptors();
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    std::ostringstream out;
    const int code = lodctr::run(argc > 0 ? argv[0] : "lodctr", arguments, out);
    const std::error_code error = show(out.str());
    if (!error || error == std::errc::broken_pipe) {
        return code;
    }
    (void)terminal::write_all(
        STDERR_FILENO, "lodctr: Standard output cannot be written: " + error.message() + ".\n");
    return 1;
}
