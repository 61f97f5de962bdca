// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/blg/record.h"

#include "base/bytes.h"
#include "base/text.h"
#include "log/blg/layout.h"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>

namespace pdh_shim::log::blg {
namespace {

// A record, and each of its parts, begins with two letters, two numbers and its length, these 8 bytes
// included.
constexpr std::uint32_t tag(std::uint32_t kind) noexcept {
    return 'B' | 'L' << 8U | 3U << 16U | kind << 24U;
}
constexpr std::uint32_t record_tag = tag(0);
constexpr std::uint32_t counter_tag = tag(1);
constexpr std::uint32_t instances_tag = tag(2);
constexpr std::uint32_t block_tag = tag(5);
constexpr std::size_t tag_size = 8;
constexpr std::size_t length_place = 4;

namespace counter { // PDH_RAW_COUNTER
constexpr std::size_t cstatus = 0;
constexpr std::size_t time_stamp = 4;
constexpr std::size_t first = 16;
constexpr std::size_t second = 24;
constexpr std::size_t multi = 32;
constexpr std::size_t size = 40;
} // namespace counter

namespace instances { // a list of instances, and then their names
constexpr std::size_t length = 0;
constexpr std::size_t count = 4;
constexpr std::size_t cstatus = 8;
constexpr std::size_t time_stamp = 16;
constexpr std::size_t items = 24;
} // namespace instances

namespace item {
constexpr std::size_t name = 0; // offset from the start of the list
constexpr std::size_t multi = 4;
constexpr std::size_t first = 8;
constexpr std::size_t second = 16;
constexpr std::size_t size = 24;
constexpr std::size_t name_alignment = 8;
} // namespace item

Failure corrupt_record(std::size_t offset, std::string what) {
    return {Status::binary_log_corrupt, "byte " + std::to_string(offset) + " of a record", std::move(what)};
}

/// A number of bytes that are known to be there.
template <std::unsigned_integral T>
T number_in(std::span<const std::byte> bytes, std::size_t offset) noexcept {
    T number = 0;
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    return std::endian::native == std::endian::big ? swap_bytes(number) : number;
}

std::int64_t signed_in(std::span<const std::byte> bytes, std::size_t offset) noexcept {
    return static_cast<std::int64_t>(number_in<std::uint64_t>(bytes, offset));
}

/// Of bytes that are enough.
model::LogValue value_in(std::span<const std::byte> bytes) noexcept {
    return {number_in<std::uint32_t>(bytes, counter::cstatus), signed_in(bytes, counter::time_stamp),
        signed_in(bytes, counter::first), signed_in(bytes, counter::second),
        number_in<std::uint32_t>(bytes, counter::multi)};
}

/// Counts the instances of one name in the order in which they stand.
void count_duplicates(std::vector<model::LogInstance>& instances) {
    std::unordered_map<std::u16string, std::uint32_t> seen; // folded
    for (model::LogInstance& instance : instances) {
        instance.duplicate = seen[folded(instance.name)]++;
    }
}

/// Reads into the cell, whose memory is used again for each record.
/// @return whether all of it lies within the bytes, and its names are no more than they can be: several items
/// of a hostile file may have the same long name
bool read_instances(std::span<const std::byte> bytes, model::LogCell& cell) {
    if (bytes.size() < instances::items) {
        return false;
    }
    const auto cstatus = number_in<std::uint32_t>(bytes, instances::cstatus);
    const std::int64_t time_stamp = signed_in(bytes, instances::time_stamp);
    const auto count = number_in<std::uint32_t>(bytes, instances::count);
    cell.value = {cstatus, time_stamp, 0, 0, 1};
    if (count > (bytes.size() - instances::items) / item::size) {
        return false;
    }
    ByteReader names(bytes);
    std::size_t room = bytes.size();
    const std::size_t names_start = instances::items + count * item::size;
    bool are_others = cell.instances.size() != count; // than in the record before
    cell.instances.resize(count);
    std::u16string before;
    for (std::size_t i = 0; i < count; ++i) {
        const auto item = bytes.subspan(instances::items + i * item::size, item::size);
        model::LogInstance& instance = cell.instances[i];
        const auto name = number_in<std::uint32_t>(item, item::name);
        if (name < names_start) {
            return false;
        }
        before.swap(instance.name);
        read_utf16(names, name, instance.name);
        are_others = are_others || instance.name != before;
        instance.value = {cstatus, time_stamp, signed_in(item, item::first), signed_in(item, item::second),
            number_in<std::uint32_t>(item, item::multi)};
        if (!names.ok() || utf16_size(instance.name) > room) {
            return false;
        }
        room -= utf16_size(instance.name);
    }
    if (are_others) {
        count_duplicates(cell.instances);
    }
    return true;
}

/// Hands out the cells of the entries of one kind, in their order.
class CellsOfKind {
  public:
    CellsOfKind(model::LogEntryKind kind, const EntryKinds& kinds, model::LogRecord& record)
        : kind_(kind), kinds_(kinds), record_(record) {}

