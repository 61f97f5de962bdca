// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/blg/blg_writer.h"

#include "base/bytes.h"
#include "log/blg/catalogue.h"
#include "log/blg/layout.h"

#include <algorithm>
#include <string>
#include <utility>

namespace pdh_shim::log::blg {
namespace {

constexpr std::size_t whole = buffer_size_to_write;
constexpr std::byte filler{0xFF};
constexpr std::uint32_t pointer_size = 8;
constexpr std::uint32_t sequential_mode = 0x1; // EVENT_TRACE_FILE_MODE_SEQUENTIAL
constexpr std::uint32_t system_clock = 2;      // time stamps are system time
constexpr std::uint16_t data_flags = 0x20;     // of all buffers with events that were seen
constexpr std::uint32_t data_state = 3;        // of the same
constexpr std::uint8_t system_type_64 = 2;
constexpr std::uint8_t event_mark = 0xC0;
constexpr std::uint32_t version_10 = 0x0501000A; // 10.0 of Windows, as it writes itself

constexpr std::size_t aligned(std::size_t size) noexcept {
    return (size + layout::event::alignment - 1) / layout::event::alignment * layout::event::alignment;
}

} // namespace

TraceWriter::TraceWriter(std::unique_ptr<WritableFile> file, TraceIdentity identity)
    : file_(std::move(file)), identity_(std::move(identity)) {
    buffer_.reserve(whole);
    empty_buffer();
}

Result<TraceWriter, Failure> TraceWriter::begin(
    std::unique_ptr<WritableFile> file, const TraceIdentity& identity) {
    TraceWriter writer(std::move(file), identity);
    PDH_SHIM_CHECK(writer.write(0, writer.first_buffer()));
    return writer;
}

Result<TraceWriter, Failure> TraceWriter::resume(
    std::unique_ptr<WritableFile> file, const TraceIdentity& identity, std::uint64_t buffers) {
    PDH_SHIM_CHECK(file->cut(buffers * whole));
    TraceWriter writer(std::move(file), identity);
    writer.place_ = buffers;
    writer.places_ = buffers + 1;
    writer.sequence_ = buffers;
    return writer;
}

std::vector<std::byte> TraceWriter::first_buffer() const {
    using namespace layout;
    std::vector<std::byte> bytes;
    ByteWriter out(bytes);
    out.zeros(buffer::size + system::size);
    const std::size_t start = out.size();
    out.zeros(header::size(pointer_size));
    out.set_u32(start + header::buffer_size, buffer_size_to_write);
    out.set_u32(start + header::version, version_10);
    out.set_u32(start + header::processors, identity_.processors);
    out.set_u32(start + header::mode, identity_.is_circular ? header::circular_mode : sequential_mode);
    out.set_u32(start + header::buffers_written, 1);
    out.set_u32(start + header::start_buffers, start_buffers_);
    out.set_u32(start + header::pointer_size, pointer_size);
    std::ranges::copy(model::zone_bytes(identity_.zone.rules().value_or(unknown_zone())),
        bytes.begin() + static_cast<std::ptrdiff_t>(start + header::time_zone(pointer_size)));
    out.set_u64(start + header::boot_time(pointer_size), static_cast<std::uint64_t>(identity_.boot_time));
    out.set_u64(start + header::perf_freq(pointer_size), static_cast<std::uint64_t>(identity_.perf_freq));
    out.set_u64(start + header::start_time(pointer_size), static_cast<std::uint64_t>(identity_.start_time));
    out.set_u32(start + header::clock_type(pointer_size), system_clock);
    append_utf16(out, model::make_guid_text(identity_.guid));
    append_utf16(out, identity_.file_name);

    const auto filled = static_cast<std::uint32_t>(out.size());
    const std::uint32_t mark = std::uint32_t{system_type_64} << 16U | std::uint32_t{event_mark} << 24U;
    out.set_u32(buffer::size, mark);
    out.set_u16(buffer::size + system::event_size, static_cast<std::uint16_t>(filled - buffer::size));
    out.set_u32(buffer::size + system::process, identity_.process);
    out.set_u64(buffer::size + system::time, static_cast<std::uint64_t>(identity_.start_time));
    out.set_u32(buffer::buffer_size, buffer_size_to_write);
    out.set_u32(buffer::saved_offset, filled);
    out.set_u32(buffer::filled, filled);
    out.set_u16(buffer::flags, buffer::flush_marker);
    out.set_u16(buffer::type, buffer::header_type);
    bytes.resize(whole, filler);
    return bytes;
}

std::array<std::byte, layout::buffer::size> TraceWriter::buffer_header(
    std::int64_t utc, std::uint16_t flags) const {
    using namespace layout;
    std::vector<std::byte> bytes(buffer::size);
    ByteWriter out(bytes);
    const auto filled = static_cast<std::uint32_t>(buffer_.size());
    out.set_u32(buffer::buffer_size, buffer_size_to_write);
    out.set_u32(buffer::saved_offset, filled);
    out.set_u32(buffer::current_offset, filled);
    out.set_u64(buffer::flush_time, static_cast<std::uint64_t>(utc));
    out.set_u64(buffer::sequence, sequence_);
    out.set_u32(buffer::state, data_state);
    out.set_u32(buffer::filled, filled);
    out.set_u16(buffer::flags, flags);
    std::array<std::byte, buffer::size> header{};
    std::copy(bytes.begin(), bytes.end(), header.begin());
    return header;
}

Result<void, Failure> TraceWriter::write(std::uint64_t offset, std::span<const std::byte> bytes) {
    return file_->write(offset, bytes);
}

void TraceWriter::empty_buffer() {
    buffer_.assign(layout::buffer::size, std::byte{});
    written_ = 0;
}

/// Writes the events first and then the header that counts them: a process that is killed in between leaves
/// the buffer as it was. A buffer that the file does not have yet is written whole.
Result<void, Failure> TraceWriter::write_buffer(std::int64_t utc, std::uint16_t flags) {
    const std::uint64_t start = place_ * whole;
    const auto header = buffer_header(utc, flags);
    if (written_ == 0) {
        std::vector<std::byte> bytes(buffer_);
        std::copy(header.begin(), header.end(), bytes.begin());
        bytes.resize(whole, filler);
        const bool takes_anothers_place = place_ + 1 < places_;
        if (takes_anothers_place) { // until it is there, its place has nothing
            PDH_SHIM_CHECK(write(start, std::vector<std::byte>(layout::buffer::size)));
        }
        const auto body = std::span<const std::byte>(bytes).subspan(layout::buffer::size);
        PDH_SHIM_CHECK(write(start + layout::buffer::size, body));
        PDH_SHIM_CHECK(write(start, header));
    } else {
        PDH_SHIM_CHECK(write(start + written_, std::span<const std::byte>(buffer_).subspan(written_)));
        PDH_SHIM_CHECK(write(start, header));
    }
    written_ = buffer_.size();
    return outcome::success();
}

Result<void, Failure> TraceWriter::flush(std::int64_t utc) {
    if (buffer_.size() == std::max(written_, layout::buffer::size)) {
        return outcome::success();
    }
    return write_buffer(utc, data_flags);
}

Result<void, Failure> TraceWriter::next_buffer(std::int64_t utc) {
    const bool is_full = identity_.most_buffers != 0 && place_ + 1 >= identity_.most_buffers;
    if (is_full && !identity_.is_circular) {
        return Failure(Status::end_of_log_file, {}, "has reached its size");
    }
    PDH_SHIM_CHECK(flush(utc));
    place_ = is_full ? start_buffers_ : place_ + 1;
    places_ = std::max(places_, place_ + 1);
    ++sequence_;
    empty_buffer();
    return outcome::success();
}

Result<void, Failure> TraceWriter::make_room(std::size_t bytes, std::int64_t utc) {
    return bytes <= whole - buffer_.size() ? Result<void, Failure>(outcome::success()) : next_buffer(utc);
}

void TraceWriter::add_part(EventKind kind, std::int64_t time_stamp, std::uint32_t number, std::uint32_t count,
    std::span<const std::byte> payload) {
    using namespace layout;
    ByteWriter out(buffer_);
    const std::size_t start = out.size();
    out.zeros(event::payload);
    const std::uint32_t mark = event::type_64 << 16U | static_cast<std::uint32_t>(event_mark) << 24U;
    out.set_u32(start, mark);
    out.set_u16(start + event::event_size, static_cast<std::uint16_t>(event::payload + payload.size()));
    out.set_u16(start + event::kind, static_cast<std::uint8_t>(kind));
    out.set_u16(start + event::version, event::pdh_version);
    out.set_u32(start + event::process, identity_.process);
    out.set_u64(start + event::time_stamp, static_cast<std::uint64_t>(time_stamp));
    out.set_u32(start + event::part_number, number);
    out.set_u32(start + event::part_count, count);
    const auto set_guid = [&](std::size_t place, const model::Guid& guid) {
        std::transform(guid.begin(), guid.end(), buffer_.begin() + static_cast<std::ptrdiff_t>(start + place),
            [](std::uint8_t value) { return std::byte{value}; });
    };
    set_guid(event::guid, event::pdh_guid);
    set_guid(event::log_guid, identity_.guid);
    out.bytes(payload);
    out.align(event::alignment);
}

Result<void, Failure> TraceWriter::append(
    EventKind kind, std::int64_t time_stamp, std::int64_t utc, std::span<const std::byte> payload) {
    using namespace layout;
    const auto count = static_cast<std::uint32_t>(
        std::max<std::size_t>(1, (payload.size() + event::largest_part - 1) / event::largest_part));
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto rest = payload.subspan(i * event::largest_part);
        const auto part = rest.first(std::min(rest.size(), event::largest_part));
        PDH_SHIM_CHECK(make_room(aligned(event::payload + part.size()), utc));
        add_part(kind, time_stamp, i + 1, count, part);
    }
    return outcome::success();
}

