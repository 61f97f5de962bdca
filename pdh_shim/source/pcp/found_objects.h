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

// The objects that the metrics of a host or an archive make. Each function adds to `plans`.

namespace pdh_shim::source::pcp {

/// All: first those of the Linux catalogue, then the metrics as they are.
/// @param described the objects of the Linux catalogue
/// @retval false the context does not answer; so for the other functions
[[nodiscard]] bool find_all(
    Context& context, const model::Catalogue& described, std::vector<ObjectPlan>& plans);

/// One of the Linux catalogue.
[[nodiscard]] bool find_linux(Context& context, const MappedObject& object, const model::Catalogue& described,
    std::vector<ObjectPlan>& plans);

/// One of the Linux catalogue, of a host that does not answer: with all counters that PCP has metrics for.
/// None if the catalogue lacks it.
[[nodiscard]] std::optional<ObjectPlan> assume_linux(
    const MappedObject& object, std::shared_ptr<const model::Catalogue> described);

/// Those of a prefix, and of the prefix before: `PCP kernel.all.load` may be a metric of `kernel.all`.
[[nodiscard]] bool find_prefix(Context& context, const std::string& prefix, std::vector<ObjectPlan>& plans);

} // namespace pdh_shim::source::pcp
