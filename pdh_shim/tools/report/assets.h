// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace pdh_shim::tools::report {

/// The style and the script of each page, and before them a policy (Content-Security-Policy) that lets a
/// browser use these two and nothing else, whatever the names in the page are. embed.py makes them. In pieces
/// that belong together: literals have a greatest length.
[[nodiscard]] std::span<const std::string_view> head() noexcept;

} // namespace pdh_shim::tools::report
