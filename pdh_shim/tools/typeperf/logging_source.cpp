// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/typeperf/logging_source.h"

namespace pdh_shim::tools::typeperf {

bool LoggingSource::collect(command::Sample& /*sample*/) {
    if (!is_started_) {
        is_started_ = true;
        return query_.collect();
    }
    return log_.update();
}

} // namespace pdh_shim::tools::typeperf
