// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace pdh_shim {

/// The version of this build: `0.1.0` for a release, otherwise also the date and the commit that it was made
/// from, as in `0.1.0~git20261124.14c0ce0`.
[[nodiscard]] std::string_view version() noexcept;

} // namespace pdh_shim
