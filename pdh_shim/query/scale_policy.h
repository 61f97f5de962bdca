// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace pdh_shim::query {

/// Whether a counter's DefaultScale is applied while no other factor was set.
enum class ScalePolicy : std::uint8_t {
    by_source, ///< where the source publishes it as a factor (see Catalogue::default_scale_applies)
    apply,
    ignore
};

} // namespace pdh_shim::query
