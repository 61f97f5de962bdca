// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "log/blg/blg_writer.h"
#include "log/blg/event_trace.h"
#include "log/blg/layout.h"
#include "memory_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::log::blg;
using test::Bytes;
using test::Disk;
using test::file_of;
using test::writer_to;

namespace event_trace_test { // a local name here is one of another test, too
namespace {

constexpr std::int64_t start_time = 134'000'000'000'000'000;

// With its summer time.
model::LogZone zone_of_berlin() {
    model::ZoneRules rules;
    rules.bias = -60;
    rules.standard_name = model::zone_name("CET");
    rules.standard_date = {0, 10, 0, 5, 3};
    rules.daylight_name = model::zone_name("CEST");
    rules.daylight_date = {0, 3, 0, 5, 2};
    rules.daylight_bias = -60;
    return model::LogZone(rules);
}

TraceIdentity identity() {
    TraceIdentity identity;
    identity.guid.fill(0x5A);
    identity.file_name = u"C:\\logs\\a.blg";
    identity.start_time = start_time;
    identity.perf_freq = 10'000'000;
    identity.zone = zone_of_berlin();
    return identity;
}

std::string payload_of(std::size_t size, std::size_t seed) {
    std::string payload(size, '\0');
    for (std::size_t i = 0; i < size; ++i) {
        payload[i] = static_cast<char>(seed * 31 + i);
    }
    return payload;
}

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

struct Stored {
    EventKind kind;
    std::int64_t time_stamp;
    std::string payload;

    friend bool operator==(const Stored&, const Stored&) = default;
};

TraceReader reader_of(Bytes bytes) {
    auto reader = TraceReader::open(file_of(std::move(bytes)));
    REQUIRE(reader.has_value());
    return std::move(reader).value();
}

std::vector<Stored> read_all(TraceReader& reader) {
    std::vector<Stored> stored;
    while (true) {
        const auto event = reader.next();
        if (!event) {
            FAIL(event.error().message());
        }
        if (!event.value()) {
            return stored;
        }
        stored.push_back(
            {event.value()->kind, event.value()->time_stamp, std::string(as_text(event.value()->payload))});
    }
}

std::vector<Stored> read_all(Bytes bytes) {
    TraceReader reader = reader_of(std::move(bytes));
    return read_all(reader);
}

// A trace with an event of each of these sizes.
std::vector<Stored> write_events(Disk& disk, const std::vector<std::size_t>& sizes) {
    auto writer = TraceWriter::begin(writer_to(disk), identity());
    REQUIRE(writer.has_value());
    std::vector<Stored> stored;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto time = start_time + static_cast<std::int64_t>(i);
        stored.push_back({EventKind::record, time, payload_of(sizes[i], i)});
        REQUIRE(writer.value()
                    .append(EventKind::record, time, time, bytes_of(stored.back().payload))
                    .has_value());
    }
    REQUIRE(writer.value().close(start_time).has_value());
    return stored;
}

void set_u32(Bytes& bytes, std::size_t offset, std::uint32_t value) {
    ByteWriter(bytes).set_u32(offset, value);
}

constexpr std::size_t most_circular_buffers = 5;

// A catalogue that stays, and records that overwrite each other when the file is full.
void write_circular(Disk& disk, std::size_t count, std::size_t size = 900) {
    TraceIdentity circular = identity();
    circular.is_circular = true;
    circular.most_buffers = most_circular_buffers;
    auto writer = TraceWriter::begin(writer_to(disk), circular);
    REQUIRE(writer.has_value());
    REQUIRE(writer.value()
                .append(EventKind::catalogue, start_time, start_time, bytes_of(payload_of(9000, 0)))
                .has_value());
    REQUIRE(writer.value().keep_start(start_time).has_value());
    for (std::size_t i = 0; i < count; ++i) {
        const auto time = start_time + static_cast<std::int64_t>(i);
        REQUIRE(
            writer.value().append(EventKind::record, time, time, bytes_of(payload_of(size, i))).has_value());
    }
    REQUIRE(writer.value().close(start_time).has_value());
}

// Buffers that follow each other, after the first one of the file.
Bytes with_buffers(const Bytes& bytes, const std::vector<std::size_t>& buffers) {
    Bytes chosen(bytes.begin(), bytes.begin() + buffer_size_to_write);
    for (const std::size_t buffer : buffers) {
        const auto start = bytes.begin() + static_cast<std::ptrdiff_t>(buffer * buffer_size_to_write);
        chosen.insert(chosen.end(), start, start + buffer_size_to_write);
    }
    return chosen;
}

// As Windows Server 2003 has the headers of buffers.
void make_wnodes(Bytes& bytes) {
    using namespace layout;
    ByteReader in(bytes);
    for (std::size_t at = 0; at < bytes.size(); at += buffer_size_to_write) {
        const std::uint32_t filled = in.u32(at + buffer::filled);
        const std::uint64_t sequence = in.u64(at + buffer::sequence);
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at + 4), buffer::filled - 4, std::byte{0x5A});
        set_u32(
            bytes, at + buffer::wnode_sequence, static_cast<std::uint32_t>(sequence == 0 ? 0 : sequence + 1));
        set_u32(bytes, at + buffer::wnode_flags, buffer::wnode_traced_guid);
        set_u32(bytes, at + buffer::filled, filled);
        set_u32(bytes, at + buffer::flags, at == 0 ? 0x00010001 : 0);
    }
}

} // namespace

