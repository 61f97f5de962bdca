// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/catalogue.h"
#include "source/pcp/context.h"
#include "source/pcp/linux_objects.h"
#include "source/pcp/object_plan.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

// The objects that the metrics of a host or an archive make. None: the context does not answer.

namespace pdh_shim::source::pcp {

/// All: first those of the Linux catalogue, then the metrics as they are.
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
