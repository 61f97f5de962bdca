// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/catalogue.h"

#include <pdh_shim/source.h>

#include <string>
#include <vector>

namespace pdh_shim::source::plugin {

/// The catalogue that a plug-in described, checked and copied.
struct PluginCatalogue {
    model::Catalogue catalogue;
    std::vector<bool> has_own_clock; ///< by object; the others' clock is PerfTime
};

/// A counter whose type has a multi count gets a column for it.
/// @retval invalid_data a rule of <pdh_shim/source.h> is broken
[[nodiscard]] Result<PluginCatalogue, Failure> copy_catalogue(const pdh_shim_catalogue& from);

} // namespace pdh_shim::source::plugin
