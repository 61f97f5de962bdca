// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/collector_set.h"

#include <cmath>

namespace pdh_shim::tools::logman {

bool Crossing::is_crossed(double value) {
    constexpr double hysteresis = 0.05;
    const double beyond =
        threshold_.is_upper ? value - threshold_.limit : threshold_.limit - value; // by how much
    if (is_beyond_) {
        is_beyond_ = beyond > -hysteresis * std::abs(threshold_.limit);
        return false;
    }
    is_beyond_ = beyond > 0;
    return is_beyond_;
}

} // namespace pdh_shim::tools::logman
