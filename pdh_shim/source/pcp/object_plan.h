// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/running_total.h"
#include "calc/total_name.h"
#include "model/catalogue.h"
#include "source/pcp/metric.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::pcp {

class Context;

using calc::Summing;
using calc::total_name;

/// A metric that a cell is made from.
struct MetricTerm {
    std::uint32_t metric = 0; ///< position in ObjectPlan::metrics
    Scale scale;
    bool negative = false;
};

/// Where the cells of a column come from: the sum, clamped at 0.
struct ColumnPlan {
    std::vector<MetricTerm> terms;
    std::int64_t constant = 0;
    bool adds_time = false; ///< adds the time of the host: a FILETIME
    Summing total = Summing::sum;
    bool is_missing = false; ///< the host lacks a metric: no instance has a value
};

/// The instance name for the name that a host gives an instance; empty for one that is not shown.
using NameInstance = std::u16string (*)(std::string_view name, int number);

/// An object of a host: its counters, and the metrics that they are read from.
struct ObjectPlan {
    model::ObjectDef definition;
    std::vector<Metric> metrics; ///< the first one lists the instances, unless lists_all
    bool lists_all = false;      ///< each of them has its own instances, and the object has all
    std::vector<ColumnPlan> columns;
    NameInstance name_instance = nullptr;
    std::optional<std::uint32_t> name;     ///< the metric whose texts name the instances, not their domain
    std::optional<std::uint32_t> identity; ///< the metric that distinguishes instances of the same number
    bool has_total = false;

    /// Of an object that was assumed because its host did not answer: the same counters with the metrics that
    /// the host turns out to have; none if it still does not answer.
    std::function<std::optional<ObjectPlan>(Context&)> read_again;
};

} // namespace pdh_shim::source::pcp
