// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// typeperf: performance counters on the command line, as on Windows. It uses only
// <pdh.h> of the library.

#include "tools/typeperf/program.h"

using namespace pdh_shim::tools;

int main(int argc, char** argv) {
    const auto platform = command::start_platform();
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return typeperf::run(argc > 0 ? argv[0] : "typeperf", arguments, *platform);
}
