// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/manual_clock.h"
#include "log/blg/blg_reader.h"
#include "log/blg/blg_writer.h"
#include "log/blg/layout.h"
#include "memory_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::log::blg;

namespace damage_test {
namespace {

constexpr std::int64_t start_time = 134'116'992'000'000'000; // 2026
constexpr std::int64_t second = 10'000'000;
constexpr std::int64_t records = 600;
constexpr std::size_t sector = 512;

std::vector<model::LogEntry> entries() {
    return {{model::LogEntryKind::counter, u"HOST", u"Memory", u"", u"", 0, u"Available Bytes", 0x10100,
                second, -6},
        {model::LogEntryKind::instances, u"HOST", u"Processor", u"", u"*", 0, u"% Processor Time", 0x21510500,
            second, 0}};
}

model::LogRecord record_of(std::int64_t number) {
    const std::int64_t time = start_time + number * second;
    model::LogRecord record;
    record.time_stamp = time;
    record.cells.resize(2);
    record.cells[0] = {true, {0, time, number + 1, number + 2, 1}, {}};
    record.cells[1] = {true, {0, time, 0, 0, 1}, {}};
    for (std::int64_t i = 0; i < 1 + number % 5; ++i) {
        record.cells[1].instances.push_back(
            {u"processor " + std::u16string(1, static_cast<char16_t>(u'0' + i)),
                {0, time, number * 100 + i + 1, time, 1}});
    }
    return record;
}

test::Bytes closed_log() {
    test::Disk disk;
    ManualClock clock(Instant{.system_time = start_time});
    TraceIdentity identity;
    identity.guid.fill(0x5A);
    const auto writer = BlgWriter::begin(test::writer_to(disk), identity, entries(), clock);
    REQUIRE(writer.has_value());
    for (std::int64_t i = 0; i < records; ++i) {
        REQUIRE(writer.value()->write(record_of(i)).has_value());
    }
    REQUIRE(writer.value()->close().has_value());
    return disk.bytes;
}

/// What a reader makes of a log.
struct Reading {
    bool is_refused = false;
    std::vector<std::int64_t> numbers; ///< of the records that are as they were written
    std::size_t others = 0;            ///< records that nobody wrote
    model::LogLoss loss;
};

Reading read(const test::Bytes& bytes) {
    Reading reading;
    const auto reader = BlgReader::open(test::file_of(bytes));
    if (!reader) {
        reading.is_refused = true;
        return reading;
    }
    model::LogRecord record;
    while (true) {
        const auto next = reader.value()->next(record);
        reading.is_refused = !next;
        if (!next || !next.value()) {
            break;
        }
        const std::int64_t number = (record.time_stamp - start_time) / second;
        const bool is_one = record.cells == record_of(number).cells;
        if (is_one) {
            reading.numbers.push_back(number);
        } else {
            ++reading.others;
        }
    }
    reading.loss = reader.value()->loss();
    return reading;
}

std::size_t as_size(std::ptrdiff_t distance) {
    return static_cast<std::size_t>(distance);
}

/// Changes logs as power failures, bad disks and bad memory do.
class Damager {
  public:
    explicit Damager(test::Bytes log) : log_(std::move(log)) {}

    /// Sectors that a power failure left without content.
    test::Bytes zeroed() {
        test::Bytes bytes = log_;
        const std::size_t sectors = number_below(bytes.size() / sector);
        const std::size_t count =
            std::min(std::size_t{1} << number_below(9), bytes.size() / sector - sectors);
        std::fill_n(at(bytes, sectors * sector), count * sector, std::byte{});
        return bytes;
    }

    test::Bytes cut() {
        test::Bytes bytes = log_;
        bytes.resize(number_below(bytes.size()));
        return bytes;
    }

    /// The header of a buffer with any bytes.
    test::Bytes with_bad_header() {
        test::Bytes bytes = log_;
        const std::size_t buffer = number_below(bytes.size() / buffer_size_to_write);
        std::generate_n(at(bytes, buffer * buffer_size_to_write), layout::buffer::size,
            [&] { return static_cast<std::byte>(number_below(256)); });
        return bytes;
    }

    /// A bit of an event's header, or of its record's, that is not a number which nothing depends on.
    test::Bytes with_flipped_bit() {
        using namespace layout;
        test::Bytes bytes = log_;
        constexpr std::array<std::size_t, 9> places{event::event_size, event::event_size + 1, event::type,
            event::flags, event::kind, event::guid + 5, event::part_number, event::part_count,
            event::payload + 4};
        const std::size_t place = events_[number_below(events_.size())] + places[number_below(places.size())];
        bytes[place] ^= static_cast<std::byte>(1U << number_below(8));
        return bytes;
    }

