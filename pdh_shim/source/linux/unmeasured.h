// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/catalogue.h"

#include <optional>
#include <string_view>

namespace pdh_shim::source::linux {

/// The definition of a counter that Windows has in an object and that this machine cannot measure, for
/// model::Source::unmeasured(). None for any other name, and for counters in place of which programs use
/// better ones if they cannot be added.
[[nodiscard]] std::optional<model::CounterDef> unmeasured_counter(
    std::u16string_view object, std::u16string_view counter);

} // namespace pdh_shim::source::linux
