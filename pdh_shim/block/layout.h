// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

// Offsets of the members of winperf.h's structures, in bytes, and the sizes of the structures.

namespace pdh_shim::block::layout {

namespace block { // PERF_DATA_BLOCK
inline constexpr std::size_t signature = 0;
inline constexpr std::size_t little_endian = 8;
inline constexpr std::size_t version = 12;
inline constexpr std::size_t revision = 16;
inline constexpr std::size_t total_length = 20;
inline constexpr std::size_t header_length = 24;
inline constexpr std::size_t object_count = 28;
inline constexpr std::size_t default_object = 32;
inline constexpr std::size_t system_time = 36;
inline constexpr std::size_t perf_time = 56;
inline constexpr std::size_t perf_freq = 64;
inline constexpr std::size_t time_100ns = 72;
inline constexpr std::size_t name_length = 80;
inline constexpr std::size_t name_offset = 84;
inline constexpr std::size_t size = 88;
} // namespace block

namespace object { // PERF_OBJECT_TYPE
inline constexpr std::size_t total_length = 0;
inline constexpr std::size_t definition_length = 4;
inline constexpr std::size_t header_length = 8;
inline constexpr std::size_t title_index = 12;
inline constexpr std::size_t title = 16;
inline constexpr std::size_t help_index = 20;
inline constexpr std::size_t help = 24;
inline constexpr std::size_t detail = 28;
inline constexpr std::size_t counter_count = 32;
inline constexpr std::size_t default_counter = 36;
inline constexpr std::size_t instance_count = 40;
inline constexpr std::size_t code_page = 44;
inline constexpr std::size_t perf_time = 48;
inline constexpr std::size_t perf_freq = 56;
inline constexpr std::size_t size = 64;

// The extension of a lossless block, which HeaderLength lets others skip.
inline constexpr std::size_t extension = 64;
inline constexpr std::size_t extension_flags = 72;
inline constexpr std::size_t extended_size = 80;
inline constexpr std::uint64_t extension_mark = 0x314D494853484450; // "PDHSHIM1"
inline constexpr std::uint32_t has_titles = 1; ///< the titles are offsets in the object, of texts with a NUL
inline constexpr std::uint32_t has_identities = 2; ///< instance definitions end in an identity of 8 bytes
inline constexpr std::uint32_t has_validity =
    4;                                          ///< counter blocks end in a bit for each counter, 1 = invalid
inline constexpr std::uint32_t has_no_data = 8; ///< the object could not be read
} // namespace object

namespace counter { // PERF_COUNTER_DEFINITION
inline constexpr std::size_t length = 0;
inline constexpr std::size_t title_index = 4;
inline constexpr std::size_t title = 8;
inline constexpr std::size_t help_index = 12;
inline constexpr std::size_t help = 16;
inline constexpr std::size_t default_scale = 20;
inline constexpr std::size_t detail = 24;
inline constexpr std::size_t type = 28;
inline constexpr std::size_t value_size = 32;
inline constexpr std::size_t value_offset = 36;
inline constexpr std::size_t size = 40;
} // namespace counter

namespace instance { // PERF_INSTANCE_DEFINITION
inline constexpr std::size_t length = 0;
inline constexpr std::size_t parent_object = 4;
inline constexpr std::size_t parent_instance = 8;
inline constexpr std::size_t unique_id = 12;
inline constexpr std::size_t name_offset = 16;
inline constexpr std::size_t name_length = 20;
inline constexpr std::size_t size = 24;
} // namespace instance

inline constexpr std::size_t counter_block_size = 4; // PERF_COUNTER_BLOCK: its length

inline constexpr std::int32_t no_instances = -1;
inline constexpr std::int32_t metadata_multiple_instances = -2;
inline constexpr std::int32_t metadata_no_instances = -3;

/// How many bytes the validity of so many counters takes.
[[nodiscard]] constexpr std::size_t validity_bytes(std::size_t counters) noexcept {
    return (counters + 63) / 64 * 8;
}

} // namespace pdh_shim::block::layout
