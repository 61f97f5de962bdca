// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "base/manual_clock.h"
#include "log/blg/blg_reader.h"
#include "log/blg/blg_writer.h"
#include "log/blg/catalogue.h"
#include "log/blg/layout.h"
#include "log/blg/record.h"
#include "memory_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::log::blg;
using test::Bytes;
using test::Disk;
using test::file_of;
using test::writer_to;

namespace {

constexpr std::int64_t start_time = 134'116'992'000'000'000; // 2026
constexpr std::int64_t second = 10'000'000;

const std::vector<model::LogEntry> entries{
    {model::LogEntryKind::counter, u"HOST", u"Memory", u"", u"", 0, u"Available Bytes", 0x10100, second, -6},
    {model::LogEntryKind::instances, u"HOST", u"Processor", u"", u"*", 0, u"% Processor Time", 0x21510500,
        second, 0},
};

model::LogRecord record_of(std::int64_t number) {
    const std::int64_t time = start_time + number * second;
    model::LogRecord record;
    record.time_stamp = time;
    record.cells.resize(entries.size());
    record.cells[0] = {true, {0, time, number, 0, 1}, {}};
    record.cells[1] = {true, {0, time, 0, 0, 1}, {}};
    for (std::int64_t i = 0; i < 1 + number % 5; ++i) { // instances come and go
        record.cells[1].instances.push_back({u"cpu" + std::u16string(1, static_cast<char16_t>(u'0' + i)),
            {0, time, number * 100 + i, time, 1}});
    }
    return record;
}

std::unique_ptr<BlgWriter> writer_of(Disk& disk, Clock& clock) {
    auto writer = BlgWriter::begin(writer_to(disk), {}, entries, clock);
    REQUIRE(writer.has_value());
    return std::move(writer).value();
}

Bytes log_of(std::int64_t records) {
    Disk disk;
    const auto writer = writer_of(disk, system_clock());
    for (std::int64_t i = 0; i < records; ++i) {
        REQUIRE(writer->write(record_of(i)).has_value());
    }
    REQUIRE(writer->close().has_value());
    return disk.bytes;
}

std::unique_ptr<BlgReader> reader_of(Bytes bytes) {
    auto reader = BlgReader::open(file_of(std::move(bytes)));
    REQUIRE(reader.has_value());
    return std::move(reader).value();
}

bool next_is(BlgReader& reader, std::int64_t number) {
    model::LogRecord record;
    const auto next = reader.next(record);
    const model::LogRecord expected = record_of(number);
    return next.has_value() && next.value() && record.time_stamp == expected.time_stamp &&
           record.cells == expected.cells;
}

bool is_at_end(BlgReader& reader) {
    model::LogRecord record;
    const auto next = reader.next(record);
    return next.has_value() && !next.value();
}

/// Counts the bytes that are read.
class CountingFile final : public DataFile {
  public:
    CountingFile(std::unique_ptr<DataFile> file, std::size_t& count)
        : file_(std::move(file)), count_(count) {}

    Result<std::uint64_t, Failure> size() override { return file_->size(); }
    Result<std::size_t, Failure> read(std::uint64_t offset, std::span<std::byte> bytes) override {
        count_ += bytes.size();
        return file_->read(offset, bytes);
    }

  private:
    std::unique_ptr<DataFile> file_;
    std::size_t& count_;
};

Bytes names_of(std::u16string_view machine, std::u16string_view index, std::u16string_view name) {
    Bytes payload;
    ByteWriter out(payload);
    for (const std::u16string_view text : {machine, index, name}) {
        append_utf16(out, text);
    }
    return payload;
}

} // namespace

TEST_CASE("a log that was read and written again is the same, byte for byte") {
    const Bytes first = log_of(500);
    const auto reader = reader_of(first);
    Disk again;
    ManualClock clock(Instant{.system_time = start_time});
    const auto writer = BlgWriter::begin(writer_to(again), {}, reader->entries(), clock);
    REQUIRE(writer.has_value());
    model::LogRecord record;
    while (reader->next(record).value()) {
        REQUIRE(writer.value()->write(record).has_value());
    }
    REQUIRE(writer.value()->close().has_value());

    Disk straight;
    const auto direct = BlgWriter::begin(writer_to(straight), {}, entries, clock);
    for (std::int64_t i = 0; i < 500; ++i) {
        REQUIRE(direct.value()->write(record_of(i)).has_value());
    }
    REQUIRE(direct.value()->close().has_value());
    CHECK(again.bytes == straight.bytes);
}

