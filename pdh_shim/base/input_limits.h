// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

// Limits of memory and disk for one input from outside: a log, an archive, an answer of a host. An input that
// needs more is refused with a status.

namespace pdh_shim {

inline constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;

namespace detail {
inline std::atomic<std::uint64_t> memory_limit{512 * mebibyte};
inline std::atomic<std::uint64_t> disk_limit{4096 * mebibyte};
} // namespace detail

/// Bytes of memory: of a text log's header, of an archive's metadata, of the list of a host's metrics,
/// and of a decoder, each by itself. PDH_SHIM_MEMORY_LIMIT.
inline std::uint64_t memory_limit() noexcept {
    return detail::memory_limit;
}
inline void set_memory_limit(std::uint64_t bytes) noexcept {
    detail::memory_limit = bytes;
}

/// Bytes of temporary files: of all archives that one name opens. PDH_SHIM_DISK_LIMIT.
inline std::uint64_t disk_limit() noexcept {
    return detail::disk_limit;
}
inline void set_disk_limit(std::uint64_t bytes) noexcept {
    detail::disk_limit = bytes;
}

} // namespace pdh_shim
