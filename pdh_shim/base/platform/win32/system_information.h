// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/process_information.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pdh_shim::platform {

/// The width of pointers of this process.
inline constexpr PointerWidth own_width =
    sizeof(void*) == sizeof(std::uint64_t) ? PointerWidth::bits64 : PointerWidth::bits32;

/// NtQuerySystemInformation(), into a buffer that grows as needed. Without bytes if the system refuses.
[[nodiscard]] SystemAnswer query_system_information(
    std::uint32_t information, std::vector<std::byte>& buffer);

} // namespace pdh_shim::platform
