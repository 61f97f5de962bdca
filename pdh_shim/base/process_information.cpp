// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/process_information.h"

#include "base/bytes.h"

#include <algorithm>

namespace pdh_shim {
namespace {

/// Where the fields of a process in class 5 are.
struct ProcessLayout {
    std::size_t size; ///< without the threads that follow
    std::size_t name_address;
    std::size_t priority;
    std::size_t id;
    std::size_t parent;
    std::size_t handles;
    std::size_t virtual_peak;
    std::size_t virtual_size;
    std::size_t working_set_peak;
    std::size_t working_set;
    std::size_t page_file;
};

constexpr ProcessLayout layout_64{.size = 256,
    .name_address = 64,
    .priority = 72,
    .id = 80,
    .parent = 88,
    .handles = 96,
    .virtual_peak = 112,
    .virtual_size = 120,
    .working_set_peak = 136,
    .working_set = 144,
    .page_file = 184};
constexpr ProcessLayout layout_32{.size = 184,
    .name_address = 60,
    .priority = 64,
    .id = 68,
    .parent = 72,
    .handles = 76,
    .virtual_peak = 88,
    .virtual_size = 92,
    .working_set_peak = 100,
    .working_set = 104,
    .page_file = 124};

// The same for both widths.
constexpr std::size_t process_next = 0;
constexpr std::size_t process_threads = 4;
constexpr std::size_t process_created = 32;
constexpr std::size_t process_user = 40;
constexpr std::size_t process_kernel = 48;
constexpr std::size_t process_name_length = 56;

std::int64_t bounded(std::int64_t value) noexcept {
    return std::clamp(value, -process_number_max, process_number_max);
}

std::int64_t bounded_unsigned(std::uint64_t value) noexcept {
    return static_cast<std::int64_t>(std::min<std::uint64_t>(value, process_number_max));
}

/// A number as wide as a pointer.
std::uint64_t word_at(ByteReader& reader, std::size_t offset, PointerWidth width) noexcept {
    return width == PointerWidth::bits64 ? reader.u64(offset) : reader.u32(offset);
}

std::int64_t size_at(ByteReader& reader, std::size_t offset, PointerWidth width) noexcept {
    return bounded_unsigned(word_at(reader, offset, width));
}

/// A text of UTF-16 that a pointer leads to. Empty if it does not lie in the answer.
std::u16string text_at(const SystemAnswer& answer, std::uint64_t address, std::size_t bytes) {
    if (address < answer.address || address - answer.address > answer.bytes.size()) {
        return {};
    }
    const auto offset = static_cast<std::size_t>(address - answer.address);
    ByteReader reader(answer.bytes.subspan(offset));
    std::u16string text(reader.part(0, bytes).size() / sizeof(char16_t), u'\0');
    for (std::size_t i = 0; i < text.size(); ++i) {
        text[i] = static_cast<char16_t>(reader.u16(i * sizeof(char16_t)));
    }
    return text;
}

ProcessEntry read_process(
    ByteReader& reader, std::size_t at, const SystemAnswer& answer, PointerWidth width) {
    const ProcessLayout& layout = width == PointerWidth::bits64 ? layout_64 : layout_32;
    const std::uint64_t name = word_at(reader, at + layout.name_address, width);
    return {.name = text_at(answer, name, reader.u16(at + process_name_length)),
        .id = size_at(reader, at + layout.id, width),
        .parent = size_at(reader, at + layout.parent, width),
        .created = bounded(reader.i64(at + process_created)),
        .user = bounded(reader.i64(at + process_user)),
        .kernel = bounded(reader.i64(at + process_kernel)),
        .priority = reader.i32(at + layout.priority),
        .threads = reader.u32(at + process_threads),
        .handles = reader.u32(at + layout.handles),
        .virtual_size = size_at(reader, at + layout.virtual_size, width),
        .virtual_peak = size_at(reader, at + layout.virtual_peak, width),
        .working_set = size_at(reader, at + layout.working_set, width),
        .working_set_peak = size_at(reader, at + layout.working_set_peak, width),
        .page_file = size_at(reader, at + layout.page_file, width)};
}

} // namespace

std::optional<std::vector<ProcessEntry>> parse_processes(const SystemAnswer& answer, PointerWidth width) {
    const ProcessLayout& layout = width == PointerWidth::bits64 ? layout_64 : layout_32;
    std::vector<ProcessEntry> processes;
    ByteReader reader(answer.bytes);
    std::size_t at = 0;
    while (true) {
        if (reader.part(at, layout.size).empty()) {
            return std::nullopt;
        }
        processes.push_back(read_process(reader, at, answer, width));
        const std::size_t next = reader.u32(at + process_next);
        if (next == 0) {
            break;
        }
        if (next < layout.size) { // they would overlap
            return std::nullopt;
        }
        at = next > answer.bytes.size() - at ? answer.bytes.size() : at + next;
    }
    std::ranges::stable_sort(processes, {}, &ProcessEntry::created);
    return processes;
}

} // namespace pdh_shim