Result<void, Failure> TraceWriter::keep_start(std::int64_t utc) {
    PDH_SHIM_CHECK(next_buffer(utc));
    start_buffers_ = static_cast<std::uint32_t>(place_);
    return write(0, first_buffer());
}

Result<void, Failure> TraceWriter::close(std::int64_t utc) {
    using namespace layout;
    PDH_SHIM_CHECK(write_buffer(utc, data_flags | buffer::flush_marker));
    std::vector<std::byte> number;
    ByteWriter(number).i64(utc);
    PDH_SHIM_CHECK(write(buffer::size + system::size + header::end_time, number));
    number.clear();
    ByteWriter(number).u32(static_cast<std::uint32_t>(places_));
    PDH_SHIM_CHECK(write(buffer::size + system::size + header::buffers_written, number));
    return sync();
}

Result<void, Failure> TraceWriter::sync() {
    return file_->sync();
}

std::uint64_t TraceWriter::size() const noexcept {
    return places_ * whole;
}

namespace {

// A file has its header, then the catalogue and records; in a circular one the records have buffers of their
// own.
constexpr std::uint64_t fewest_buffers = 2;
constexpr std::uint64_t fewest_buffers_of_circular = 3;

} // namespace

Result<void, Failure> BlgWriter::check_size(const TraceIdentity& identity) {
    const std::uint64_t fewest = identity.is_circular ? fewest_buffers_of_circular : fewest_buffers;
    if (identity.most_buffers != 0 && identity.most_buffers < fewest) {
        return Failure(Status::log_file_too_small, {},
            "needs at least " + std::to_string(fewest * buffer_size_to_write) + " bytes");
    }
    return outcome::success();
}

