// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace pdh_shim::source::registry {

// Wine 8 lets performance DLLs write their objects too far back in a PERF_DATA_BLOCK, by the length of its
// fixed part, and counts neither that gap nor the bytes that it moves beyond the block's end (seen).

/// The gap, in bytes. A buffer that is passed to Wine must have this much room after it.
inline constexpr std::size_t wine_gap = 88;

/// Makes a buffer ready for a query, so that close_wine_gap() finds no object of an earlier one.
void clear_heads(std::span<std::byte> buffer) noexcept;

/// Moves the objects of the block at the start of the buffer to where its header says they are. A block
/// whose objects are there already, or that is malformed in another way, stays as it is.
void close_wine_gap(std::span<std::byte> buffer) noexcept;

} // namespace pdh_shim::source::registry
