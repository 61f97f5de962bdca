// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/blg/catalogue.h"

#include "base/bytes.h"
#include "base/text.h"
#include "log/blg/layout.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pdh_shim::log::blg {
namespace {

Failure corrupt_names(std::size_t offset, std::string what) {
    return {Status::binary_log_corrupt, "byte " + std::to_string(offset) + " of the names", std::move(what)};
}

} // namespace

Result<void, Failure> read_names(std::span<const std::byte> payload, NameTables& tables) {
    constexpr std::size_t most_filler = 8;
    ByteReader bytes(payload);
    std::u16string machine = utf16_at(bytes, 0);
    std::size_t offset = utf16_size(machine);
    machine.erase(0, machine.find_first_not_of(u'\\'));
    auto& table = tables[machine];
    std::optional<std::size_t> damaged;
    std::optional<std::uint32_t> newest; // index that was read last
    while (bytes.ok() && offset + 2 <= payload.size()) {
        const std::u16string number = utf16_at(bytes, offset);
        const std::optional<std::uint32_t> index = parse_decimal(number);
        if (index) {
            offset += utf16_size(number);
            std::u16string name = utf16_at(bytes, offset);
            offset += utf16_size(name);
            newest = name.empty() ? std::nullopt : index;
            if (newest) {
                table.insert_or_assign(*index, std::move(name));
                continue;
            }
        }
        // The end, and then what fills up the payload; or zeros, which may have cut the name before them and
        // the text behind them.
        const std::size_t start = offset;
        while (offset + 2 <= payload.size() && bytes.u16(offset) == 0) {
            offset += 2;
        }
        if (payload.size() - std::min(offset, payload.size()) < most_filler) {
            break;
        }
        damaged = damaged.value_or(start);
        if (number.empty() && newest) {
            table.erase(*newest);
        }
        newest.reset();
        offset += utf16_size(utf16_at(bytes, offset));
    }
    if (!bytes.ok()) {
        return corrupt_names(bytes.fault(), "a name has no end");
    }
    if (damaged) {
        return corrupt_names(*damaged, "an index is no number");
    }
    return outcome::success();
}

namespace {

// Two numbers of unknown meaning before the first entry: the same in all files that were seen.
constexpr std::uint32_t first_mark = 0x6FF;
constexpr std::uint32_t second_mark = 0x20008;
constexpr std::size_t entries_place = 8;

namespace entry {
constexpr std::size_t length = 0;
constexpr std::size_t flags = 4;
constexpr std::size_t type = 12;
constexpr std::size_t time_base = 16;
constexpr std::size_t default_scale = 24;
constexpr std::size_t machine = 28;
constexpr std::size_t object = 32;
constexpr std::size_t instance = 36;
constexpr std::size_t parent = 40;
constexpr std::size_t duplicate = 44;
constexpr std::size_t counter = 48;
constexpr std::size_t names = 52; // what the five offsets are counted from
constexpr std::size_t alignment = 8;
} // namespace entry

constexpr std::uint32_t no_name = 0xFFFFFFFFU;
constexpr std::uint32_t instances_flag = 0x1;
constexpr std::uint32_t object_flag = 0x10;

model::LogEntryKind kind_of(std::uint32_t flags) noexcept {
    return (flags & object_flag) != 0      ? model::LogEntryKind::object
           : (flags & instances_flag) != 0 ? model::LogEntryKind::instances
                                           : model::LogEntryKind::counter;
}

std::uint32_t flags_of(model::LogEntryKind kind) noexcept {
    switch (kind) {
    case model::LogEntryKind::instances:
        return instances_flag;
    case model::LogEntryKind::object:
        return object_flag;
    case model::LogEntryKind::counter:
        break;
    }
    return 0;
}

std::u16string name_at(ByteReader& bytes, std::size_t place) {
    const std::uint32_t offset = bytes.u32(place);
    return offset == no_name ? std::u16string() : utf16_at(bytes, entry::names + offset);
}

model::LogEntry read_entry(ByteReader& bytes) {
    model::LogEntry read;
    read.kind = kind_of(bytes.u32(entry::flags));
    read.type = bytes.u32(entry::type);
    read.time_base = bytes.i64(entry::time_base);
    read.default_scale = bytes.i32(entry::default_scale);
    read.machine = name_at(bytes, entry::machine);
    read.machine.erase(0, read.machine.find_first_not_of(u'\\'));
    read.machine.erase(read.machine.find_last_not_of(u'\\') + 1); // of a path with two before its object
    read.object = name_at(bytes, entry::object);
    read.instance = name_at(bytes, entry::instance);
    read.parent = name_at(bytes, entry::parent);
    read.duplicate = bytes.u32(entry::duplicate);
    read.counter = name_at(bytes, entry::counter);
    return read;
}

Failure corrupt_catalogue(std::size_t offset, std::string what) {
    return {
        Status::binary_log_corrupt, "byte " + std::to_string(offset) + " of the catalogue", std::move(what)};
}

/// Writes one entry; its names stand in the order of the path.
class EntryWriter {
  public:
    EntryWriter(ByteWriter& out, const model::LogEntry& given)
        : out_(out), given_(given), start_(out.size()) {}

    void write() {
        out_.zeros(entry::names);
        out_.set_u32(start_ + entry::flags, flags_of(given_.kind));
        out_.set_u32(start_ + entry::type, given_.type);
        out_.set_u64(start_ + entry::time_base, static_cast<std::uint64_t>(given_.time_base));
        out_.set_u32(start_ + entry::default_scale, static_cast<std::uint32_t>(given_.default_scale));
        out_.set_u32(start_ + entry::duplicate, given_.duplicate);
        name(entry::machine, u"\\\\" + given_.machine);
        name(entry::object, given_.object);
        name(entry::instance, given_.instance);
        name(entry::parent, given_.parent);
        name(entry::counter, given_.counter);
        out_.align(entry::alignment, start_);
        out_.set_u32(start_ + entry::length, static_cast<std::uint32_t>(out_.size() - start_));
    }

  private:
    void name(std::size_t place, std::u16string_view text) {
        const std::size_t offset = out_.size() - start_ - entry::names;
        out_.set_u32(start_ + place, text.empty() ? no_name : static_cast<std::uint32_t>(offset));
        if (!text.empty()) {
            append_utf16(out_, text);
        }
    }

    ByteWriter& out_;
    const model::LogEntry& given_;
    const std::size_t start_;
};

} // namespace

Result<std::vector<model::LogEntry>, Failure> read_catalogue(std::span<const std::byte> payload) {
    std::vector<model::LogEntry> entries;
    ByteReader all(payload);
    std::size_t offset = entries_place;
    while (offset + entry::names <= payload.size()) {
        const std::uint32_t length = all.u32(offset + entry::length);
        if (length < entry::names || length > payload.size() - offset) {
            return corrupt_catalogue(offset, "an entry has " + std::to_string(length) + " bytes");
        }
        ByteReader bytes(payload.subspan(offset, length));
        entries.push_back(read_entry(bytes));
        if (!bytes.ok()) {
            return corrupt_catalogue(offset + bytes.fault(), "a name leaves its entry");
        }
        offset += (length + entry::alignment - 1) / entry::alignment * entry::alignment;
    }
    return entries;
}

void append_catalogue(std::span<const model::LogEntry> entries, std::vector<std::byte>& payload) {
    ByteWriter out(payload);
    out.u32(first_mark);
    out.u32(second_mark);
    for (const model::LogEntry& given : entries) {
        EntryWriter(out, given).write();
    }
}

} // namespace pdh_shim::log::blg
