// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/blg/event_trace.h"

#include "base/bytes.h"
#include "log/blg/layout.h"

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

constexpr std::byte filler_byte{0xFF}; // behind the events of a buffer

bool has_guid(std::span<const std::byte> bytes, std::size_t offset, const model::Guid& guid) {
    return bytes.size() - offset >= guid.size() &&
           std::memcmp(bytes.data() + offset, guid.data(), guid.size()) == 0;
}

bool are_all(std::span<const std::byte> bytes, std::byte value) {
    return std::ranges::all_of(bytes, [value](std::byte byte) { return byte == value; });
}

constexpr std::size_t behind_event(std::size_t size) noexcept {
    return (size + layout::event::alignment - 1) / layout::event::alignment * layout::event::alignment;
}

/// Bytes of the event at this offset if it is whole, or else 0.
std::size_t whole_event_at(std::span<const std::byte> buffer, std::size_t offset) {
    ByteReader bytes(buffer);
    const std::size_t size = size_of_event(bytes, offset);
    const bool is_whole = bytes.ok() && size >= layout::system::size && size <= buffer.size() - offset;
    return is_whole ? size : 0;
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
    header.buffers_written = bytes.u32(place + header::buffers_written);
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
    std::uint64_t place = 0; // in the file
};

/// Where the events of a buffer end, as its header says.
struct TraceReader::End {
    std::size_t filled = 0;
    bool is_doubtful = false; // the header contradicts itself: there may be events behind it, or none before

    /// The header has it several times; some versions of Windows leave one of them 0.
    static End of(std::span<const std::byte> bytes, std::size_t buffer_size) {
        using namespace layout;
        ByteReader header(bytes);
        const std::size_t filled = header.u32(buffer::filled);
        const bool is_possible = filled >= buffer::size && filled <= buffer_size;
        const bool is_sure = is_possible && (header.u32(buffer::saved_offset) == filled ||
                                                header.u32(buffer::current_offset) == filled);
        return {is_possible ? filled : buffer_size, !is_sure};
    }
};

TraceReader::TraceReader(std::unique_ptr<DataFile> file, TraceHeader header) noexcept
    : file_(std::move(file)), header_(header) {}

Result<TraceReader, Failure> TraceReader::open(std::unique_ptr<DataFile> file) {
    std::array<std::byte, smallest_buffer> start{};
    PDH_SHIM_TRY(const std::size_t count, file->read(0, start));
    PDH_SHIM_TRY(const TraceHeader header, read_header(std::span(start).first(count)));
    TraceReader reader(std::move(file), header);
    if (header.is_circular) {
        PDH_SHIM_CHECK(reader.find_oldest());
    }
    return reader;
}

Result<std::uint64_t, Failure> TraceReader::size() {
    return file_->size();
}

Result<std::uint64_t, Failure> TraceReader::buffers() {
    PDH_SHIM_TRY(const std::uint64_t bytes, size());
    const bool has_more = bytes % header_.buffer_size >= layout::buffer::size; // a file may have been cut
    return bytes / header_.buffer_size + (has_more ? 1 : 0);
}

Result<std::int64_t, Failure> TraceReader::sequence_of(std::uint64_t place) {
    std::array<std::byte, layout::buffer::size> start{};
    PDH_SHIM_CHECK(file_->read(place * header_.buffer_size, start));
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
    go_to(buffer);
    guid_ = {}; // what is found from here on depends on nothing that was read before
    is_mid_event_ = true;
    is_in_loss_ = false;
    is_end_counted_ = false;
}

void TraceReader::go_to(std::uint64_t buffer) noexcept {
    number_ = buffer;
    is_loaded_ = false;
}

void TraceReader::lose(std::uint64_t place, std::uint64_t size, std::string_view what) {
    if (is_in_loss_) {
        loss_.bytes += size;
        return;
    }
    is_in_loss_ = true;
    loss_.add({Status::binary_log_corrupt, "byte " + std::to_string(place), std::string(what)}, size);
}

void TraceReader::lose(const TraceEvent& event, std::string_view what) {
    lose(event.place, event.payload.size(), what);
}

/// Whether the file was closed when it had this buffer already: then its writer has finished it.
bool TraceReader::is_closed(std::uint64_t place) const noexcept {
    return header_.end_time != 0 && place < header_.buffers_written;
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
        PDH_SHIM_TRY(piece_filled_, file_->read(place * size, std::span(piece_.get(), most)));
        piece_place_ = place;
    }
    const std::size_t start = static_cast<std::size_t>(place - piece_place_) * size;
    return std::span<const std::byte>(piece_.get() + start, std::min(size, piece_filled_ - start));
}

