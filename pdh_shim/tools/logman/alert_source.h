// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/query.h"
#include "tools/logman/collector_set.h"
#include "tools/logman/set_options.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::tools::logman {

/// Watches the counters of an alert, also of instances that appear later, and reports each crossing of a
/// threshold once.
class AlertSource {
  public:
    using Report = std::function<void(const Threshold& threshold, const std::string& path, double value)>;

    /// @param query without counters; outlives this
    /// @throws terminal::ProgramError a counter does not exist
    AlertSource(const std::vector<Threshold>& thresholds, command::Query& query, Report report);

    /// Takes a sample. @return false if there are no more
    /// @throws terminal::ProgramError
    [[nodiscard]] bool collect();

  private:
    /// By the number of a counter of the query, and the path of an instance.
    using Crossings = std::map<std::pair<std::size_t, std::string>, Crossing>;

    std::vector<Threshold> thresholds_; // of each counter of the query
    Report report_;
    command::InstanceReader reader_;
    command::Sample sample_;
    Crossings crossings_;
};

} // namespace pdh_shim::tools::logman
