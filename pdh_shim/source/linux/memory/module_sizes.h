// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace pdh_shim::source::linux {

/// What the modules of /proc/modules take together, in bytes.
[[nodiscard]] std::int64_t parse_module_sizes(std::string_view text);

} // namespace pdh_shim::source::linux