    /// Null behind the last one.
    model::LogCell* next() {
        while (next_ < kinds_.size() && kinds_[next_] != kind_) {
            ++next_;
        }
        return next_ < kinds_.size() ? &record_.cells[next_++] : nullptr;
    }

  private:
    model::LogEntryKind kind_;
    const EntryKinds& kinds_;
    model::LogRecord& record_;
    std::size_t next_ = 0;
};

/// The part of a counter: made here, and then appended at once.
class CounterPart {
  public:
    CounterPart() noexcept {
        set(0, counter_tag);
        set(length_place, std::uint32_t{tag_size + counter::size});
    }

    template <std::unsigned_integral T>
    void set(std::size_t offset, T number) noexcept {
        const T stored = std::endian::native == std::endian::big ? swap_bytes(number) : number;
        std::memcpy(bytes_.data() + offset, &stored, sizeof stored);
    }

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

  private:
    std::array<std::byte, tag_size + counter::size> bytes_{};
};

void append_counter(ByteWriter& out, const model::LogValue& value) {
    CounterPart part;
    part.set(tag_size + counter::cstatus, value.cstatus);
    part.set(tag_size + counter::time_stamp, static_cast<std::uint64_t>(value.time_stamp));
    part.set(tag_size + counter::first, static_cast<std::uint64_t>(value.first));
    part.set(tag_size + counter::second, static_cast<std::uint64_t>(value.second));
    part.set(tag_size + counter::multi, value.multi);
    out.bytes(part.bytes());
}

/// The format has no numbers: readers count the instances of one name. Where one before it is missing, the
/// number becomes a part of the name. Empty if all names stay as they are.
std::vector<std::u16string> numbered_names(const std::vector<model::LogInstance>& instances) {
    std::vector<std::u16string> names;
    if (std::ranges::all_of(instances, [](const auto& instance) { return instance.duplicate == 0; })) {
        return names;
    }
    std::unordered_map<std::u16string_view, std::uint32_t, FoldedHash, FoldedEqual> seen;
    names.reserve(instances.size());
    for (const model::LogInstance& instance : instances) {
        std::u16string& name = names.emplace_back(instance.name);
        std::uint32_t& next = seen[instance.name];
        if (instance.duplicate > next) {
            name += u'#';
            append_decimal(name, instance.duplicate);
        } else {
            ++next;
        }
    }
    return names;
}

/// Bytes of a list. The names stand close together, but each has room for whole units of 8 bytes: so it is in
/// all lists that were seen.
template <class NameOf>
std::size_t list_size(std::size_t count, const NameOf& name_of) noexcept {
    std::size_t size = instances::items;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t name = utf16_size(name_of(i));
        size += item::size + (name + item::name_alignment - 1) / item::name_alignment * item::name_alignment;
    }
    return size;
}

void append_instances(ByteWriter& out, const model::LogCell& cell) {
    const std::vector<std::u16string> numbered = numbered_names(cell.instances);
    const auto name_of = [&](std::size_t i) -> const std::u16string& {
        return numbered.empty() ? cell.instances[i].name : numbered[i];
    };
    const std::size_t size = list_size(cell.instances.size(), name_of);
    out.u32(instances_tag);
    out.u32(static_cast<std::uint32_t>(tag_size + size));
    const std::size_t start = out.size();
    out.zeros(instances::items + cell.instances.size() * item::size);
    out.set_u32(start + instances::length, static_cast<std::uint32_t>(size));
    out.set_u32(start + instances::count, static_cast<std::uint32_t>(cell.instances.size()));
    out.set_u32(start + instances::cstatus, cell.value.cstatus);
    out.set_u64(start + instances::time_stamp, static_cast<std::uint64_t>(cell.value.time_stamp));
    std::size_t place = start + instances::items;
    for (std::size_t i = 0; i < cell.instances.size(); ++i) {
        const model::LogInstance& instance = cell.instances[i];
        out.set_u32(place + item::name, static_cast<std::uint32_t>(out.size() - start));
        out.set_u32(place + item::multi, instance.value.multi);
        out.set_u64(place + item::first, static_cast<std::uint64_t>(instance.value.first));
        out.set_u64(place + item::second, static_cast<std::uint64_t>(instance.value.second));
        append_utf16(out, name_of(i));
        place += item::size;
    }
    out.zeros(size - (out.size() - start));
}

bool begins_as_block(std::span<const std::byte> body) noexcept {
    constexpr std::array<std::byte, 8> signature{
        std::byte{'P'}, {}, std::byte{'E'}, {}, std::byte{'R'}, {}, std::byte{'F'}, {}};
    return body.size() >= signature.size() && std::ranges::equal(body.first(signature.size()), signature);
}

/// The parts of a record, each put in its place.
class RecordParts {
  public:
    RecordParts(const EntryKinds& kinds, model::LogRecord& record)
        : record_(record), counters_(model::LogEntryKind::counter, kinds, record),
          lists_(model::LogEntryKind::instances, kinds, record),
          objects_(static_cast<std::size_t>(std::ranges::count(kinds, model::LogEntryKind::object))) {}

