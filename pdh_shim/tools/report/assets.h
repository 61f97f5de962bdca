// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace report {

/// The style and the script of each page, and before them a policy (Content-Security-Policy) that lets a
/// browser use these two and nothing else, whatever the names in the page are. embed.py makes it.
extern const std::string_view head;

} // namespace report
