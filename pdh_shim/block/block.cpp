// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/block.h"

#include "base/bytes.h"
#include "base/file_time.h"
#include "base/text.h"
#include "block/layout.h"
#include "model/log_zone.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

namespace pdh_shim::block {
namespace {

std::uint64_t next_number() noexcept {
    static std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

// The byte order in the header of a block, if its signature agrees.
std::optional<std::endian> order_of(std::span<const std::byte> bytes) noexcept {
    constexpr std::array<std::uint16_t, 4> signature{'P', 'E', 'R', 'F'};
    for (const std::endian order : {std::endian::little, std::endian::big}) {
        ByteReader reader(bytes, order);
        const std::uint32_t expected = order == std::endian::little ? 1 : 0;
        bool is_it = reader.u32(layout::block::little_endian) == expected;
        for (std::size_t i = 0; i < signature.size(); ++i) {
            is_it = is_it && reader.u16(layout::block::signature + 2 * i) == signature[i];
        }
        if (is_it && reader.ok()) {
            return order;
        }
    }
    return std::nullopt;
}

std::int64_t read_system_time(ByteReader& reader) noexcept {
    SystemTime time{};
    for (std::size_t i = 0; i < time.size(); ++i) {
        time[i] = reader.u16(layout::block::system_time + 2 * i);
    }
    return to_file_time(time).value_or(0);
}

// SystemTime is UTC, or the local time of the same moment: see bias_in_block().
std::int64_t read_utc(ByteReader& reader) noexcept {
    const std::int64_t system_time = read_system_time(reader);
    const std::int64_t time_100ns = reader.i64(layout::block::time_100ns);
    return model::bias_between(time_100ns, system_time).value_or(0) == 0 ? system_time : time_100ns;
}

// Offsets in what is found, and in failures, are counted from `start`.
Result<ObjectBytes, Failure> find_object(
    std::span<const std::byte> bytes, std::size_t offset, std::endian order, std::size_t start) {
    ByteReader reader(bytes.subspan(offset), order);
    const std::size_t total = reader.u32(layout::object::total_length);
    const std::uint32_t title_index = reader.u32(layout::object::title_index);
    if (total < layout::object::size || total > reader.size()) {
        return malformed(start + offset, "the length of an object is " + std::to_string(total) + ", but " +
                                             std::to_string(reader.size()) + " bytes are left");
    }
    return ObjectBytes{
        .title_index = title_index, .offset = start + offset, .bytes = reader.part(0, total), .order = order};
}

// Appends `count` objects that begin at `offset`; returns where they end.
Result<std::size_t, Failure> find_objects(std::span<const std::byte> bytes, std::size_t offset,
    std::uint32_t count, std::endian order, std::size_t start, std::vector<ObjectBytes>& objects) {
    for (; count != 0; --count) {
        PDH_SHIM_TRY(auto object, find_object(bytes, offset, order, start));
        offset += object.bytes.size();
        objects.push_back(object);
    }
    return offset;
}

struct Extent {
    std::size_t total = 0;
    std::size_t header = 0;
    std::uint32_t objects = 0;
};

Result<Extent, Failure> read_extent(ByteReader& reader, std::size_t start) {
    namespace block = layout::block;
    const Extent extent{.total = reader.u32(block::total_length),
        .header = reader.u32(block::header_length),
        .objects = reader.u32(block::object_count)};
    if (reader.u32(block::version) != 1) {
        return malformed(start + block::version, "a version other than 1");
    }
    if (extent.total > reader.size()) {
        return malformed(start + block::total_length, "the block has " + std::to_string(extent.total) +
                                                          " bytes, but there are only " +
                                                          std::to_string(reader.size()));
    }
    if (extent.header < block::size || extent.header > extent.total) {
        return malformed(
            start + block::header_length, "the header's length cannot be " + std::to_string(extent.header));
    }
    return extent;
}

Result<BlockHeader, Failure> read_header(
    std::span<const std::byte> bytes, std::endian order, const Extent& extent, std::size_t start) {
    namespace block = layout::block;
    ByteReader reader(bytes.first(extent.header), order);
    BlockHeader header;
    header.total_bytes = extent.total;
    header.perf_time = reader.i64(block::perf_time);
    header.perf_freq = reader.i64(block::perf_freq);
    header.time_100ns = reader.i64(block::time_100ns);
    header.system_time = read_utc(reader);
    header.default_object = reader.i32(block::default_object);
    if (header.perf_freq <= 0) {
        return malformed(start + block::perf_freq, "the clock has no frequency");
    }
    const auto name = reader.part(reader.u32(block::name_offset), reader.u32(block::name_length));
    if (!reader.ok()) {
        return malformed(
            start + std::min(reader.fault(), bytes.size()), "the computer's name is not in the header");
    }
    header.machine = utf16_text(name, order);
    return header;
}

/// What stands before the objects of a block.
struct BlockStart {
    std::endian order = std::endian::little;
    Extent extent;
    BlockHeader header;
};

Result<BlockStart, Failure> read_start(std::span<const std::byte> bytes, std::size_t start) {
    if (bytes.size() < layout::block::size) {
        return malformed(start + bytes.size(), "too short for a PERF_DATA_BLOCK");
    }
    const std::optional<std::endian> order = order_of(bytes);
    if (!order) {
        return malformed(start + layout::block::signature, "no PERF_DATA_BLOCK begins here");
    }
    ByteReader reader(bytes, *order);
    PDH_SHIM_TRY(const auto extent, read_extent(reader, start));
    PDH_SHIM_TRY(auto header, read_header(bytes, *order, extent, start));
    return BlockStart{*order, extent, std::move(header)};
}

} // namespace

Failure malformed(std::size_t offset, std::string what) {
    return {Status::invalid_data, "byte " + std::to_string(offset), std::move(what)};
}

void BlockObjects::clear() noexcept {
    objects_.clear();
    by_title_.clear();
}

std::optional<std::int32_t> bias_in_block(std::span<const std::byte> bytes, std::int64_t local_time) {
    const std::optional<std::endian> order = order_of(bytes);
    if (!order) {
        return std::nullopt;
    }
    ByteReader reader(bytes, *order);
    if (const auto bias = model::bias_between(reader.i64(layout::block::time_100ns), local_time)) {
        return bias;
    }
    const auto bias = model::bias_between(read_system_time(reader), local_time);
    return bias == 0 ? std::nullopt : bias;
}

bool is_cut(std::span<const std::byte> bytes) noexcept {
    if (bytes.size() < layout::block::size) {
        return true;
    }
    const std::optional<std::endian> order = order_of(bytes);
    return order && ByteReader(bytes, *order).u32(layout::block::total_length) > bytes.size();
}

Result<BlockHeader, Failure> read_block_header(std::span<const std::byte> bytes) {
    PDH_SHIM_TRY(auto block, read_start(bytes, 0));
    return std::move(block.header);
}

Result<BlockHeader, Failure> BlockObjects::add_block(std::span<const std::byte> bytes, std::size_t start) {
    PDH_SHIM_TRY(auto block, read_start(bytes, start));
    const std::size_t before = objects_.size();
    auto end = find_objects(bytes.first(block.extent.total), block.extent.header, block.extent.objects,
        block.order, start, objects_);
    if (!end) {
        objects_.resize(before);
        return std::move(end).error();
    }
    index_from(before);
    return std::move(block.header);
}

Result<void, Failure> BlockObjects::add_found(std::span<const std::byte> bytes) {
    PDH_SHIM_TRY(const auto block, read_start(bytes, 0));
    const std::size_t before = objects_.size();
    auto end = find_objects(
        bytes.first(block.extent.total), block.extent.header, block.extent.objects, block.order, 0, objects_);
    const auto ends_in_zeros = [](std::span<const std::byte> object) {
        return std::ranges::all_of(object.last(8), [](std::byte byte) { return byte == std::byte{}; });
    };
    if (!end && objects_.size() > before && ends_in_zeros(objects_.back().bytes)) {
        objects_.pop_back();
    }
    index_from(before);
    if (!end) {
        return std::move(end).error();
    }
    if (block.extent.total - end.value() >= layout::object::size) {
        return malformed(end.value(), "the objects end here, but not their block");
    }
    return outcome::success();
}

Result<void, Failure> BlockObjects::add_objects(std::span<const std::byte> bytes, std::uint32_t count) {
    const std::size_t before = objects_.size();
    auto end = find_objects(bytes, 0, count, std::endian::native, 0, objects_);
    if (end && end.value() != bytes.size()) {
        end = malformed(end.value(),
            "the objects end here, but " + std::to_string(bytes.size()) + " bytes were announced");
    }
    if (!end) {
        objects_.resize(before);
        return std::move(end).error();
    }
    index_from(before);
    return outcome::success();
}

void BlockObjects::index_from(std::size_t position) {
    number_ = next_number();
    for (; position < objects_.size(); ++position) {
        by_title_.try_emplace(objects_[position].title_index, position);
    }
}

const ObjectBytes* BlockObjects::find(std::uint32_t title_index) const noexcept {
    const auto found = by_title_.find(title_index);
    return found == by_title_.end() ? nullptr : &objects_[found->second];
}

std::vector<std::uint32_t> title_indexes(
    std::span<const model::ObjectRequest> requests, const model::Catalogue& catalogue) {
    std::vector<std::uint32_t> indexes;
    indexes.reserve(requests.size());
    for (const model::ObjectRequest& request : requests) {
        indexes.push_back(catalogue.objects[request.object].title_index);
    }
    return indexes;
}

std::u16string index_list(std::span<const std::uint32_t> indexes) {
    std::u16string list;
    for (const std::uint32_t index : indexes) {
        if (!list.empty()) {
            list += u' ';
        }
        append_decimal(list, index);
    }
    return list;
}

std::u16string utf16_text(std::span<const std::byte> bytes, std::endian order) {
    ByteReader reader(bytes, order);
    std::size_t end = 0;
    while (end + 2 <= bytes.size() && reader.u16(end) != 0) {
        end += 2;
    }
    std::u16string text(end / 2, u'\0');
    for (std::size_t i = 0; i < text.size(); ++i) {
        text[i] = reader.u16(2 * i);
    }
    return text;
}

std::u16string ansi_text(std::span<const std::byte> bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (const std::byte byte : bytes) {
        if (byte == std::byte{0}) {
            break;
        }
        text += static_cast<char>(byte);
    }
    return from_utf8_or_windows_1252(text);
}

} // namespace pdh_shim::block
