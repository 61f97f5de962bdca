// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/blg/trace.h"

#include "base/bytes.h"
#include "log/blg/layout.h"
#include "model/log_failure.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace pdh_shim::log::blg {
namespace {

constexpr std::uint32_t smallest_buffer = 1024;
constexpr std::uint32_t largest_buffer = 16U << 20U;
constexpr std::size_t piece_size = std::size_t{1} << 18U;    // read at once, if buffers are not larger
constexpr std::size_t longest_event = std::size_t{1} << 28U; // with all its parts

Failure unreadable_header(std::string what) {
    return {Status::unable_read_log_header, {}, std::move(what)};
}

/// Bytes of an event of any kind; 0 if there is no such kind.
std::size_t size_of_event(ByteReader& bytes, std::size_t offset) {
    constexpr std::uint8_t event_mark = 0x80; // set in the flags of all kinds
    const std::uint8_t type = bytes.u8(offset + layout::event::type);
    if ((bytes.u8(offset + layout::event::flags) & event_mark) == 0) {
        return 0;
    }
    switch (type) {
    case 0x01: // SYSTEM_TRACE_HEADER and PERFINFO_TRACE_HEADER, which have their size elsewhere
    case 0x02:
    case 0x03:
    case 0x04:
    case 0x10:
    case 0x11:
        return bytes.u16(offset + layout::system::event_size);
    default:
        return bytes.u16(offset + layout::event::event_size);
    }
}

bool is_of_pdh(ByteReader& bytes, std::size_t offset, std::size_t size) {
    const std::uint8_t type = bytes.u8(offset + layout::event::type);
    if ((type != layout::event::type_32 && type != layout::event::type_64) || size < layout::event::payload) {
        return false;
    }
    const auto guid = bytes.part(offset + layout::event::guid, layout::event::pdh_guid.size());
    return std::memcmp(guid.data(), layout::event::pdh_guid.data(), guid.size()) == 0;
}

model::LogZone read_zone(std::span<const std::byte> bytes) {
    const model::ZoneRules rules = model::read_zone_rules(bytes);
    return rules == unknown_zone() ? model::LogZone() : model::LogZone(rules);
}

Result<TraceHeader, Failure> read_header(std::span<const std::byte> start) {
    using namespace layout;
    constexpr std::size_t place = buffer::size + system::size;
    ByteReader bytes(start);
    TraceHeader header;
    header.buffer_size = bytes.u32(buffer::buffer_size);
    header.pointer_size = bytes.u32(place + header::pointer_size);
    const bool is_trace = bytes.u16(buffer::type) == buffer::header_type &&
                          bytes.u32(place + header::buffer_size) == header.buffer_size;
    if (!bytes.ok() || !is_trace) {
        return unreadable_header("is no event trace");
    }
    if (header.buffer_size < smallest_buffer || header.buffer_size > largest_buffer ||
        header.buffer_size % event::alignment != 0) {
        return unreadable_header("has buffers of " + std::to_string(header.buffer_size) + " bytes");
    }
    if (header.pointer_size != 4 && header.pointer_size != 8) {
        return unreadable_header("has pointers of " + std::to_string(header.pointer_size) + " bytes");
    }
    header.start_buffers = std::max(bytes.u32(place + header::start_buffers), 1U);
    header.is_circular = (bytes.u32(place + header::mode) & header::circular_mode) != 0;
    header.end_time = bytes.i64(place + header::end_time);
    header.start_time = bytes.i64(place + header::start_time(header.pointer_size));
    const auto zone = bytes.part(place + header::time_zone(header.pointer_size), model::ZoneRules::size);
    static_cast<void>(bytes.part(place, header::size(header.pointer_size)));
    if (!bytes.ok()) {
        return unreadable_header("is cut in its header");
    }
    header.zone = read_zone(zone);
    return header;
}

} // namespace

model::ZoneRules unknown_zone() {
    constexpr std::u16string_view name = u"unknown";
    model::ZoneRules rules;
    std::ranges::copy(name, rules.standard_name.begin());
    return rules;
}

/// One event of PDH as it stands in a buffer.
struct TraceReader::Part {
    EventKind kind = EventKind::record;
    std::int64_t time_stamp = 0;
    std::uint32_t number = 0; // from 1
    std::uint32_t count = 0;
    std::span<const std::byte> payload;
};

TraceReader::TraceReader(std::unique_ptr<DataFile> file, TraceHeader header) noexcept
    : file_(std::move(file)), header_(header) {}

Result<TraceReader, Failure> TraceReader::open(std::unique_ptr<DataFile> file) {
    std::array<std::byte, smallest_buffer> start{};
    PDH_SHIM_TRY(const std::size_t count, model::log_read(file->read(0, start)));
    PDH_SHIM_TRY(const TraceHeader header, read_header(std::span(start).first(count)));
    TraceReader reader(std::move(file), header);
    if (header.is_circular) {
        PDH_SHIM_CHECK(reader.find_oldest());
    }
    return reader;
}

Result<std::uint64_t, Failure> TraceReader::size() {
    return model::log_read(file_->size());
}

Result<std::uint64_t, Failure> TraceReader::buffers() {
    PDH_SHIM_TRY(const std::uint64_t bytes, size());
    const bool has_more = bytes % header_.buffer_size >= layout::buffer::size; // a file may have been cut
    return bytes / header_.buffer_size + (has_more ? 1 : 0);
}

Result<std::int64_t, Failure> TraceReader::sequence_of(std::uint64_t place) {
    std::array<std::byte, layout::buffer::size> start{};
    PDH_SHIM_CHECK(model::log_read(file_->read(place * header_.buffer_size, start)));
    return ByteReader(start).i64(layout::buffer::sequence);
}

