// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/alert_source.h"

#include "tools/command/paths.h"
#include "tools/command/status_text.h"

#include <pdh.h>

#include <utility>

namespace pdh_shim::tools::logman {

namespace {

// Adds the counters of all thresholds. @return the threshold of each counter
std::vector<Threshold> add_counters(const std::vector<Threshold>& thresholds, command::Query& query) {
    std::vector<Threshold> of_counters;
    for (const auto& threshold : thresholds) {
        const auto status = query.add(command::complete_path(threshold.path, {}), PDH_NOEXPANDINSTANCES);
        if (status != ERROR_SUCCESS) {
            throw command::status_error("The counter \"" + threshold.path + "\" cannot be watched", status);
        }
        of_counters.resize(query.column_count(), threshold);
    }
    if (!query.refused().empty()) {
        const auto& [path, status] = query.refused().front();
        throw command::status_error("The counter \"" + path + "\" cannot be watched", status);
    }
    return of_counters;
}

std::string path_of(const command::Column& column) {
    std::string path = column.machine.empty() ? "" : "\\\\" + column.machine;
    path.append("\\").append(column.object);
    if (!column.instance.empty()) {
        path.append("(").append(command::instance_text(column)).append(")");
    }
    return path.append("\\").append(column.counter);
}

} // namespace

AlertSource::AlertSource(const std::vector<Threshold>& thresholds, command::Query& query, Report report)
    : thresholds_(add_counters(thresholds, query)), report_(std::move(report)), reader_(query, false) {}

bool AlertSource::collect() {
    if (!reader_.collect(sample_)) {
        return false;
    }
    Crossings present; // instances that are gone are forgotten
    for (const auto& reading : sample_.readings) {
        const auto counter = reader_.counter_of(reading.column);
        auto path = path_of(reader_.columns()[reading.column]);
        auto known = crossings_.extract({counter, path});
        auto& [instance, crossing] =
            known ? *present.insert(std::move(known)).position
                  : *present.try_emplace({counter, std::move(path)}, thresholds_[counter]).first;
        if (reading.has_value() && crossing.is_crossed(reading.value)) {
            report_(crossing.threshold(), instance.second, reading.value);
        }
    }
    crossings_ = std::move(present);
    return true;
}

} // namespace pdh_shim::tools::logman
