// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// logman: keeps sets of performance counters and collects them in the background, as on Windows. It uses
// <pdh.h> of the library, and its lowest floor for files that only their owner may change.

#include "tools/logman/program.h"

using namespace pdh_shim::tools;

int main(int argc, char** argv) {
    const auto platform = command::start_platform();
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return logman::run(argc > 0 ? argv[0] : "logman", arguments, *platform);
}