/// Behind the buffers that stay, the sequence numbers rise, and once more from a smaller one on if the file
/// has been full: that is the oldest.
Result<void, Failure> TraceReader::find_oldest() {
    PDH_SHIM_TRY(count_, buffers());
    oldest_ = header_.start_buffers;
    if (count_ <= oldest_) {
        return outcome::success();
    }
    PDH_SHIM_TRY(const std::int64_t first, sequence_of(oldest_));
    std::uint64_t newer = oldest_; // a place whose sequence number is not less than the first one
    std::uint64_t older = count_;  // a place whose sequence number is less, or the end
    while (older - newer > 1) {
        const std::uint64_t middle = newer + (older - newer) / 2;
        PDH_SHIM_TRY(const std::int64_t sequence, sequence_of(middle));
        (sequence < first ? older : newer) = middle;
    }
    oldest_ = older < count_ ? older : oldest_;
    return outcome::success();
}

std::uint64_t TraceReader::place_of(std::uint64_t buffer) const noexcept {
    const std::uint64_t start = header_.start_buffers;
    if (!header_.is_circular || buffer < start || buffer >= count_) {
        return buffer;
    }
    const std::uint64_t turned = buffer - start + oldest_ - start;
    return start + turned % (count_ - start);
}

void TraceReader::seek(std::uint64_t buffer) noexcept {
    number_ = buffer;
    is_loaded_ = false;
}

Failure TraceReader::corrupt(std::size_t offset, std::string what) const {
    const std::uint64_t place = place_of(number_) * header_.buffer_size + offset;
    return {Status::binary_log_corrupt, "byte " + std::to_string(place), std::move(what)};
}

/// The bytes of a buffer, which is read together with those behind it; fewer than its size at the end of the
/// file.
Result<std::span<const std::byte>, Failure> TraceReader::bytes_of(std::uint64_t place) {
    const std::size_t size = header_.buffer_size;
    if (place < piece_place_ || (place - piece_place_ + 1) * size > piece_filled_) {
        const std::size_t most = std::max(piece_size / size, std::size_t{1}) * size;
        if (piece_ == nullptr) {
            piece_ = std::make_unique_for_overwrite<std::byte[]>(most);
        }
        piece_filled_ = 0;
        PDH_SHIM_TRY(
            piece_filled_, model::log_read(file_->read(place * size, std::span(piece_.get(), most))));
        piece_place_ = place;
    }
    const std::size_t start = static_cast<std::size_t>(place - piece_place_) * size;
    return std::span<const std::byte>(piece_.get() + start, std::min(size, piece_filled_ - start));
}

/// Makes a buffer the current one. @return whether there is one
Result<bool, Failure> TraceReader::load(std::uint64_t buffer) {
    PDH_SHIM_TRY(const std::span<const std::byte> bytes, bytes_of(place_of(buffer)));
    if (bytes.size() < layout::buffer::size) {
        return false;
    }
    const std::size_t filled = ByteReader(bytes).u32(layout::buffer::filled);
    number_ = buffer;
    if (filled > header_.buffer_size) {
        return corrupt(layout::buffer::filled, "a buffer has more in it than its size");
    }
    buffer_ = bytes.first(std::min(filled, bytes.size()));
    offset_ = layout::buffer::size;
    is_loaded_ = true;
    return true;
}

/// The next event of PDH in any buffer; others are passed over.
Result<std::optional<TraceReader::Part>, Failure> TraceReader::next_part() {
    while (true) {
        if (!is_loaded_) {
            PDH_SHIM_TRY(const bool is_there, load(number_));
            if (!is_there) {
                return std::optional<Part>();
            }
        }
        ByteReader bytes(buffer_);
        if (offset_ >= buffer_.size()) {
            seek(number_ + 1);
            continue;
        }
        const std::size_t offset = offset_;
        const std::size_t size = size_of_event(bytes, offset);
        if (!bytes.ok() ||
            size > buffer_.size() - offset) { // cut with the file, or by a writer that was killed
            seek(number_ + 1);
            continue;
        }
        if (size < layout::system::size) {
            return corrupt(offset, "an event has no size");
        }
        offset_ +=
            (size + layout::event::alignment - 1) / layout::event::alignment * layout::event::alignment;
        if (is_of_pdh(bytes, offset, size)) {
            return std::optional(Part{static_cast<EventKind>(bytes.u8(offset + layout::event::kind)),
                bytes.i64(offset + layout::event::time_stamp), bytes.u32(offset + layout::event::part_number),
                bytes.u32(offset + layout::event::part_count),
                buffer_.subspan(offset + layout::event::payload, size - layout::event::payload)});
        }
    }
}

Result<std::optional<Event>, Failure> TraceReader::next() {
    std::uint32_t read = 0; // parts of the event so far
    Event event;
    while (true) {
        PDH_SHIM_TRY(const std::optional<Part> part, next_part());
        if (!part) {
            return std::optional<Event>();
        }
        if (part->number == 1) {
            event = {part->kind, part->time_stamp, number_, part->payload};
            joined_.clear();
        } else if (read == 0 || part->number != read + 1) { // its first part is lost
            read = 0;
            continue;
        }
        if (part->count <= 1) {
            return std::optional(event);
        }
        if (part->payload.size() > longest_event - joined_.size()) {
            return corrupt(offset_, "an event is longer than " + std::to_string(longest_event) + " bytes");
        }
        joined_.insert(joined_.end(), part->payload.begin(), part->payload.end());
        read = part->number;
        if (read >= part->count) {
            event.payload = joined_;
            return std::optional(event);
        }
    }
}

} // namespace pdh_shim::log::blg
