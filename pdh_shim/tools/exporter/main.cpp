// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// pdh-exporter: performance counters for Prometheus.

#include "tools/exporter/program.h"
#include "tools/terminal/program_end.h"
#include "tools/terminal/terminal_text.h"

#include <csignal>
#include <cstdlib>
#include <unistd.h>

using namespace pdh_shim::tools;

namespace {

void show(const std::string& text) {
    terminal::check_output(terminal::write_all(
        STDOUT_FILENO, isatty(STDOUT_FILENO) == 1 ? terminal::escaped_lines(text) : text));
}

} // namespace

int main(int argc, char** argv) {
    terminal::reserve_standard_descriptors();
    (void)std::signal(SIGPIPE, SIG_IGN); // a write says that the reader is gone
    const auto say = [](const std::string& text) {
        (void)terminal::write_all(STDERR_FILENO, "pdh-exporter: " + terminal::escaped(text) + "\n");
    };
    const int status = terminal::run_to_the_end(
        [&] {
            return exporter::run(
                exporter::parse_options({argv + (argc > 0 ? 1 : 0), argv + argc}), show, say);
        },
        [&say](const terminal::ProgramError& error) { say(error.what()); }, say);
    // Threads that wait for a computer, or for a reader, are not waited for.
    std::_Exit(status);
}
