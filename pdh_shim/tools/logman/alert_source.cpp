// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/alert_source.h"

#include "tools/command/paths.h"
#include "tools/command/status_text.h"

#include <utility>

namespace pdh_shim::tools::logman {

AlertSource::AlertSource(const std::vector<Threshold>& thresholds, command::Query& query, Report report)
    : query_(query), report_(std::move(report)) {
    for (const auto& threshold : thresholds) {
        const auto status = query_.add(command::complete_path(threshold.path, {}));
        if (status != ERROR_SUCCESS) {
            throw command::status_error("The counter \"" + threshold.path + "\" cannot be watched", status);
        }
        crossings_.resize(query_.column_count(), Crossing(threshold));
    }
    paths_ = query_.columns();
}

bool AlertSource::collect(command::Sample& sample) {
    if (!query_.collect(sample)) {
        return false;
    }
    for (std::size_t i = 0; i < crossings_.size(); ++i) {
        if (sample.values[i] && crossings_[i].is_crossed(*sample.values[i])) {
            report_(crossings_[i].threshold(), paths_[i], *sample.values[i]);
        }
    }
    return true;
}

} // namespace pdh_shim::tools::logman