TEST_CASE("a log that is synced or closed is stored by the system as far as it was flushed") {
    Disk disk;
    const auto writer = writer_of(disk, system_clock());
    REQUIRE(writer->write(record_of(0)).has_value());
    REQUIRE(writer->flush().has_value());
    CHECK(disk.stored.empty());
    REQUIRE(writer->sync().has_value());
    CHECK(reader_of(disk.stored)->range().value().records == 1);
    REQUIRE(writer->write(record_of(1)).has_value());
    REQUIRE(writer->close().has_value());
    CHECK(disk.stored == disk.bytes);
}

TEST_CASE("records are read as before when their entries were forgotten") {
    Bytes bytes = log_of(10);
    const Bytes more = log_of(10); // its catalogue is the same
    bytes.insert(bytes.end(), more.begin() + buffer_size_to_write, more.end());
    const auto reader = reader_of(bytes);
    reader->forget_entries();
    CHECK(reader->entries().empty());
    for (std::int64_t i = 0; i < 20; ++i) {
        REQUIRE(next_is(*reader, i % 10));
    }
}

TEST_CASE("a log with other entries behind its records is refused there") {
    Bytes bytes = log_of(10);
    Disk other;
    const std::vector<model::LogEntry> less{entries.front()};
    const auto writer = BlgWriter::begin(writer_to(other), {}, less, system_clock());
    REQUIRE(writer.value()->close().has_value());
    bytes.insert(bytes.end(), other.bytes.begin() + buffer_size_to_write, other.bytes.end());
    const auto reader = reader_of(bytes);
    for (std::int64_t i = 0; i < 10; ++i) {
        REQUIRE(next_is(*reader, i));
    }
    model::LogRecord record;
    CHECK(reader->next(record).error().status() == Status::unmatched_append_counter);
}

TEST_CASE("a seek is not refused for other entries that it comes upon behind the time") {
    Bytes bytes = log_of(10);
    Disk other;
    const std::vector<model::LogEntry> less{entries.front()};
    const auto writer = BlgWriter::begin(writer_to(other), {}, less, system_clock());
    for (std::int64_t i = 10; i < 5000; ++i) {
        model::LogRecord record = record_of(i);
        record.cells.pop_back();
        REQUIRE(writer.value()->write(record).has_value());
    }
    REQUIRE(writer.value()->close().has_value());
    bytes.insert(bytes.end(), other.bytes.begin() + buffer_size_to_write, other.bytes.end());
    const auto reader = reader_of(bytes);
    REQUIRE(reader->seek(start_time + 5 * second).has_value());
    CHECK(next_is(*reader, 5));
}

TEST_CASE("a log that was appended to is read to its end") {
    Bytes bytes = log_of(10);
    const Bytes again = log_of(10);
    bytes.insert(bytes.end(), again.begin(), again.end());
    CHECK(reader_of(bytes)->range().value().records == 20);
}