Result<std::unique_ptr<BlgWriter>, Failure> BlgWriter::begin(std::unique_ptr<WritableFile> file,
    const TraceIdentity& identity, const std::vector<model::LogEntry>& entries, Clock& clock) {
    PDH_SHIM_CHECK(check_size(identity));
    PDH_SHIM_TRY(TraceWriter trace, TraceWriter::begin(std::move(file), identity));
    std::unique_ptr<BlgWriter> writer(new BlgWriter(std::move(trace), kinds_of(entries), clock));
    const std::int64_t utc = clock.now().system_time;
    const std::int64_t local = model::to_local(utc, identity.zone.bias_at_utc(utc).value_or(0));
    append_catalogue(entries, writer->payload_);
    PDH_SHIM_CHECK(writer->trace_.append(EventKind::catalogue, local, utc, writer->payload_));
    PDH_SHIM_CHECK(identity.is_circular ? writer->trace_.keep_start(utc) : writer->trace_.flush(utc));
    return writer;
}

Result<std::unique_ptr<BlgWriter>, Failure> BlgWriter::resume(std::unique_ptr<WritableFile> file,
    std::uint64_t bytes, const TraceIdentity& identity, const std::vector<model::LogEntry>& entries,
    Clock& clock) {
    PDH_SHIM_TRY(
        TraceWriter trace, TraceWriter::resume(std::move(file), identity, bytes / buffer_size_to_write));
    return std::unique_ptr<BlgWriter>(new BlgWriter(std::move(trace), kinds_of(entries), clock));
}

Result<void, Failure> BlgWriter::write(const model::LogRecord& record) {
    payload_.clear();
    append_record(kinds_, record.cells, payload_);
    return trace_.append(EventKind::record, record.time_stamp, clock_.now().system_time, payload_);
}

Result<void, Failure> BlgWriter::flush() {
    return trace_.flush(clock_.now().system_time);
}

Result<void, Failure> BlgWriter::close() {
    return trace_.close(clock_.now().system_time);
}

} // namespace pdh_shim::log::blg
