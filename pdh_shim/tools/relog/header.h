// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace relog {

/// The time zone that the header of a text log has: UTC = local time + bias, in minutes.
/// @param start the first bytes of a file; any that are no such header have none
[[nodiscard]] std::optional<int> bias_of_header(std::string_view start);

} // namespace relog
