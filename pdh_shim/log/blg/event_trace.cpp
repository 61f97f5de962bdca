// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/blg/event_trace.h"

#include "base/bytes.h"
#include "log/blg/layout.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <unordered_set>
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
    header.has_wnodes = (bytes.u32(buffer::wnode_flags) & buffer::wnode_traced_guid) != 0;
    const bool is_trace = (header.has_wnodes || bytes.u16(buffer::type) == buffer::header_type) &&
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

/// @param start of a buffer
std::int64_t sequence_in(std::span<const std::byte> start, const TraceHeader& trace) {
    ByteReader bytes(start);
    return trace.has_wnodes ? bytes.u32(layout::buffer::wnode_sequence) : bytes.i64(layout::buffer::sequence);
}

/// FNV-1a, of eight bytes at a time.
std::uint64_t hash_of_bytes(std::span<const std::byte> bytes) {
    std::uint64_t hash = 0xCBF29CE484222325;
    ByteReader words(bytes);
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
        hash = (hash ^ words.u64(i)) * 0x100000001B3;
        hash ^= hash >> 32U;
    }
    return hash;
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

    /// The header has it several times; some versions of Windows leave one of them 0, and those before Vista
    /// have it once.
    static End of(std::span<const std::byte> bytes, const TraceHeader& trace) {
        using namespace layout;
        ByteReader header(bytes);
        const std::size_t filled = header.u32(buffer::filled);
        const bool is_possible = filled >= buffer::size && filled <= trace.buffer_size;
        const bool is_again = trace.has_wnodes ? header.u32(buffer::wnode_flags) == buffer::wnode_traced_guid
                                               : header.u32(buffer::saved_offset) == filled ||
                                                     header.u32(buffer::current_offset) == filled;
        return {is_possible ? filled : trace.buffer_size, !is_possible || !is_again};
    }
};

/// What a buffer begins with.
struct TraceReader::BufferStart {
    std::uint64_t place = 0; // in the file, in buffers
    std::int64_t sequence = 0;
    std::uint64_t hash = 0;                 // of its header and that of its first event
    std::optional<std::int64_t> time_stamp; // of its first event, if that is PDH's
    model::Guid guid{};                     // of the log, there
    bool is_of_before = false;              // both were copied from the buffer before
    bool is_copy = false;                   // of an earlier buffer
    bool is_behind_later = false;           // in the file, but no more
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
    return sequence_in(start, header_);
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
    return buffer < order_.size() ? order_[static_cast<std::size_t>(buffer)].place : turned(buffer);
}

/// The place of a buffer in a file whose buffers stand where they belong.
std::uint64_t TraceReader::turned(std::uint64_t buffer) const noexcept {
    const std::uint64_t start = header_.start_buffers;
    if (!header_.is_circular || buffer < start || buffer >= count_) {
        return buffer;
    }
    return start + (buffer - start + oldest_ - start) % (count_ - start);
}

/// The first buffer that has a place in an order: those before it stay at the start.
std::uint64_t TraceReader::first_ordered() const noexcept {
    return header_.is_circular ? header_.start_buffers : 1;
}

/// Looks at all buffers once two numbers do not follow each other: of this buffer and the one before, or of
/// the first two.
/// @return the buffer to load next
Result<std::uint64_t, Failure> TraceReader::check_order(std::uint64_t buffer) {
    const std::uint64_t later = std::max(buffer, first_ordered() + 1);
    const std::uint64_t before = turned(later - 1);
    if (buffer < first_ordered()) {
        return buffer;
    }
    std::array<std::byte, layout::buffer::size> start{};
    std::span<const std::byte> bytes(start);
    if (buffer == later) {
        PDH_SHIM_TRY(bytes, bytes_of(turned(later)));
        bytes = bytes.first(std::min(bytes.size(), start.size()));
    } else {
        PDH_SHIM_CHECK(file_->read(turned(later) * header_.buffer_size, start));
    }
    if (bytes.size() < start.size() || are_all(bytes, std::byte{})) { // it is to come
        return buffer;
    }
    std::optional<std::int64_t> sequence_before = newest_sequence_;
    if (!sequence_before || buffer != later) {
        PDH_SHIM_TRY(sequence_before, sequence_of(before));
    }
    const auto sequence = static_cast<std::uint64_t>(sequence_in(bytes, header_));
    if (sequence - static_cast<std::uint64_t>(*sequence_before) == 1) {
        return buffer;
    }
    PDH_SHIM_CHECK(put_in_order());
    if (order_.empty() || !newest_sequence_ || buffer != later) {
        return buffer;
    }
    const auto newest = std::ranges::find(order_, before, &OrderedBuffer::place);
    const auto next = newest == order_.end() ? newest : newest + 1;
    // Behind what was read, a buffer with an earlier number is read no more before the next seek().
    const auto is_unread = [this, later](std::uint64_t place) {
        const std::uint64_t start = header_.start_buffers;
        const bool is_turned = header_.is_circular && place >= start && place < count_;
        return (is_turned ? start + (place + count_ - start - oldest_) % (count_ - start) : place) >= later;
    };
    std::for_each(order_.begin(), next, [&](const OrderedBuffer& passed) {
        if (!passed.is_copy && is_unread(passed.place)) {
            lose(passed.place * header_.buffer_size, header_.buffer_size,
                "a buffer with the number of an earlier one");
        } else {
            count_misplaced(passed);
        }
    });
    return static_cast<std::uint64_t>(next - order_.begin());
}

