// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/bytes.h"
#include "model/log.h"
#include "model/log_zone.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// Where the members of the structures of an event trace stand, in bytes, and how long the structures are.

namespace pdh_shim::log::blg::layout {

namespace buffer { // ETW_BUFFER_HEADER
inline constexpr std::size_t buffer_size = 0x00;
inline constexpr std::size_t saved_offset = 0x04;
inline constexpr std::size_t current_offset = 0x08;
inline constexpr std::size_t flush_time = 0x10;
inline constexpr std::size_t sequence = 0x18;
inline constexpr std::size_t state = 0x2C;
inline constexpr std::size_t filled = 0x30;
inline constexpr std::size_t flags = 0x34;
inline constexpr std::size_t type = 0x36;
inline constexpr std::size_t size = 0x48;

// Before Vista a buffer begins with a WNODE_HEADER: these stand where later buffers have other members.
inline constexpr std::size_t wnode_sequence = 0x04; // 32 bits
inline constexpr std::size_t wnode_flags = 0x2C;
inline constexpr std::uint32_t wnode_traced_guid = 0x20000; // WNODE_FLAG_TRACED_GUID

inline constexpr std::uint16_t header_type = 4;
inline constexpr std::uint16_t flush_marker = 1;
} // namespace buffer

namespace system { // SYSTEM_TRACE_HEADER
inline constexpr std::size_t type = 2;
inline constexpr std::size_t event_size = 4;
inline constexpr std::size_t thread = 8;
inline constexpr std::size_t process = 12;
inline constexpr std::size_t time = 16;
inline constexpr std::size_t size = 0x20;
} // namespace system

// TRACE_LOGFILE_HEADER: two pointers and a TIME_ZONE_INFORMATION stand in its middle.
namespace header {
inline constexpr std::size_t buffer_size = 0;
inline constexpr std::size_t version = 4;
inline constexpr std::size_t build = 8;
inline constexpr std::size_t processors = 12;
inline constexpr std::size_t end_time = 16;
inline constexpr std::size_t timer_resolution = 24;
inline constexpr std::size_t maximum_size = 28; // MiB
inline constexpr std::size_t mode = 32;
inline constexpr std::size_t buffers_written = 36;
inline constexpr std::size_t start_buffers = 40;
inline constexpr std::size_t pointer_size = 44;
inline constexpr std::size_t names = 56; // the two pointers
inline constexpr std::size_t padding = 4;

/// Where the TIME_ZONE_INFORMATION stands.
constexpr std::size_t time_zone(std::uint32_t pointer_size) noexcept {
    return names + 2 * std::size_t{pointer_size};
}
constexpr std::size_t boot_time(std::uint32_t pointer_size) noexcept {
    return time_zone(pointer_size) + model::ZoneRules::size + padding;
}
constexpr std::size_t perf_freq(std::uint32_t pointer_size) noexcept {
    return boot_time(pointer_size) + 8;
}
constexpr std::size_t start_time(std::uint32_t pointer_size) noexcept {
    return boot_time(pointer_size) + 16;
}
constexpr std::size_t clock_type(std::uint32_t pointer_size) noexcept {
    return boot_time(pointer_size) + 24;
}
constexpr std::size_t size(std::uint32_t pointer_size) noexcept {
    return boot_time(pointer_size) + 32;
}

inline constexpr std::uint32_t circular_mode = 0x2; // EVENT_TRACE_FILE_MODE_CIRCULAR
} // namespace header

namespace event { // EVENT_TRACE_HEADER, then what PDH puts before its payload
inline constexpr std::size_t event_size = 0;
inline constexpr std::size_t type = 2;
inline constexpr std::size_t flags = 3;
inline constexpr std::size_t kind = 4;
inline constexpr std::size_t version = 6;
inline constexpr std::size_t thread = 8;
inline constexpr std::size_t process = 12;
inline constexpr std::size_t time_stamp = 16;
inline constexpr std::size_t guid = 24;
inline constexpr std::size_t log_guid = 0x30;
inline constexpr std::size_t part_number = 0x40;
inline constexpr std::size_t part_count = 0x44;
inline constexpr std::size_t payload = 0x48;

inline constexpr std::uint8_t type_32 = 0x0A;
inline constexpr std::uint8_t type_64 = 0x14;
inline constexpr std::size_t alignment = 8;
inline constexpr std::size_t largest_part = 8000; // a longer payload is split
inline constexpr std::uint16_t pdh_version = 60;

/// {933f3bb3-943e-490d-9ced-3cbb14c14479}, the GUID of all events of PDH.
inline constexpr model::Guid pdh_guid = {
    0xB3, 0x3B, 0x3F, 0x93, 0x3E, 0x94, 0x0D, 0x49, 0x9C, 0xED, 0x3C, 0xBB, 0x14, 0xC1, 0x44, 0x79};
} // namespace event

} // namespace pdh_shim::log::blg::layout

// Names in a binary log: UTF-16 that ends with a NUL.

namespace pdh_shim::log::blg {

/// Reads the name at a place into a text that may have memory already. Where no NUL ends it, the reader's
/// ok() is false.
void read_utf16(ByteReader& bytes, std::size_t offset, std::u16string& text);

/// The same, into a new text.
[[nodiscard]] std::u16string utf16_at(ByteReader& bytes, std::size_t offset);

/// Appends a name with its NUL.
void append_utf16(ByteWriter& out, std::u16string_view text);

/// Bytes that append_utf16() takes.
[[nodiscard]] constexpr std::size_t utf16_size(std::u16string_view text) noexcept {
    return (text.size() + 1) * 2;
}

} // namespace pdh_shim::log::blg
