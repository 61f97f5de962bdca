#include "log/blg/record.h"

#include "base/bytes.h"
#include "log/blg/utf16.h"

#include <cstdint>
#include <string>
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

model::LogValue read_counter(ByteReader& bytes) {
    return {bytes.u32(counter::cstatus), bytes.i64(counter::time_stamp), bytes.i64(counter::first),
        bytes.i64(counter::second), bytes.u32(counter::multi)};
}

void read_instances(ByteReader& bytes, model::LogCell& cell) {
    const std::uint32_t cstatus = bytes.u32(instances::cstatus);
    const std::int64_t time_stamp = bytes.i64(instances::time_stamp);
    const std::size_t room =
        bytes.size() < instances::items ? 0 : (bytes.size() - instances::items) / item::size;
    const std::uint32_t count = bytes.u32(instances::count);
    cell.value = {cstatus, time_stamp, 0, 0, 1};
    if (count > room) {
        static_cast<void>(
            bytes.part(instances::items, std::size_t{count} * item::size)); // does not fit: not ok()
        return;
    }
    cell.instances.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t place = instances::items + i * item::size;
        cell.instances[i].name = utf16_at(bytes, bytes.u32(place + item::name));
        cell.instances[i].value = {cstatus, time_stamp, bytes.i64(place + item::first),
            bytes.i64(place + item::second), bytes.u32(place + item::multi)};
    }
}

/// Hands out the cells of the entries of one kind, in their order.
class CellsOfKind {
  public:
    CellsOfKind(model::LogEntryKind kind, std::span<const model::LogEntry> entries, model::LogRecord& record)
        : kind_(kind), entries_(entries), record_(record) {}

    /// Null behind the last one.
    model::LogCell* next() {
        while (next_ < entries_.size() && entries_[next_].kind != kind_) {
            ++next_;
        }
        return next_ < entries_.size() ? &record_.cells[next_++] : nullptr;
    }

  private:
    model::LogEntryKind kind_;
    std::span<const model::LogEntry> entries_;
    model::LogRecord& record_;
    std::size_t next_ = 0;
};

void clear(model::LogRecord& record, std::size_t entries) {
    record.cells.resize(entries);
    for (model::LogCell& cell : record.cells) {
        cell.is_there = false;
        cell.value = {};
    }
    record.blocks.clear();
}

void append_counter(ByteWriter& out, const model::LogValue& value) {
    out.u32(counter_tag);
    out.u32(tag_size + counter::size);
    const std::size_t start = out.size();
    out.zeros(counter::size);
    out.set_u32(start + counter::cstatus, value.cstatus);
    out.set_u64(start + counter::time_stamp, static_cast<std::uint64_t>(value.time_stamp));
    out.set_u64(start + counter::first, static_cast<std::uint64_t>(value.first));
    out.set_u64(start + counter::second, static_cast<std::uint64_t>(value.second));
    out.set_u32(start + counter::multi, value.multi);
}

/// Bytes of a list. The names stand close together, but each has room for whole units of 8 bytes: so it is in
/// all lists that were seen.
std::size_t list_size(const model::LogCell& cell) noexcept {
    std::size_t size = instances::items;
    for (const model::LogInstance& instance : cell.instances) {
        const std::size_t name = utf16_size(instance.name);
        size += item::size + (name + item::name_alignment - 1) / item::name_alignment * item::name_alignment;
    }
    return size;
}

void append_instances(ByteWriter& out, const model::LogCell& cell) {
    const std::size_t size = list_size(cell);
    out.u32(instances_tag);
    out.u32(static_cast<std::uint32_t>(tag_size + size));
    const std::size_t start = out.size();
    out.zeros(instances::items + cell.instances.size() * item::size);
    out.set_u32(start + instances::length, static_cast<std::uint32_t>(size));
    out.set_u32(start + instances::count, static_cast<std::uint32_t>(cell.instances.size()));
    out.set_u32(start + instances::cstatus, cell.value.cstatus);
    out.set_u64(start + instances::time_stamp, static_cast<std::uint64_t>(cell.value.time_stamp));
    std::size_t place = start + instances::items;
    for (const model::LogInstance& instance : cell.instances) {
        out.set_u32(place + item::name, static_cast<std::uint32_t>(out.size() - start));
        out.set_u32(place + item::multi, instance.value.multi);
        out.set_u64(place + item::first, static_cast<std::uint64_t>(instance.value.first));
        out.set_u64(place + item::second, static_cast<std::uint64_t>(instance.value.second));
        append_utf16(out, instance.name);
        place += item::size;
    }
    out.zeros(size - (out.size() - start));
}

} // namespace

Result<void, Failure> read_record(
    std::span<const std::byte> payload, std::span<const model::LogEntry> entries, model::LogRecord& record) {
    clear(record, entries.size());
    CellsOfKind counters(model::LogEntryKind::counter, entries, record);
    CellsOfKind lists(model::LogEntryKind::instances, entries, record);
    ByteReader all(payload);
    if (all.u32(0) != record_tag) {
        return corrupt_record(0, "it does not begin as a record");
    }
    std::size_t offset = tag_size;
    while (payload.size() - offset >= tag_size) {
        const std::uint32_t length = all.u32(offset + length_place);
        if (length < tag_size || length > payload.size() - offset) {
            return corrupt_record(offset, "a part has " + std::to_string(length) + " bytes");
        }
        const auto body = payload.subspan(offset + tag_size, length - tag_size);
        ByteReader bytes(body);
        const std::uint32_t kind = all.u32(offset);
        model::LogCell* const cell = kind == counter_tag     ? counters.next()
                                     : kind == instances_tag ? lists.next()
                                                             : nullptr;
        if (kind == block_tag) {
            record.blocks.push_back(body);
        } else if (cell != nullptr && kind == counter_tag) {
            cell->value = read_counter(bytes);
        } else if (cell != nullptr) {
            read_instances(bytes, *cell);
        }
        if (!bytes.ok()) {
            return corrupt_record(offset + tag_size + bytes.fault(), "a value or a name leaves its part");
        }
        if (cell != nullptr) {
            cell->is_there = true;
        }
        offset += length;
    }
    return outcome::success();
}

void append_record(std::span<const model::LogEntry> entries, std::span<const model::LogCell> cells,
    std::vector<std::byte>& payload) {
    ByteWriter out(payload);
    const std::size_t start = out.size();
    out.u32(record_tag);
    out.u32(0);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].kind == model::LogEntryKind::counter) {
            append_counter(out, cells[i].value);
        } else if (entries[i].kind == model::LogEntryKind::instances) {
            append_instances(out, cells[i]);
        }
    }
    out.set_u32(start + length_place, static_cast<std::uint32_t>(out.size() - start));
}

} // namespace pdh_shim::log::blg