    /// @return false: a value or a name leaves the part
    [[nodiscard]] bool take(std::uint32_t kind, std::span<const std::byte> body) {
        if (kind == counter_tag) {
            model::LogCell* const cell = counters_.next();
            return cell == nullptr || read_counter(body, *cell);
        }
        if (kind == instances_tag) {
            model::LogCell* const cell = lists_.next();
            if (cell != nullptr) {
                cell->is_there = read_instances(body, *cell);
            }
            return cell == nullptr || cell->is_there;
        }
        const bool is_block = kind == block_tag || (objects_ != 0 && begins_as_block(body));
        if (is_block) {
            record_.blocks.push_back(body);
        }
        has_unknown_ = has_unknown_ || !is_block || objects_ == 0;
        return true;
    }

    /// Where bytes begin that are no part: zeros before them may be of the same damage, which then began in
    /// the last block. It is taken back.
    [[nodiscard]] std::size_t start_of_damage(std::span<const std::byte> payload, std::size_t offset) {
        const auto before = payload.first(offset).last(tag_size);
        if (record_.blocks.empty() ||
            !std::ranges::all_of(before, [](std::byte byte) { return byte == std::byte{}; })) {
            return offset;
        }
        const std::span<const std::byte> last = record_.blocks.back();
        record_.blocks.pop_back();
        return static_cast<std::size_t>(last.data() - payload.data()) - tag_size;
    }

    /// To be asked after the last part: whether a part of an unknown kind may be one that is missing.
    [[nodiscard]] bool may_have_lost_values() {
        return has_unknown_ &&
               (counters_.next() != nullptr || lists_.next() != nullptr || record_.blocks.size() < objects_);
    }

