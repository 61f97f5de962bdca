// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <system_error>

namespace pdh_shim::tools::terminal {

/// Call this first: it gives closed standard streams a file that can be neither read nor
/// written, so that no file opened later gets their numbers.
void reserve_standard_descriptors();

/// Writes all of a text at once.
/// @return why it was not written; `std::errc::broken_pipe` if the reader is gone
[[nodiscard]] std::error_code write_all(int descriptor, std::string_view text);

} // namespace pdh_shim::tools::terminal