/// Whether a buffer without a header is one that the writer has not finished: the last one, or in a circular
/// file the oldest one, whose place it takes.
Result<bool, Failure> TraceReader::is_unfinished(std::uint64_t place) {
    if (is_closed(place)) {
        return false;
    }
    if (header_.is_circular) {
        return number_ == header_.start_buffers || place + 1 >= count_;
    }
    PDH_SHIM_TRY(const std::uint64_t count, buffers());
    return place + 1 >= count;
}

/// Makes a buffer the current one. @return whether there is one
Result<bool, Failure> TraceReader::load(std::uint64_t buffer) {
    const std::uint64_t place = place_of(buffer);
    PDH_SHIM_TRY(std::span<const std::byte> bytes, bytes_of(place));
    if (bytes.size() < layout::buffer::size) {
        PDH_SHIM_CHECK(count_missing_end());
        return false;
    }
    number_ = buffer;
    if (are_all(bytes.first(layout::buffer::size), std::byte{})) {
        PDH_SHIM_TRY(const bool is_to_come, is_unfinished(place));
        if (is_to_come) {
            buffer_ = {};
            is_loaded_ = true;
            return true;
        }
        piece_filled_ = 0; // the writer may have finished it since it was read
        PDH_SHIM_TRY(bytes, bytes_of(place));
    }
    const End end = End::of(bytes, header_.buffer_size);
    buffer_ = end.is_doubtful ? bytes : bytes.first(std::min(end.filled, bytes.size()));
    is_cut_ = bytes.size() < end.filled;
    doubtful_end_ = end.is_doubtful ? std::optional(end.filled) : std::nullopt;
    offset_ = layout::buffer::size;
    is_loaded_ = true;
    return true;
}

/// A file that was closed says how many buffers it had.
Result<void, Failure> TraceReader::count_missing_end() {
    if (header_.end_time == 0 || header_.is_circular || is_end_counted_) {
        return outcome::success();
    }
    is_end_counted_ = true;
    PDH_SHIM_TRY(const std::uint64_t bytes, size());
    const std::uint64_t closed = header_.buffers_written * header_.buffer_size;
    if (bytes < closed) {
        lose(bytes, closed - bytes, "the file was cut");
    }
    return outcome::success();
}

/// Whether an event is PDH's: one of its two GUIDs may be damaged.
bool TraceReader::is_of_log(std::size_t offset, std::size_t size) const {
    return size >= layout::event::payload &&
           (has_guid(buffer_, offset + layout::event::guid, layout::event::pdh_guid) ||
               (guid_ != model::Guid{} && has_guid(buffer_, offset + layout::event::log_guid, guid_)));
}

/// Where the next event of PDH begins that is whole; the end of the buffer if there is none.
std::size_t TraceReader::next_whole_event(std::size_t offset) const {
    for (; offset < buffer_.size(); offset += layout::event::alignment) {
        const bool is_of_pdh = buffer_.size() - offset >= layout::event::payload &&
                               has_guid(buffer_, offset + layout::event::guid, layout::event::pdh_guid);
        if (is_of_pdh && whole_event_at(buffer_, offset) >= layout::event::payload) {
            return offset;
        }
    }
    return buffer_.size();
}

/// Skips bytes that are not a whole event.
void TraceReader::pass_over_damage() {
    constexpr std::byte mark{0x80};
    const std::size_t start = offset_;
    const auto rest = buffer_.subspan(start);
    offset_ = next_whole_event(start);
    const bool is_last = offset_ == buffer_.size();
    if (doubtful_end_ && is_last && (start >= *doubtful_end_ || are_all(rest, filler_byte))) {
        return;
    }
    const bool is_cut_event =
        is_cut_ && is_last &&
        (rest.size() < layout::system::size || (rest[layout::event::flags] & mark) != std::byte{});
    if (!is_cut_event) {
        lose(place_of(number_) * header_.buffer_size + start, offset_ - start, "bytes that are no event");
    }
}

