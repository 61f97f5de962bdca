// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/catalogue.h"
#include "source/pcp/context.h"
#include "source/pcp/linux_objects.h"
#include "source/pcp/object_plan.h"

#include <memory>
#include <optional>
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

// The objects that the metrics of a host or an archive make. None: the context does not answer.

namespace pdh_shim::source::pcp {

/// All objects: first the objects of the Linux catalogue, then the metrics as they are.
/// @param described the objects of the Linux catalogue
[[nodiscard]] std::optional<std::vector<ObjectPlan>> find_all(
    Context& context, const model::Catalogue& described);

/// An object of the Linux catalogue; an empty list if the host does not have it.
[[nodiscard]] std::optional<std::vector<ObjectPlan>> find_linux(
    Context& context, const MappedObject& object, const model::Catalogue& described);

/// One of the Linux catalogue, of a host that does not answer: with all counters that PCP has metrics for.
/// None if the catalogue lacks it.
[[nodiscard]] std::optional<ObjectPlan> assume_linux(
    const MappedObject& object, std::shared_ptr<const model::Catalogue> described);

/// Those of the metrics with just this prefix.
[[nodiscard]] std::optional<std::vector<ObjectPlan>> find_prefix(Context& context, const std::string& prefix);

} // namespace pdh_shim::source::pcp
