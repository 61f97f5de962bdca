// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/bytes.h"
#include "base/process_information.h"

#include <cstddef>
#include <cstdint>
#include <vector>

// Answers of NtQuerySystemInformation() as a system of either width writes them.

namespace answers {

using pdh_shim::ByteWriter;
using pdh_shim::ProcessEntry;
using Bytes = std::vector<std::byte>;

/// Where the answers were written: nothing is there now.
inline constexpr std::uint64_t written_at = 0x10000;

inline std::size_t word_of(pdh_shim::PointerWidth width) {
    return width == pdh_shim::PointerWidth::bits64 ? 8 : 4;
}

inline void put_word(Bytes& bytes, std::size_t offset, std::uint64_t value, pdh_shim::PointerWidth width) {
    ByteWriter writer(bytes);
    if (width == pdh_shim::PointerWidth::bits64) {
        writer.set_u64(offset, value);
    } else {
        writer.set_u32(offset, static_cast<std::uint32_t>(value));
    }
}

/// Each process has one thread entry and then its name, to which a pointer leads.
inline Bytes processes(const std::vector<ProcessEntry>& entries, pdh_shim::PointerWidth width) {
    const bool is_64 = width == pdh_shim::PointerWidth::bits64;
    const std::size_t size = is_64 ? 256 : 184;
    const std::size_t thread = is_64 ? 80 : 64;
    Bytes bytes;
    ByteWriter writer(bytes);
    for (const ProcessEntry& entry : entries) {
        const std::size_t at = bytes.size();
        writer.zeros(size + thread);
        const std::size_t name = bytes.size();
        for (const char16_t unit : entry.name) {
            writer.u16(static_cast<std::uint16_t>(unit));
        }
        writer.align(8);
        if (&entry != &entries.back()) {
            writer.set_u32(at, static_cast<std::uint32_t>(bytes.size() - at));
        }
        writer.set_u32(at + 4, static_cast<std::uint32_t>(entry.threads));
        writer.set_u64(at + 32, static_cast<std::uint64_t>(entry.created));
        writer.set_u64(at + 40, static_cast<std::uint64_t>(entry.user));
        writer.set_u64(at + 48, static_cast<std::uint64_t>(entry.kernel));
        writer.set_u16(at + 56, static_cast<std::uint16_t>(entry.name.size() * 2));
        writer.set_u32(at + (is_64 ? 72 : 64), static_cast<std::uint32_t>(entry.priority));
        writer.set_u32(at + (is_64 ? 96 : 76), static_cast<std::uint32_t>(entry.handles));
        const auto put = [&](std::size_t offset_64, std::size_t offset_32, std::uint64_t value) {
            put_word(bytes, at + (is_64 ? offset_64 : offset_32), value, width);
        };
        put(64, 60, written_at + name);
        put(80, 68, static_cast<std::uint64_t>(entry.id));
        put(88, 72, static_cast<std::uint64_t>(entry.parent));
        put(112, 88, static_cast<std::uint64_t>(entry.virtual_peak));
        put(120, 92, static_cast<std::uint64_t>(entry.virtual_size));
        put(136, 100, static_cast<std::uint64_t>(entry.working_set_peak));
        put(144, 104, static_cast<std::uint64_t>(entry.working_set));
        put(184, 124, static_cast<std::uint64_t>(entry.page_file));
    }
    return bytes;
}

inline pdh_shim::SystemAnswer answer_of(const Bytes& bytes) {
    return {bytes, written_at};
}

} // namespace answers
