// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace pdh_shim::tools::typeperf {

/// As C's `%.6f`, whatever the locale.
[[nodiscard]] std::string console_number(double value);

/// As C's `%.20g`, whatever the locale, with at least three digits of exponent as Windows' logs have them.
[[nodiscard]] std::string log_number(double value);

/// `MM/DD/YYYY HH:MM:SS.mmm` of a FILETIME (100 ns since 1601).
[[nodiscard]] std::string timestamp(std::int64_t file_time);

} // namespace pdh_shim::tools::typeperf