TEST_CASE("events are read as they were written") {
    Disk disk;
    const std::vector<std::size_t> sizes{0, 1, 7, 8, 9, 500, 7999, 8000, 8001, 16000, 70'000, 200'000, 3};
    const auto stored = write_events(disk, sizes);
    CHECK(disk.bytes.size() % buffer_size_to_write == 0);
    CHECK(read_all(disk.bytes) == stored);
}

TEST_CASE("a trace of an unknown or impossible zone says that its zone is unknown") {
    TraceIdentity unknown = identity();
    unknown.zone = model::LogZone();
    Disk disk;
    REQUIRE(TraceWriter::begin(writer_to(disk), unknown).has_value());
    CHECK_FALSE(reader_of(disk.bytes).header().zone.is_known());
    constexpr std::size_t start = layout::buffer::size + layout::system::size;
    set_u32(disk.bytes, start + layout::header::time_zone(8), 0x7FFFFFFF);
    CHECK_FALSE(reader_of(disk.bytes).header().zone.is_known());
    set_u32(disk.bytes, start + layout::header::time_zone(8), 60);
    CHECK(reader_of(disk.bytes).header().zone.bias_at_utc(start_time) == 60);
}

TEST_CASE("the header says when the trace began and ended, and in which zone") {
    Disk disk;
    write_events(disk, {1});
    const TraceReader reader = reader_of(disk.bytes);
    CHECK(reader.header().buffer_size == buffer_size_to_write);
    CHECK(reader.header().pointer_size == 8);
    CHECK(reader.header().zone == zone_of_berlin());
    CHECK(reader.header().start_time == start_time);
    CHECK(reader.header().end_time == start_time);
    CHECK_FALSE(reader.header().is_circular);
}

TEST_CASE("a trace that was cut at any byte gives its whole events") {
    Disk disk;
    const auto stored = write_events(disk, std::vector<std::size_t>(21, 2899));
    std::size_t read_before = 0;
    for (std::size_t size = buffer_size_to_write; size <= 2 * buffer_size_to_write; ++size) {
        const auto read =
            read_all(Bytes(disk.bytes.begin(), disk.bytes.begin() + static_cast<std::ptrdiff_t>(size)));
        const bool is_start = read == std::vector<Stored>(stored.begin(),
                                          stored.begin() + static_cast<std::ptrdiff_t>(read.size()));
        const bool has_all_whole = read.size() >= read_before;
        if (!is_start || !has_all_whole) {
            CAPTURE(size);
            REQUIRE(is_start);
            REQUIRE(has_all_whole);
        }
        read_before = read.size();
    }
    CHECK(read_before == stored.size());
}

TEST_CASE("a header that was cut at any byte is refused") {
    Disk disk;
    write_events(disk, {1});
    for (std::size_t size = 0; size < 0x180; ++size) {
        const auto reader = TraceReader::open(
            file_of(Bytes(disk.bytes.begin(), disk.bytes.begin() + static_cast<std::ptrdiff_t>(size))));
        REQUIRE_FALSE(reader.has_value());
        CHECK(reader.error().status() == Status::unable_read_log_header);
    }
}

