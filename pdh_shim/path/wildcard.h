// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "path/counter_path.h"

#include <cstdint>
#include <string_view>

namespace pdh_shim::path {

/// True when the text has a `*`.
[[nodiscard]] bool has_wildcard(std::u16string_view pattern) noexcept;
[[nodiscard]] bool has_wildcard(const InstanceName& pattern) noexcept;

/// Case-insensitive match; each `*` matches any text, also none. Linear in practice, never exponential.
[[nodiscard]] bool matches(std::u16string_view pattern, std::u16string_view text) noexcept;

/// Match of an instance. Parent and name are matched as one text (`parent/name`), so that a name that itself
/// has a slash (`kworker/0:1`) is found however it was parsed; a parent of `*` also matches
/// none. A pattern with a wildcard matches every duplicate unless it has an index; without one its index is
/// exact.
[[nodiscard]] bool matches(const InstanceName& pattern, std::u16string_view parent, std::u16string_view name,
    std::uint32_t duplicate_index) noexcept;

} // namespace pdh_shim::path
