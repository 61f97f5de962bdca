// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/instance_reader.h"
#include "tools/command/query.h"
#include "tools/command/sampler.h"
#include "tools/logman/collector_set.h"
#include "tools/logman/crossing.h"
#include "tools/logman/set_options.h"

#include <functional>
#include <string>
#include <vector>

namespace pdh_shim::tools::logman {

/// Watches the counters of an alert, also of instances that appear later, and reports each crossing of a
/// threshold once.
class AlertSource : public command::SampleSource {
  public:
    using Report = std::function<void(const Threshold& threshold, const std::string& path, double value)>;

    /// @param query without counters; outlives this
    /// @throws terminal::ProgramError a counter does not exist
    AlertSource(const std::vector<Threshold>& thresholds, command::Query& query, Report report);

    [[nodiscard]] bool collect(command::Sample& sample) override;

  private:
    std::vector<Threshold> thresholds_; // of each counter of the query
    Report report_;
    command::InstanceReader reader_;
    std::vector<Crossing> crossings_; // of each column
};

} // namespace pdh_shim::tools::logman