/// Whether zeros stand in place of an event, or of its end. Zeros that begin before the event behind it may
/// begin in this one.
bool TraceReader::is_zeroed(std::size_t offset, std::size_t size, bool is_ours) const {
    using namespace layout;
    if (!is_ours) {
        return size >= event::payload && has_guid(buffer_, offset + event::guid, model::Guid{});
    }
    const auto behind = buffer_.subspan(std::min(offset + behind_event(size), buffer_.size()));
    return behind.size() >= event::alignment && are_all(behind.first(event::alignment), std::byte{}) &&
           are_all(buffer_.subspan(offset, size).last(event::alignment), std::byte{});
}

TraceReader::Part TraceReader::part_at(std::size_t offset, std::size_t size) const {
    using namespace layout;
    ByteReader bytes(buffer_);
    return {static_cast<EventKind>(bytes.u8(offset + event::kind)), bytes.i64(offset + event::time_stamp),
        bytes.u32(offset + event::part_number), bytes.u32(offset + event::part_count),
        buffer_.subspan(offset + event::payload, size - event::payload),
        place_of(number_) * header_.buffer_size + offset};
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
        if (offset_ >= buffer_.size()) {
            go_to(number_ + 1);
            continue;
        }
        const std::size_t offset = offset_;
        const std::size_t size = whole_event_at(buffer_, offset);
        if (size == 0) {
            pass_over_damage();
            continue;
        }
        offset_ = std::min(offset + behind_event(size), buffer_.size());
        const bool is_ours = is_of_log(offset, size);
        if (is_zeroed(offset, size, is_ours)) {
            lose(place_of(number_) * header_.buffer_size + offset, behind_event(size),
                "zeros in place of an event");
        } else if (is_ours) {
            std::memcpy(guid_.data(), buffer_.data() + offset + layout::event::log_guid, guid_.size());
            return std::optional(part_at(offset, size));
        }
    }
}

/// An event and the parts of it that were read so far.
struct TraceReader::Joining {
    TraceEvent event;
    model::Guid guid{};
    std::uint32_t read = 0; // parts
};

/// An event ends without its last part where another one begins. It is no loss if its writer was killed, so
/// that another one went on, or wrote it again because the disk had been full.
void TraceReader::lose_unfinished(const Joining& unfinished, const Part& next) {
    const TraceEvent& event = unfinished.event;
    const bool is_again = next.number == 1 && next.kind == event.kind && next.time_stamp == event.time_stamp;
    if (unfinished.guid == guid_ && !is_again) {
        lose(event.place, joined_.size(), "an event without its last part");
    }
}

/// The event that has just been sought, or that the oldest buffer of a circular file begins with, may have
/// its first part before.
void TraceReader::lose_headless(const Part& part) {
    const bool is_oldest = header_.is_circular && number_ == header_.start_buffers;
    if (!is_mid_event_ && !is_oldest) {
        lose(part.place, part.payload.size(), "an event without its first part");
    }
}

/// Adds a part. @return whether the event is complete
bool TraceReader::join(Joining& joining, const Part& part) {
    const bool is_next = joining.read > 0 && part.number == joining.read + 1;
    if (joining.read > 0 && !is_next) {
        lose_unfinished(joining, part);
        joining.read = 0;
    }
    if (part.number == 1) {
        joining.event = {part.kind, part.time_stamp, number_, part.place, part.payload};
        joining.guid = guid_;
        if (joined_.size() < joined_.capacity() / 4) { // the catalogue may be larger than all other events
            std::vector<std::byte>().swap(joined_);
        }
        joined_.clear();
        is_mid_event_ = false;
    } else if (!is_next) {
        lose_headless(part);
        return false;
    }
    if (part.count <= 1) {
        return true;
    }
    if (part.payload.size() > longest_event - joined_.size()) {
        lose(joining.event.place, joined_.size(), "an event that is too long");
        joining.read = 0;
        return false;
    }
    joined_.insert(joined_.end(), part.payload.begin(), part.payload.end());
    joining.read = part.number;
    joining.event.payload = joined_;
    return joining.read >= part.count;
}

Result<std::optional<TraceEvent>, Failure> TraceReader::next() {
    Joining joining;
    while (true) {
        PDH_SHIM_TRY(const std::optional<Part> part, next_part());
        if (!part) {
            if (joining.read > 0 && is_closed(joining.event.buffer)) {
                lose(joining.event.place, joined_.size(), "an event without its last part");
            }
            return std::optional<TraceEvent>();
        }
        if (join(joining, *part)) {
            is_in_loss_ = false;
            return std::optional(joining.event);
        }
    }
}

} // namespace pdh_shim::log::blg
