// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/pcp/object_plan.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::pcp {

/// What the names of objects that show metrics as they are begin with: `PCP kernel.all`.
inline constexpr std::u16string_view metric_prefix = u"PCP ";

/// The objects for the metrics below a prefix (`kernel.all` for `kernel.all.load`), one for each domain of
/// instances: `PCP prefix` has those without instances, or all if they share a domain; a metric of another
/// domain is the object `PCP prefix.metric` with one counter. Metrics that are not numbers are left out.
/// @param metrics all of the prefix, in the order of their names
[[nodiscard]] std::vector<ObjectPlan> make_metric_objects(std::span<const Metric> metrics);

/// The name of a metric without its last part.
[[nodiscard]] std::string_view prefix_of(std::string_view metric) noexcept;

} // namespace pdh_shim::source::pcp
