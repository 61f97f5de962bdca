// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace pdh_shim::calc {

/// The name of the instance that stands for all others of its object.
inline constexpr std::u16string_view total_name = u"_Total";

} // namespace pdh_shim::calc
