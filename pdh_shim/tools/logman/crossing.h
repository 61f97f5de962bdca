// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/logman/collector_set.h"

#include <utility>

namespace pdh_shim::tools::logman {

/// Whether the values of a counter cross a threshold. After a crossing there is not another one until a value
/// has been back by a twentieth of the limit, so that values around the limit are one crossing.
class Crossing {
  public:
    explicit Crossing(Threshold threshold) : threshold_(std::move(threshold)) {}

    [[nodiscard]] const Threshold& threshold() const { return threshold_; }

    /// Whether this value, the next one, crosses the threshold.
    [[nodiscard]] bool is_crossed(double value);

  private:
    Threshold threshold_;
    bool is_beyond_ = false;
};

} // namespace pdh_shim::tools::logman
