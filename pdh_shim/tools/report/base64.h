// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace pdh_shim::tools::report {

/// Bytes as base64 (RFC 4648), with padding.
[[nodiscard]] std::string base64(std::string_view bytes);

} // namespace pdh_shim::tools::report