  private:
    static bool read_counter(std::span<const std::byte> body, model::LogCell& cell) noexcept {
        if (body.size() < counter::size) {
            return false;
        }
        cell.value = value_in(body);
        cell.is_there = true;
        return true;
    }

    model::LogRecord& record_;
    CellsOfKind counters_;
    CellsOfKind lists_;
    std::size_t objects_;
    bool has_unknown_ = false;
};

/// Bytes of the part at this offset; 0 if it is not whole.
std::size_t part_size_at(std::span<const std::byte> payload, std::size_t offset) noexcept {
    const std::size_t length = number_in<std::uint32_t>(payload, offset + length_place);
    return length >= tag_size && length <= payload.size() - offset ? length : 0;
}

/// Where the next block begins, or the end.
std::size_t next_block(std::span<const std::byte> payload, std::size_t offset) noexcept {
    for (; payload.size() - offset >= tag_size; ++offset) {
        if (number_in<std::uint32_t>(payload, offset) == block_tag && part_size_at(payload, offset) != 0) {
            return offset;
        }
    }
    return payload.size();
}

} // namespace

bool begins_as_record(std::span<const std::byte> payload) noexcept {
    return payload.size() >= tag_size && number_in<std::uint32_t>(payload, 0) == record_tag;
}

EntryKinds kinds_of(std::span<const model::LogEntry> entries) {
    EntryKinds kinds(entries.size());
    std::ranges::transform(entries, kinds.begin(), &model::LogEntry::kind);
    return kinds;
}

Result<std::vector<LostPart>, Failure> read_record(
    std::span<const std::byte> payload, const EntryKinds& kinds, model::LogRecord& record) {
    record.cells.resize(kinds.size());
    for (model::LogCell& cell : record.cells) {
        cell.is_there = false;
    }
    record.blocks.clear();
    if (!begins_as_record(payload)) {
        return corrupt_record(0, "it does not begin as a record");
    }
    if (number_in<std::uint32_t>(payload, length_place) > payload.size()) {
        return corrupt_record(length_place, "it is shorter than it says");
    }
    const bool has_only_blocks =
        std::ranges::all_of(kinds, [](auto kind) { return kind == model::LogEntryKind::object; });
    RecordParts parts(kinds, record);
    std::vector<LostPart> lost;
    std::size_t offset = tag_size;
    while (payload.size() - offset >= tag_size) {
        const std::size_t length = part_size_at(payload, offset);
        if (length == 0 && has_only_blocks) {
            const std::size_t next = next_block(payload, offset);
            const std::size_t start = parts.start_of_damage(payload, offset);
            lost.push_back({start, next - start});
            offset = next;
            continue;
        }
        if (length == 0) {
            return corrupt_record(offset, "a part does not have its length");
        }
        if (!parts.take(number_in<std::uint32_t>(payload, offset),
                payload.subspan(offset + tag_size, length - tag_size))) {
            return corrupt_record(offset, "a value or a name leaves its part");
        }
        offset += length;
    }
    if (lost.empty() && parts.may_have_lost_values()) {
        return corrupt_record(0, "values are missing beside a part of an unknown kind");
    }
    return lost;
}

void append_record(
    const EntryKinds& kinds, std::span<const model::LogCell> cells, std::vector<std::byte>& payload) {
    ByteWriter out(payload);
    const std::size_t start = out.size();
    out.u32(record_tag);
    out.u32(0);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (kinds[i] == model::LogEntryKind::counter) {
            append_counter(out, cells[i].value);
        } else if (kinds[i] == model::LogEntryKind::instances) {
            append_instances(out, cells[i]);
        }
    }
    out.set_u32(start + length_place, static_cast<std::uint32_t>(out.size() - start));
}

} // namespace pdh_shim::log::blg
