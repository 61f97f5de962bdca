// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace pdh_shim::platform {

/// UTF-8 as the 16-bit text of Windows' functions; ill-formed bytes become U+FFFD.
[[nodiscard]] std::wstring to_wide(std::string_view text);

/// The reverse; a lone surrogate becomes U+FFFD.
[[nodiscard]] std::string from_wide(std::wstring_view text);

} // namespace pdh_shim::platform