    void find_events() {
        using namespace layout;
        for (auto found = log_.begin(); found != log_.end(); ++found) {
            found = std::search(found, log_.end(), guid_.begin(), guid_.end());
            if (found == log_.end()) {
                break;
            }
            events_.push_back(as_size(found - log_.begin()) - event::guid);
        }
        REQUIRE(events_.size() == records + 1);
    }

  private:
    static test::Bytes::iterator at(test::Bytes& bytes, std::size_t place) {
        return bytes.begin() + static_cast<std::ptrdiff_t>(place);
    }

    std::size_t number_below(std::size_t end) { return random_() % end; }

    test::Bytes log_;
    std::vector<std::size_t> events_;
    test::Bytes guid_ = test::bytes_of(
        {reinterpret_cast<const char*>(layout::event::pdh_guid.data()), layout::event::pdh_guid.size()});
    std::mt19937 random_{32}; // NOLINT: each run shall have the same changes
};

} // namespace

TEST_CASE("400 changed copies of a log are read exactly, with the loss counted, or refused") {
    const test::Bytes log = closed_log();
    REQUIRE(read(log).numbers.size() == records);
    REQUIRE(read(log).loss.places == 0);
    Damager damager(log);
    damager.find_events();
    std::size_t exact = 0;
    std::size_t counted = 0;
    std::size_t refused = 0;
    std::size_t read_of_counted = 0;
    for (std::size_t copy = 0; copy < 400; ++copy) {
        CAPTURE(copy);
        const std::array<test::Bytes, 4> changes{
            damager.zeroed(), damager.cut(), damager.with_bad_header(), damager.with_flipped_bit()};
        const test::Bytes& changed = changes[copy % changes.size()];
        const auto place = std::ranges::mismatch(changed, log).in1 - changed.begin();
        CAPTURE(place);
        const Reading reading = read(changed);
        REQUIRE(reading.others == 0); // whatever is returned was written so
        REQUIRE(std::ranges::is_sorted(reading.numbers, std::less_equal<>{}));
        const bool is_exact = reading.numbers.size() == records;
        const bool is_counted = reading.loss.places > 0 && reading.loss.bytes > 0;
        REQUIRE((is_exact || is_counted || reading.is_refused));
        exact += is_exact ? 1U : 0U;
        counted += !is_exact && is_counted && !reading.is_refused ? 1U : 0U;
        refused += reading.is_refused ? 1U : 0U;
        read_of_counted += !is_exact && is_counted ? reading.numbers.size() : 0U;
    }
    MESSAGE(exact << " exact, " << counted << " with the loss counted, " << refused << " refused");
    CHECK(exact + counted + refused >= 400);
    CHECK(exact > 20);
    CHECK(counted > 100);
    CHECK(refused > 5);
    CHECK(read_of_counted > counted * records / 3); // damage does not take what is behind it
}

TEST_CASE("a damaged record is skipped and counted, and the ones behind it are read") {
    test::Bytes log = closed_log();
    const auto reader = BlgReader::open(test::file_of(log));
    REQUIRE(reader.has_value());
    model::LogRecord record;
    REQUIRE(reader.value()->next(record).value());
    const auto first = reader.value()->bytes();
    const auto place = std::search(log.begin(), log.end(), first.begin(), first.end());
    REQUIRE(place != log.end());
    *(place + 12) = std::byte{0xFF}; // length of its first part
    *(place + 13) = std::byte{0xFF};
    const Reading reading = read(log);
    CHECK(reading.numbers.size() == records - 1);
    CHECK(reading.numbers.front() == 1);
    CHECK(reading.loss.places == 1);
    CHECK(reading.loss.status == Status::binary_log_corrupt);
}

TEST_CASE("a seek and a range count what they passed over, each for itself") {
    test::Bytes log = closed_log();
    std::fill_n(log.begin() + buffer_size_to_write + 8192, 4096, std::byte{});
    const auto reader = BlgReader::open(test::file_of(log));
    REQUIRE(reader.has_value());
    const auto range = reader.value()->range();
    REQUIRE(range.has_value());
    CHECK(range.value().records < records);
    CHECK(reader.value()->loss().places == 1);
    model::LogRecord record;
    std::uint64_t read = 0;
    while (reader.value()->next(record).value()) {
        ++read;
    }
    CHECK(read == range.value().records);
    CHECK(reader.value()->loss().places == 1);
    REQUIRE(reader.value()->seek(start_time + 590 * second).has_value());
    REQUIRE(reader.value()->next(record).value());
    CHECK(record.time_stamp == start_time + 590 * second);
    CHECK(reader.value()->loss().places == 0);
}

} // namespace damage_test