Result<TraceReader::BufferStart, Failure> TraceReader::start_of(std::uint64_t place) {
    using namespace layout;
    std::array<std::byte, buffer::size + event::payload> start{};
    PDH_SHIM_CHECK(file_->read(place * header_.buffer_size, start));
    BufferStart found;
    found.place = place;
    found.sequence = sequence_in(start, header_);
    found.hash = hash_of_bytes(start);
    if (has_guid(start, buffer::size + event::guid, event::pdh_guid)) {
        found.time_stamp = ByteReader(start).i64(buffer::size + event::time_stamp);
        std::memcpy(found.guid.data(), start.data() + buffer::size + event::log_guid, found.guid.size());
    }
    return found;
}

Result<std::uint64_t, Failure> TraceReader::hash_of(std::uint64_t place) {
    PDH_SHIM_TRY(const auto bytes, bytes_of(place));
    return hash_of_bytes(bytes) ^ bytes.size();
}

/// A buffer has the time at which it was written, and a number: no two are the same.
Result<void, Failure> TraceReader::find_copies(std::vector<BufferStart>& buffers) {
    std::unordered_map<std::uint64_t, std::size_t> starts; // by their hash, the first such buffer
    std::unordered_set<std::uint64_t> hashes;              // of whole buffers whose start occurs again
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const auto [first, is_new] = starts.try_emplace(buffers[i].hash, i);
        if (is_new || !buffers[i].time_stamp || buffers[i].is_of_before) {
            continue;
        }
        PDH_SHIM_TRY(const std::uint64_t first_hash, hash_of(buffers[first->second].place));
        PDH_SHIM_TRY(const std::uint64_t hash, hash_of(buffers[i].place));
        hashes.insert(first_hash);
        buffers[i].is_copy = !hashes.insert(hash).second;
    }
    return outcome::success();
}

/// Numbers begin again where something was added to a log: then the times go on, or the log has another GUID.
/// @return how many buffers from `begin` on were numbered together
std::size_t TraceReader::run_from(std::span<const BufferStart> buffers) {
    const auto begins_again = [](const BufferStart& before, const BufferStart& next) {
        return next.guid != before.guid ||
               (next.sequence < before.sequence && next.time_stamp >= before.time_stamp);
    };
    const auto last = std::ranges::adjacent_find(buffers, begins_again);
    return last == buffers.end() ? buffers.size() : static_cast<std::size_t>(last - buffers.begin()) + 1;
}

/// Sorts buffers that were numbered together by their numbers, if their times say so, too.
void TraceReader::sort_run(std::span<BufferStart> run) {
    std::vector<BufferStart> sorted(run.begin(), run.end());
    std::int64_t latest = std::numeric_limits<std::int64_t>::min();
    for (BufferStart& buffer : sorted) {
        buffer.is_behind_later = buffer.sequence < latest;
        latest = std::max(latest, buffer.sequence);
    }
    std::ranges::stable_sort(sorted, {}, &BufferStart::sequence);
    if (std::ranges::is_sorted(sorted, {}, &BufferStart::time_stamp)) {
        std::ranges::copy(sorted, run.begin());
    }
}

