// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace relog {

/// `M/D/YYYY H:MM:SS` of a FILETIME (100 ns since 1601), as Windows' program shows it.
[[nodiscard]] std::string shown_time(std::int64_t file_time);

/// A FILETIME of `M/D/YYYY [H:MM[:SS]] [AM|PM]`; none if it is no such time. Without AM or PM, hours are
/// those of 24.
[[nodiscard]] std::optional<std::int64_t> parse_time(std::string_view text);

} // namespace relog