TEST_CASE("a log is opened without reading its records") {
    const Bytes bytes = log_of(20'000);
    REQUIRE(bytes.size() > 5'000'000);
    std::size_t read = 0;
    const auto reader = BlgReader::open(std::make_unique<CountingFile>(file_of(bytes), read));
    REQUIRE(reader.has_value());
    CHECK(reader.value()->entries() == entries);
    CHECK(read < 1'000'000);
    SUBCASE("and a seek reads little") {
        REQUIRE(reader.value()->seek(start_time + 15'000 * second).has_value());
        CHECK(next_is(*reader.value(), 15'000));
        CHECK(read < 3'000'000);
    }
}

TEST_CASE("titles and whole objects are read, and events of unknown kinds are passed over") {
    Disk disk;
    auto trace = TraceWriter::begin(writer_to(disk), {});
    REQUIRE(trace.has_value());
    const auto append = [&](EventKind kind, const Bytes& payload) {
        REQUIRE(trace.value().append(kind, start_time, start_time, payload).has_value());
    };
    model::LogEntry object = entries.front();
    object.kind = model::LogEntryKind::object;
    const std::vector both{object, entries.front()};
    Bytes catalogue;
    append_catalogue(both, catalogue);
    Bytes record; // a value, then the block
    append_record(kinds_of(std::span(both).last(1)), record_of(7).cells, record);
    const Bytes block(20'000, std::byte{'x'});
    ByteWriter out(record);
    out.u32('B' | 'L' << 8U | 3U << 16U | 5U << 24U);
    out.u32(static_cast<std::uint32_t>(8 + block.size()));
    out.bytes(block);

    append(EventKind::names, names_of(u"\\\\HOST", u"4", u"Memory"));
    append(static_cast<EventKind>(0x21), block);
    append(EventKind::catalogue, catalogue);
    append(EventKind::record, record);
    append(EventKind::summary, block);
    append(EventKind::record, record);
    REQUIRE(trace.value().close(start_time).has_value());

    const auto reader = reader_of(disk.bytes);
    CHECK(reader->entries() == both);
    CHECK(reader->names().at(u"HOST").at(4) == u"Memory");
    model::LogRecord read;
    for (int i = 0; i < 2; ++i) {
        REQUIRE(reader->next(read).value());
        REQUIRE(read.blocks.size() == 1);
        CHECK(std::ranges::equal(read.blocks[0], block));
        CHECK(read.cells[1] == record_of(7).cells[0]);
    }
    CHECK(is_at_end(*reader));
}

TEST_CASE("a log of nothing but titles does not fill the memory") {
    Disk disk;
    auto trace = TraceWriter::begin(writer_to(disk), {});
    REQUIRE(trace.has_value());
    const Bytes names(std::size_t{4} << 20U); // no title, and then what fills up the payload
    for (int i = 0; i < 17; ++i) {
        REQUIRE(trace.value().append(EventKind::names, start_time, start_time, names).has_value());
    }
    REQUIRE(trace.value().close(start_time).has_value());
    const auto reader = BlgReader::open(file_of(std::move(disk.bytes)));
    REQUIRE_FALSE(reader.has_value());
    CHECK(reader.error().status() == Status::binary_log_corrupt);
    CHECK(reader.error().what() == "has more titles than any system");
}

TEST_CASE("a log has the counters of several machines") {
    std::vector<model::LogEntry> two = entries;
    two[1].machine = u"OTHER";
    Disk disk;
    const auto writer = BlgWriter::begin(writer_to(disk), {}, two, system_clock());
    REQUIRE(writer.value()->write(record_of(1)).has_value());
    REQUIRE(writer.value()->close().has_value());
    const auto reader = reader_of(disk.bytes);
    CHECK(reader->entries() == two);
    CHECK(next_is(*reader, 1));
}

TEST_CASE("a record that is larger than a buffer is read as it was written") {
    model::LogRecord large = record_of(1);
    for (std::uint32_t i = 1; i <= 5000; ++i) {
        large.cells[1].instances.push_back(large.cells[1].instances.front());
        large.cells[1].instances.back().duplicate = i;
    }
    Disk disk;
    const auto writer = writer_of(disk, system_clock());
    for (int i = 0; i < 5; ++i) {
        REQUIRE(writer->write(large).has_value());
    }
    REQUIRE(writer->close().has_value());
    const auto reader = reader_of(disk.bytes);
    model::LogRecord record;
    for (int i = 0; i < 5; ++i) {
        REQUIRE(reader->next(record).value());
        CHECK(record.cells == large.cells);
    }
    CHECK(is_at_end(*reader));
}

TEST_CASE("a trace without a catalogue is damaged") {
    Bytes bytes = log_of(1);
    bytes.resize(buffer_size_to_write);
    const auto reader = BlgReader::open(file_of(bytes));
    REQUIRE_FALSE(reader.has_value());
    CHECK(reader.error().status() == Status::binary_log_corrupt);
}
