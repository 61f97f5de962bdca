// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/program.h"

#include <cstdlib>

namespace pdh_shim::tools::relog {

void set_environment(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), 1); // NOLINT(concurrency-mt-unsafe): before the first thread
}

} // namespace pdh_shim::tools::relog