TEST_CASE("what was flushed is there while the writer lives") {
    Disk disk;
    auto writer = TraceWriter::begin(writer_to(disk), identity());
    REQUIRE(writer.has_value());
    std::vector<Stored> stored;
    for (std::size_t i = 0; i < 300; ++i) {
        stored.push_back({EventKind::record, start_time, payload_of(700, i)});
        REQUIRE(writer.value()
                    .append(EventKind::record, start_time, start_time, bytes_of(stored.back().payload))
                    .has_value());
        REQUIRE(writer.value().flush(start_time).has_value());
        REQUIRE(read_all(disk.bytes) == stored);
    }
}

TEST_CASE("blg: a full disk keeps what was written, and the same call succeeds with room") {
    std::size_t full_disks = 0;
    for (std::size_t room = 0; room < 150'000; room += 977) {
        CAPTURE(room);
        Disk disk;
        auto writer = TraceWriter::begin(writer_to(disk), identity());
        REQUIRE(writer.has_value());
        disk.room = room;
        std::vector<Stored> stored;
        bool was_full = false;
        for (std::size_t i = 0; i < 250; ++i) {
            const Stored next{EventKind::record, start_time, payload_of(900, i)};
            auto added =
                writer.value().append(next.kind, next.time_stamp, start_time, bytes_of(next.payload));
            if (!added) {
                was_full = true;
                CHECK(added.error().status() == Status::log_file_create_error);
                disk.room = SIZE_MAX;
                added = writer.value().append(next.kind, next.time_stamp, start_time, bytes_of(next.payload));
            }
            REQUIRE(added.has_value());
            stored.push_back(next);
        }
        REQUIRE(writer.value().close(start_time).has_value());
        full_disks += was_full ? 1U : 0U;
        CHECK(read_all(disk.bytes) == stored);
    }
    CHECK(full_disks > 100);
}

TEST_CASE("a full disk leaves a trace that is readable as far as it was flushed") {
    for (std::size_t room = 0; room < 140'000; room += 1009) {
        CAPTURE(room);
        Disk disk;
        auto writer = TraceWriter::begin(writer_to(disk), identity());
        REQUIRE(writer.has_value());
        disk.room = room;
        std::vector<Stored> flushed;
        std::vector<Stored> all;
        for (std::size_t i = 0; i < 250; ++i) {
            all.push_back({EventKind::record, start_time, payload_of(900, i)});
            const bool is_added =
                writer.value()
                    .append(EventKind::record, start_time, start_time, bytes_of(all.back().payload))
                    .has_value();
            if (!is_added || !writer.value().flush(start_time)) {
                break;
            }
            flushed = all;
        }
        const auto read = read_all(disk.bytes);
        REQUIRE(read.size() >= flushed.size());
        CHECK(std::vector<Stored>(read.begin(), read.begin() + static_cast<std::ptrdiff_t>(flushed.size())) ==
              flushed);
    }
}

TEST_CASE("a circular trace keeps its start and the newest events, in the order of time") {
    for (const std::size_t count : {10U, 80U, 200U, 201U, 1000U, 1111U}) {
        CAPTURE(count);
        Disk disk;
        write_circular(disk, count);
        CHECK(disk.bytes.size() <= most_circular_buffers * buffer_size_to_write);
        const auto read = read_all(disk.bytes);
        REQUIRE(read.size() > std::min<std::size_t>(count, 150));
        CHECK(read.front().kind == EventKind::catalogue);
        CHECK(read.front().payload == payload_of(9000, 0));
        for (std::size_t i = 1; i < read.size(); ++i) {
            const std::size_t number = count - read.size() + i;
            REQUIRE(read[i].time_stamp == start_time + static_cast<std::int64_t>(number));
            REQUIRE(read[i].payload == payload_of(900, number));
        }
    }
}

