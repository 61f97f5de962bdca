// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/typeperf/sources.h"

#include "tools/command/status_text.h"

#include <pdh_shim/control.h>

#include <string>

namespace pdh_shim::tools::typeperf {

bool LiveSource::collect(command::Sample& sample) {
    if (!(reader_ ? reader_->collect(sample) : query_.collect(sample))) {
        return false;
    }
    if (capture_) {
        capture_sample();
    }
    return true;
}

// The first sample of a capture includes the names.
void LiveSource::capture_sample() {
    const DWORD flags = is_captured_ ? 0 : PDH_SHIM_CAPTURE_TITLES;
    DWORD size = 0;
    (void)pdh_shim_capture_sample(query_.handle(), flags, nullptr, &size);
    std::string blocks(size, '\0');
    const auto status =
        static_cast<DWORD>(pdh_shim_capture_sample(query_.handle(), flags, blocks.data(), &size));
    if (status != ERROR_SUCCESS) {
        throw command::status_error("The sample cannot be captured", status);
    }
    capture_->write(blocks);
    is_captured_ = true;
}

bool LoggingSource::collect(command::Sample& /*sample*/) {
    if (!is_started_) {
        is_started_ = true;
        return query_.collect();
    }
    return log_.update();
}

} // namespace pdh_shim::tools::typeperf