Result<void, Failure> TraceReader::put_in_order() {
    constexpr std::uint64_t most = 1U << 20U; // the memory for more would be too much
    is_order_checked_ = true;
    PDH_SHIM_TRY(const std::uint64_t count, buffers());
    std::vector<BufferStart> all;
    for (std::uint64_t i = first_ordered(); i < count && count <= most; ++i) {
        PDH_SHIM_TRY(BufferStart start, start_of(turned(i)));
        if (!start.time_stamp && !all.empty()) { // it goes where the one before it goes
            start.time_stamp = all.back().time_stamp;
            start.guid = all.back().guid;
            start.is_of_before = true;
        }
        all.push_back(start);
    }
    PDH_SHIM_CHECK(find_copies(all));
    for (std::span<BufferStart> rest(all); !rest.empty();) {
        const std::size_t run = run_from(rest);
        sort_run(rest.first(run));
        rest = rest.subspan(run);
    }
    const bool is_in_order = std::ranges::none_of(
        all, [](const BufferStart& buffer) { return buffer.is_copy || buffer.is_behind_later; });
    if (!is_in_order) {
        for (std::uint64_t i = 0; i < first_ordered(); ++i) {
            order_.push_back({i, false, false});
        }
        std::ranges::transform(all, std::back_inserter(order_), [](const BufferStart& buffer) {
            return OrderedBuffer{buffer.place, buffer.is_copy, buffer.is_behind_later};
        });
    }
    return outcome::success();
}

void TraceReader::count_misplaced(const OrderedBuffer& buffer) {
    const std::uint64_t place = buffer.place * header_.buffer_size;
    if (buffer.is_copy) {
        lose(place, header_.buffer_size, "a copy of an earlier buffer");
    } else if (buffer.is_behind_later) {
        lose(place, 0, "a buffer that is out of order, and was put in order");
    }
}

void TraceReader::seek(std::uint64_t buffer) noexcept {
    go_to(buffer);
    newest_sequence_.reset();
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

void TraceReader::lose(const TraceEvent& event, std::size_t offset, std::size_t size, std::string_view what) {
    const auto behind =
        std::ranges::upper_bound(pieces_, offset, {}, [](const auto& piece) { return piece.first; });
    const bool is_known = behind != pieces_.begin();
    lose(is_known ? std::prev(behind)->second + offset - std::prev(behind)->first : event.place, size, what);
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
    if (!is_order_checked_) {
        PDH_SHIM_TRY(buffer, check_order(buffer));
    }
    const std::uint64_t place = place_of(buffer);
    PDH_SHIM_TRY(std::span<const std::byte> bytes, bytes_of(place));
    if (bytes.size() < layout::buffer::size) {
        PDH_SHIM_CHECK(count_missing_end());
        return false;
    }
    number_ = buffer;
    newest_sequence_ = sequence_in(bytes, header_);
    if (header_.is_circular && buffer == header_.start_buffers) {
        is_mid_event_ = true; // the first parts of the oldest record were overwritten
    }
    if (buffer < order_.size()) {
        const OrderedBuffer& ordered = order_[static_cast<std::size_t>(buffer)];
        count_misplaced(ordered);
        if (ordered.is_copy) {
            buffer_ = {};
            is_loaded_ = true;
            return true;
        }
    }
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
    const End end = End::of(bytes, header_);
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

/// An event ends without its last part where another one begins. Nothing is lost if its writer was
/// killed and another one went on, or if it was written again because the disk had been full.
void TraceReader::lose_unfinished(const Joining& unfinished, const Part& next) {
    const TraceEvent& event = unfinished.event;
    const bool is_again = next.number == 1 && next.kind == event.kind && next.time_stamp == event.time_stamp;
    if (unfinished.guid == guid_ && !is_again) {
        lose(event.place, joined_.size(), "an event without its last part");
    }
}

/// The event that has just been sought, or that the oldest buffers of a circular file begin with, may have
/// its first part before.
void TraceReader::lose_headless(const Part& part) {
    if (!is_mid_event_) {
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
        pieces_.clear();
        if (joined_.size() < joined_.capacity() / 4) { // the catalogue may be larger than all other events
            std::vector<std::byte>().swap(joined_);
        }
        joined_.clear();
        is_mid_event_ = false;
    } else if (!is_next) {
        lose_headless(part);
        return false;
    }
    pieces_.emplace_back(part.number == 1 ? 0 : joined_.size(), part.place + layout::event::payload);
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
            if (joining.read > 0 && is_closed(place_of(joining.event.buffer))) {
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