TEST_CASE("a circular trace loses nothing where new events overwrote a part of an event") {
    for (const std::size_t size : {900U, 20'000U, 60'000U, 90'000U}) {
        for (std::size_t count = 1; count < 40; ++count) {
            CAPTURE(size);
            CAPTURE(count);
            Disk disk;
            write_circular(disk, count, size);
            TraceReader reader = reader_of(disk.bytes);
            const auto read = read_all(reader);
            CHECK(reader.loss().places == 0);
            REQUIRE(read.size() > 1);
            CHECK(read.back().payload == payload_of(size, count - 1));
        }
    }
    SUBCASE("but what is damaged in it counts") {
        Disk disk;
        write_circular(disk, 40, 20'000);
        std::size_t damaged = 0;
        for (std::size_t buffer = 2; buffer < most_circular_buffers; ++buffer) {
            Bytes bytes = disk.bytes;
            const auto start = bytes.begin() + static_cast<std::ptrdiff_t>(buffer * buffer_size_to_write);
            std::fill_n(start + 100, 500, std::byte{}); // in the oldest one, of an event that lacks its start
            TraceReader reader = reader_of(bytes);
            static_cast<void>(read_all(reader));
            damaged += reader.loss().places;
        }
        CHECK(damaged >= 2);
    }
}

TEST_CASE("a buffer that stands twice gives its events once, and is counted") {
    Disk disk;
    const auto stored = write_events(disk, std::vector<std::size_t>(400, 1000));
    REQUIRE(disk.bytes.size() / buffer_size_to_write == 8);
    for (const std::vector<std::size_t>& buffers : {std::vector<std::size_t>{1, 2, 2, 3, 4, 5, 6, 7},
             {1, 2, 3, 4, 2, 5, 6, 7}, {1, 1, 2, 3, 4, 5, 6, 7}, {1, 2, 3, 4, 5, 6, 7, 3}}) {
        TraceReader reader = reader_of(with_buffers(disk.bytes, buffers));
        CHECK(read_all(reader) == stored);
        CHECK(reader.loss().places == 1);
        CHECK(reader.loss().bytes == buffer_size_to_write);
        CHECK(reader.loss().status == Status::binary_log_corrupt);
        CHECK(reader.loss().what == "a copy of an earlier buffer");
        reader.seek(0);
        reader.forget_loss();
        CHECK(read_all(reader) == stored);
        CHECK(reader.loss().places == 1);
    }
    SUBCASE("and is damaged: it is lost with its bytes") {
        Bytes bytes = with_buffers(disk.bytes, {1, 2, 3, 4, 2, 5, 6, 7});
        std::fill_n(bytes.begin() + 5 * buffer_size_to_write + 30'000, 500, std::byte{0x77});
        TraceReader reader = reader_of(bytes);
        CHECK(read_all(reader) == stored);
        CHECK(reader.loss().places == 1);
        CHECK(reader.loss().bytes == buffer_size_to_write);
        CHECK(reader.loss().what == "a buffer with the number of an earlier one");
    }
    SUBCASE("over another one, whose events are lost") {
        TraceReader reader = reader_of(with_buffers(disk.bytes, {1, 2, 3, 3, 5, 6, 7}));
        const auto read = read_all(reader);
        CHECK(read.size() > stored.size() - 70);
        CHECK(read.size() < stored.size());
        CHECK(std::ranges::is_sorted(read, {}, &Stored::time_stamp));
        CHECK(reader.loss().places > 0);
    }
}

TEST_CASE("buffers that are out of order are put in order, and counted") {
    Disk disk;
    const auto stored = write_events(disk, std::vector<std::size_t>(400, 1000));
    for (const std::vector<std::size_t>& buffers : {std::vector<std::size_t>{1, 3, 2, 4, 5, 6, 7},
             {2, 1, 3, 4, 5, 6, 7}, {1, 2, 6, 4, 5, 3, 7}, {1, 2, 3, 4, 5, 7, 6}, {7, 6, 5, 4, 3, 2, 1}}) {
        const Bytes bytes = with_buffers(disk.bytes, buffers);
        TraceReader reader = reader_of(bytes);
        CHECK(read_all(reader) == stored);
        CHECK(reader.loss().places > 0);
        CHECK(reader.loss().bytes == 0);
        for (std::uint64_t buffer = 0; buffer < 8; ++buffer) { // the rest of the events follows in order
            TraceReader sought = reader_of(bytes);
            sought.seek(buffer);
            const auto rest = read_all(sought);
            CHECK(std::ranges::is_sorted(rest, {}, &Stored::time_stamp));
        }
    }
}

// The time stamps of events, or the GUID of their log, behind a buffer on.
void change_events(Bytes& bytes, std::size_t buffer, std::int64_t later, std::byte guid) {
    using namespace layout;
    ByteReader in(bytes);
    for (std::size_t at = buffer * buffer_size_to_write; at < bytes.size(); at += buffer_size_to_write) {
        for (std::size_t event = at + buffer::size; event < at + in.u32(at + buffer::filled); event += 1072) {
            const auto time = static_cast<std::uint64_t>(in.i64(event + event::time_stamp) + later);
            ByteWriter(bytes).set_u64(event + event::time_stamp, time);
            std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(event + event::log_guid), 16, guid);
        }
    }
}

TEST_CASE("numbers that begin again in a trace that was added to are in order") {
    Disk disk;
    const auto stored = write_events(disk, std::vector<std::size_t>(180, 1000));
    REQUIRE(disk.bytes.size() / buffer_size_to_write == 4);
    for (const auto& [time, guid] :
        {std::pair(std::int64_t{1000}, std::byte{0x5A}), std::pair(std::int64_t{-1000}, std::byte{0xA5}),
            std::pair(std::int64_t{1000}, std::byte{0xA5})}) {
        const std::int64_t later = time; // Clang 14 captures no binding
        CAPTURE(later);
        Bytes bytes = with_buffers(disk.bytes, {1, 2, 3, 1, 2, 3});
        change_events(bytes, 4, later, guid);
        TraceReader reader = reader_of(bytes);
        auto expected = stored;
        for (Stored event : stored) {
            event.time_stamp += later;
            expected.push_back(event);
        }
        CHECK(read_all(reader) == expected);
        CHECK(reader.loss().places == 0);
    }
}

TEST_CASE("a trace of Windows Server 2003 is read") {
    Disk disk;
    const auto stored = write_events(disk, {10, 9000, 70'000, 300, 1, 60'000});
    make_wnodes(disk.bytes);
    TraceReader reader = reader_of(disk.bytes);
    CHECK(reader.header().has_wnodes);
    CHECK(read_all(reader) == stored);
    CHECK(reader.loss().places == 0);
    std::fill_n(disk.bytes.begin() + buffer_size_to_write + layout::buffer::size, 2, std::byte{});
    TraceReader damaged = reader_of(disk.bytes);
    CHECK(read_all(damaged).size() == stored.size() - 1);
    CHECK(damaged.loss().places == 1);
}

TEST_CASE("a circular trace that was cut gives the events of its whole buffers") {
    constexpr std::size_t count = 1070;
    Disk disk;
    write_circular(disk, count);
    const auto first_bytes = [&](std::size_t size) {
        return Bytes(disk.bytes.begin(), disk.bytes.begin() + static_cast<std::ptrdiff_t>(size));
    };
    constexpr std::size_t whole = (most_circular_buffers - 1) * buffer_size_to_write;
    REQUIRE(disk.bytes.size() > whole);
    const auto of_whole_buffers = read_all(first_bytes(whole));
    CHECK(of_whole_buffers.back().time_stamp == start_time + static_cast<std::int64_t>(count) - 1);
    CHECK(read_all(first_bytes(whole + 1)) == of_whole_buffers);
    CHECK(read_all(first_bytes(whole + layout::buffer::size - 1)) == of_whole_buffers);
}

TEST_CASE("a trace that may not grow says so and keeps what it has") {
    TraceIdentity small = identity();
    small.most_buffers = 3;
    Disk disk;
    auto writer = TraceWriter::begin(writer_to(disk), small);
    REQUIRE(writer.has_value());
    std::vector<Stored> stored;
    while (true) {
        const Stored next{EventKind::record, start_time, payload_of(900, stored.size())};
        const auto added =
            writer.value().append(next.kind, next.time_stamp, start_time, bytes_of(next.payload));
        if (!added) {
            CHECK(added.error().status() == Status::end_of_log_file);
            break;
        }
        stored.push_back(next);
    }
    REQUIRE(writer.value().close(start_time).has_value());
    CHECK(disk.bytes.size() == 3 * buffer_size_to_write);
    CHECK(read_all(disk.bytes) == stored);
}

TEST_CASE("a seek goes to the first event that begins in a buffer") {
    Disk disk;
    const auto stored = write_events(disk, std::vector<std::size_t>(300, 1000));
    TraceReader reader = reader_of(disk.bytes);
    std::vector<std::size_t> firsts;
    for (std::uint64_t buffer = 0; buffer < reader.buffers().value(); ++buffer) {
        reader.seek(buffer);
        const auto event = reader.next();
        REQUIRE(event.has_value());
        REQUIRE(event.value().has_value());
        CHECK(event.value()->buffer == std::max<std::uint64_t>(buffer, 1));
        firsts.push_back(static_cast<std::size_t>(event.value()->time_stamp - start_time));
    }
    CHECK(firsts[0] == 0);
    CHECK(firsts[1] == 0);
    CHECK(firsts[2] > 50);
}

TEST_CASE("a buffer whose header is damaged gives all events that it has") {
    Disk disk;
    const auto stored = write_events(disk, std::vector<std::size_t>(150, 1000));
    for (const std::size_t offset : {layout::buffer::filled, layout::buffer::filled + 1,
             layout::buffer::filled + 3, layout::buffer::saved_offset}) {
        for (const auto flipped : {std::byte{0x01}, std::byte{0x10}, std::byte{0x80}}) {
            CAPTURE(offset);
            Bytes bytes = disk.bytes;
            bytes[2 * buffer_size_to_write + offset] ^= flipped;
            TraceReader reader = reader_of(bytes);
            CHECK(read_all(reader) == stored);
            CHECK(reader.loss().places == 0);
        }
    }
}

TEST_CASE("a buffer with a zeroed header is read, unless it ends a log that was not closed") {
    Disk disk;
    const auto stored = write_events(disk, std::vector<std::size_t>(150, 1000));
    const auto header = disk.bytes.begin() + buffer_size_to_write;
    std::fill(header, header + layout::buffer::size, std::byte{});
    CHECK(read_all(disk.bytes) == stored);
    Bytes open(disk.bytes.begin(), disk.bytes.begin() + 2 * buffer_size_to_write);
    const std::size_t end = layout::buffer::size + layout::system::size + layout::header::end_time;
    std::fill_n(open.begin() + static_cast<std::ptrdiff_t>(end), 8, std::byte{});
    TraceReader reader = reader_of(open);
    CHECK(read_all(reader).empty());
    CHECK(reader.loss().places == 0);
    for (const std::size_t buffer : {1U, 2U}) { // neither of them is the last one
        Disk whole;
        REQUIRE(write_events(whole, std::vector<std::size_t>(150, 1000)) == stored);
        std::fill_n(whole.bytes.begin() + static_cast<std::ptrdiff_t>(end), 8, std::byte{});
        const auto start = whole.bytes.begin() + static_cast<std::ptrdiff_t>(buffer * buffer_size_to_write);
        std::fill(start, start + layout::buffer::size, std::byte{});
        CAPTURE(buffer);
        CHECK(read_all(whole.bytes) == stored);
    }
}

TEST_CASE("an event that is damaged is passed over and counted, and the others are read") {
    Disk disk;
    auto stored = write_events(disk, {100, 200, 300});
    const std::size_t second_event = buffer_size_to_write + layout::buffer::size + 176;
    for (const auto size : {std::byte{0}, std::byte{16}, std::byte{0xFF}}) {
        Bytes bytes = disk.bytes;
        bytes[second_event] = size;
        bytes[second_event + 1] = size;
        TraceReader reader = reader_of(bytes);
        CHECK(read_all(reader) == std::vector{stored[0], stored[2]});
        CHECK(reader.loss().places == 1);
        CHECK(reader.loss().bytes == 272);
        CHECK(reader.loss().where == "byte " + std::to_string(second_event));
        CHECK(reader.loss().status == Status::binary_log_corrupt);
    }
}

TEST_CASE("zeroed blocks lose the events in them, and no others") {
    Disk disk;
    const auto stored = write_events(disk, std::vector<std::size_t>(600, 300));
    for (std::size_t block = 1; block < 20; ++block) {
        CAPTURE(block);
        Bytes bytes = disk.bytes;
        std::fill_n(bytes.begin() + buffer_size_to_write + static_cast<std::ptrdiff_t>(block * 4096), 4096,
            std::byte{});
        TraceReader reader = reader_of(bytes);
        const auto read = read_all(reader);
        CHECK(std::ranges::includes(stored, read, {}, &Stored::time_stamp, &Stored::time_stamp));
        CHECK(read.size() >= stored.size() - 13); // 4096 / 372, and those that it has a part of
        CHECK(read.size() < stored.size());
        CHECK(reader.loss().places == 1);
        CHECK(reader.loss().bytes >= 4096 - layout::buffer::size);
        CHECK(reader.loss().bytes <= 13 * std::uint64_t{376});
    }
}

TEST_CASE("an event that lacks one of its parts is lost, and counted") {
    Disk disk;
    const auto stored = write_events(disk, {100, 20'000, 100});
    const std::size_t second_part = buffer_size_to_write + layout::buffer::size + 176 + 8072;
    SUBCASE("because it is damaged") {
        disk.bytes[second_part + layout::event::flags] = std::byte{};
    }
    SUBCASE("because its number is") {
        disk.bytes[second_part + layout::event::part_number] = std::byte{9};
    }
    TraceReader reader = reader_of(disk.bytes);
    CHECK(read_all(reader) == std::vector{stored[0], stored[2]});
    CHECK(reader.loss().places == 1);
    CHECK(reader.loss().bytes >= 20'000);
}

TEST_CASE("a closed trace that was cut says how much is missing") {
    Disk disk;
    const auto stored = write_events(disk, std::vector<std::size_t>(150, 1000));
    disk.bytes.resize(2 * buffer_size_to_write);
    TraceReader reader = reader_of(disk.bytes);
    const auto read = read_all(reader);
    CHECK(read.size() < stored.size());
    CHECK(reader.loss().places == 1);
    CHECK(reader.loss().bytes == 2 * buffer_size_to_write);
    CHECK(reader.loss().what == "the file was cut");
}

TEST_CASE("a trace that was closed, killed or appended to has lost nothing") {
    for (const std::size_t buffers : {std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
        Disk disk;
        auto writer = TraceWriter::begin(writer_to(disk), identity());
        REQUIRE(writer.has_value());
        disk.room = buffers * buffer_size_to_write + 100; // then it is killed
        for (std::size_t i = 0; i < 40; ++i) {
            static_cast<void>(writer.value().append(
                EventKind::record, start_time, start_time, bytes_of(payload_of(20'000, i))));
        }
        TraceReader killed = reader_of(disk.bytes);
        const auto before = read_all(killed);
        CHECK(killed.loss().places == 0);
        disk.room = SIZE_MAX;
        TraceIdentity other = identity();
        other.guid.fill(0xA5);
        auto again = TraceWriter::resume(writer_to(disk), other, disk.bytes.size() / buffer_size_to_write);
        REQUIRE(again.has_value());
        REQUIRE(again.value()
                    .append(EventKind::record, start_time + 1, start_time, bytes_of(payload_of(10, 1)))
                    .has_value());
        REQUIRE(again.value().close(start_time).has_value());
        TraceReader reader = reader_of(disk.bytes);
        CHECK(read_all(reader).size() == before.size() + 1);
        CHECK(reader.loss().places == 0);
    }
}

TEST_CASE("a trace of a 32-bit system is read") {
    using namespace layout;
    Disk disk;
    const auto stored = write_events(disk, {10, 9000});
    constexpr auto start = static_cast<std::ptrdiff_t>(buffer::size + layout::system::size);
    constexpr auto behind = static_cast<std::ptrdiff_t>(header::time_zone(8)); // all of it is 8 bytes earlier
    set_u32(disk.bytes, static_cast<std::size_t>(start) + header::pointer_size, 4);
    const Bytes rest(disk.bytes.begin() + start + behind,
        disk.bytes.begin() + start + static_cast<std::ptrdiff_t>(header::size(8)));
    std::copy(rest.begin(), rest.end(), disk.bytes.begin() + start + behind - 8);
    for (const std::size_t event : {std::size_t{0}, std::size_t{88}}) {
        disk.bytes[buffer_size_to_write + buffer::size + event + event::type] = std::byte{event::type_32};
    }
    TraceReader reader = reader_of(disk.bytes);
    CHECK(reader.header().pointer_size == 4);
    CHECK(reader.header().zone == zone_of_berlin());
    CHECK(reader.header().start_time == start_time);
    CHECK(read_all(reader) == stored);
}

TEST_CASE("events of others are passed over") {
    Disk disk;
    const auto stored = write_events(disk, {10, 20});
    Bytes bytes = disk.bytes;
    bytes[buffer_size_to_write + layout::buffer::size + layout::event::guid] ^= std::byte{1};
    const auto read = read_all(bytes); // before any event of PDH
    REQUIRE(read.size() == 1);
    CHECK(read.front() == stored.back());
}

TEST_CASE("what is read from a buffer on does not depend on what was read before") {
    Disk disk;
    write_events(disk, {10, 20});
    Bytes bytes = disk.bytes;
    bytes[buffer_size_to_write + layout::buffer::size + layout::event::guid] ^= std::byte{1};
    TraceReader reader = reader_of(bytes);
    const auto once = read_all(reader);
    reader.seek(0);
    CHECK(read_all(reader) == once);
}

} // namespace event_trace_test
