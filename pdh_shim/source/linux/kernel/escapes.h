// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace pdh_shim::source::linux {

/// Resolves the escapes (`\040` for a blank) of /proc/mounts, mountinfo and swaps.
[[nodiscard]] std::string unescaped(std::string_view text);

/// Another name than model::path_instance(), for paths that share theirs: each `_` of the path itself is
/// doubled.
[[nodiscard]] std::string distinct_path_instance(std::string_view path);

} // namespace pdh_shim::source::linux
