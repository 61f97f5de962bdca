// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pdh_shim::source::linux {

/// Reads the counts of a protocol from /proc/net/snmp, where a line of names stands before the line of their
/// values and both begin with the protocol's word (`Tcp:`): values[i] becomes what is below names[i], or
/// `unread`.
void parse_snmp(std::string_view text, std::string_view protocol, std::span<const std::string_view> names,
    std::span<std::int64_t> values);

} // namespace pdh_shim::source::linux
