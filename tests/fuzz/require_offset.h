// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "require.h"

#include <charconv>
#include <cstddef>
#include <string_view>
#include <system_error>

/// Of bytes that are refused: there is a reason, and the place is one of them, or their end.
inline void require_offset(const pdh_shim::Failure& failure, std::size_t size) {
    constexpr std::string_view mark = "byte ";
    const std::string_view where = failure.where();
    require(where.starts_with(mark) && !failure.what().empty());
    std::size_t offset = 0;
    const char* const end = where.data() + where.size();
    const auto read = std::from_chars(where.data() + mark.size(), end, offset);
    require(read.ec == std::errc() && read.ptr == end && offset <= size);
}
