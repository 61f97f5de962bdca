// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Logs of whole objects, with the blocks of a real Windows, that are damaged byte by byte.
#include "base/bytes.h"
#include "base/file_time.h"
#include "block/block.h"
#include "block/definition.h"
#include "block/instance_table.h"
#include "block/layout.h"
#include "log/blg/blg_reader.h"
#include "log/blg/blg_writer.h"
#include "log/blg/catalogue.h"
#include "log/blg/layout.h"
#include "log/blg/record.h"
#include "memory_file.h"
#include "recorded/recorded_source.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace block_log_source_test { // a local name here is one of another test, too

using namespace pdh_shim;
using namespace pdh_shim::recorded;
using log::blg::EventKind;
using test::Bytes;

namespace {

constexpr std::int64_t start = 134'116'992'000'000'000;
constexpr std::int64_t second = 10'000'000;
constexpr int records = 6;
constexpr std::size_t largest_of_few = 1400; // bytes of a block
constexpr std::uint32_t block_tag = 'B' | 'L' << 8U | 3U << 16U | 5U << 24U;

Bytes read_file(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    REQUIRE(file);
    return test::bytes_of(std::string(std::istreambuf_iterator<char>(file), {}));
}

// The blocks of one of the two collects, each with one object.
std::vector<Bytes> blocks_of_collect(std::size_t collect, bool with_all) {
    const Bytes file = read_file(TEST_DATA "/logs/vista-x86.perfdata");
    std::vector<Bytes> blocks;
    for (std::span<const std::byte> rest(file); !rest.empty();) {
        const auto header = block::read_block_header(rest);
        REQUIRE(header.has_value());
        blocks.emplace_back(
            rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(header.value().total_bytes));
        rest = rest.subspan(header.value().total_bytes);
    }
    REQUIRE(blocks.size() == 16);
    blocks = {blocks.begin() + static_cast<std::ptrdiff_t>(8 * collect),
        blocks.begin() + static_cast<std::ptrdiff_t>(8 * collect + 8)};
    std::erase_if(
        blocks, [with_all](const Bytes& bytes) { return !with_all && bytes.size() > largest_of_few; });
    return blocks;
}

void set_clocks(Bytes& bytes, int number) {
    namespace at = block::layout::block;
    ByteWriter out(bytes);
    const std::int64_t time = start + number * second;
    out.set_u64(at::perf_time, static_cast<std::uint64_t>(number) * 3'579'545);
    out.set_u64(at::time_100ns, static_cast<std::uint64_t>(time));
    const auto parts = to_system_time(time);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        out.set_u16(at::system_time + 2 * i, parts[i]);
    }
}

Bytes record_of(const std::vector<Bytes>& blocks) {
    Bytes record;
    log::blg::append_record({}, {}, record);
    ByteWriter out(record);
    for (const Bytes& bytes : blocks) {
        out.u32(block_tag);
        out.u32(static_cast<std::uint32_t>(8 + bytes.size()));
        out.bytes(bytes);
    }
    out.set_u32(4, static_cast<std::uint32_t>(record.size()));
    return record;
}

// A log of records with the blocks of both collects in turn.
Bytes log_of(bool with_all, const std::function<void(int, std::vector<Bytes>&)>& change = {}) {
    test::Disk disk;
    log::blg::TraceIdentity identity;
    identity.guid.fill(0x5A);
    auto trace = log::blg::TraceWriter::begin(test::writer_to(disk), identity);
    REQUIRE(trace.has_value());
    Bytes catalogue;
    const std::vector<model::LogEntry> entries(with_all ? 8 : 4,
        {model::LogEntryKind::object, u"ZACH-PC", u"Some Object", u"", u"", 0, u"", 0, 0, 0});
    log::blg::append_catalogue(entries, catalogue);
    REQUIRE(trace.value().append(EventKind::catalogue, start, start, catalogue).has_value());
    for (int number = 0; number < records; ++number) {
        auto blocks = blocks_of_collect(static_cast<std::size_t>(number % 2), with_all);
        for (Bytes& bytes : blocks) {
            set_clocks(bytes, number);
        }
        if (change) {
            change(number, blocks);
        }
        const std::int64_t time = start + number * second;
        REQUIRE(trace.value().append(EventKind::record, time, time, record_of(blocks)).has_value());
    }
    REQUIRE(trace.value().close(start + records * second).has_value());
    return disk.bytes;
}

/// The values of a record, each with a hash of its object, instance, counter and type; in that order.
using Cells = std::vector<std::pair<std::uint64_t, std::int64_t>>;

struct Reading {
    bool is_refused = false;
    std::map<std::int64_t, Cells> records; ///< by their times
    bool has_loss = false;
    std::set<std::u16string> instances; ///< what the log is found to have in all records
};

std::u16string joined(std::u16string_view object, const model::Instance& instance) {
    return std::u16string(object) + u'(' + instance.parent + u'/' + instance.name + u')';
}

std::uint64_t hash_of(std::u16string_view text, std::uint64_t before) {
    std::uint64_t hash = before;
    for (const char16_t unit : text) {
        hash = (hash ^ unit) * 0x100000001B3;
    }
    return (hash ^ 0x10000) * 0x100000001B3;
}

void add_cells(const model::ObjectDef& object, const model::ObjectSnapshot& snapshot, Cells& cells) {
    if (snapshot.status() != Status::success) {
        return;
    }
    std::vector<std::uint64_t> columns;
    for (const model::CounterDef& counter : object.counters) {
        std::uint64_t hash = hash_of(counter.name, counter.type);
        while (std::ranges::find(columns, hash) != columns.end()) { // of several of one name
            ++hash;
        }
        columns.push_back(hash);
    }
    for (std::size_t row = 0; row < snapshot.rows(); ++row) {
        const std::uint64_t name = hash_of(joined(object.name, snapshot.instances()->instances()[row]),
            snapshot.instances()->duplicate_index(row));
        for (std::uint32_t column = 0; column < columns.size(); ++column) {
            if (snapshot.is_valid(row, column)) {
                cells.emplace_back(name ^ columns[column] * 31, snapshot.cell(row, column));
            }
        }
    }
}

std::shared_ptr<model::Source> source_of(const Bytes& bytes) {
    const ReaderFactory open = [&bytes]() -> Result<std::unique_ptr<model::LogReader>, Failure> {
        PDH_SHIM_TRY(auto reader, log::blg::BlgReader::open(test::file_of(bytes)));
        return std::unique_ptr<model::LogReader>(std::move(reader));
    };
    auto reader = open();
    if (!reader) {
        return nullptr;
    }
    auto source = make_block_log_source("log", *reader.value(), u"ZACH-PC", open);
    return source ? std::move(source).value() : nullptr;
}

Reading read(const Bytes& bytes, bool with_instances = false) {
    Reading reading;
    const auto source = source_of(bytes);
    if (source == nullptr) {
        reading.is_refused = true;
        return reading;
    }
    const auto catalogue = source->catalogue();
    std::vector<model::ObjectRequest> requests;
    for (std::uint32_t i = 0; i < catalogue->objects.size(); ++i) {
        requests.push_back({.object = i,
            .columns = std::vector<bool>(catalogue->objects[i].columns, true),
            .only_total = false});
    }
    const auto session = source->open_session();
    while (true) {
        model::Snapshot snapshot;
        snapshot.objects.resize(requests.size());
        session->start(requests);
        const auto collected = session->collect(requests, snapshot);
        if (!collected) {
            reading.has_loss = collected.error().status() != Status::no_more_data;
            break;
        }
        Cells& cells = reading.records[snapshot.record_time];
        for (std::size_t i = 0; i < requests.size(); ++i) {
            snapshot.objects[i].publish(nullptr);
            add_cells(catalogue->objects[i], snapshot.objects[i], cells);
        }
        std::ranges::sort(cells);
    }
    for (std::uint32_t i = 0; with_instances && i < catalogue->objects.size(); ++i) {
        model::ObjectSnapshot all;
        REQUIRE(source->enumerate(i, all).has_value());
        all.publish(nullptr);
        for (const model::Instance& instance : all.instances()->instances()) {
            reading.instances.insert(joined(catalogue->objects[i].name, instance));
        }
    }
    return reading;
}

/// What the bytes of a log are for.
class LogMap {
  public:
    explicit LogMap(const Bytes& log) : record_of_(log.size(), -1), free_(log.size()) {
        using namespace log::blg::layout;
        std::vector<std::size_t> places; // of the bytes of a record
        Bytes payload;
        ByteReader bytes(log);
        int record = -1; // the catalogue comes first
        for (std::size_t at = log::blg::buffer_size_to_write; at < log.size();) {
            const std::size_t in_buffer = at % log::blg::buffer_size_to_write;
            if (in_buffer == 0) {
                at += buffer::size;
                continue;
            }
            const std::size_t buffer = at - in_buffer;
            if (in_buffer >= bytes.u32(buffer + buffer::filled)) {
                at = buffer + log::blg::buffer_size_to_write;
                continue;
            }
            const std::size_t size = bytes.u16(at + event::event_size);
            const std::size_t whole = (size + event::alignment - 1) / event::alignment * event::alignment;
            std::fill_n(record_of_.begin() + static_cast<std::ptrdiff_t>(at), whole, record);
            std::fill_n(free_.begin() + static_cast<std::ptrdiff_t>(at + event::time_stamp), 8, true);
            first_ = record == 0 && first_ == 0 ? at : first_;
            for (std::size_t i = event::payload; i < size; ++i) {
                places.push_back(at + i);
                payload.push_back(log[at + i]);
            }
            if (bytes.u32(at + event::part_number) == bytes.u32(at + event::part_count)) {
                if (record >= 0) {
                    mark_record(payload, places);
                }
                payload.clear();
                places.clear();
                ++record;
            }
            at += whole;
        }
        REQUIRE(record == records);
    }

    /// Whether a range has bytes of a record, or of the one before: an event's length may hide the next one.
    [[nodiscard]] bool touches(std::size_t begin, std::size_t end, int record) const {
        const auto range = std::span(record_of_).subspan(begin, end - begin);
        return std::ranges::find(range, record) != range.end();
    }
    /// Whether nothing else says what this byte is: it is of a value or a clock, a letter of a name, or says
    /// which of several instances or parents it is.
    [[nodiscard]] bool is_free(std::size_t place) const { return free_[place]; }
    /// Where the first record begins.
    [[nodiscard]] std::size_t first_record() const { return first_; }

  private:
    void mark_record(const Bytes& payload, const std::vector<std::size_t>& places) {
        ByteReader parts(payload);
        for (std::size_t at = 8; at + 8 <= payload.size(); at += parts.u32(at + 4)) {
            const std::size_t block = at + 8;
            block::BlockObjects objects;
            REQUIRE(objects.add_block(std::span(payload).subspan(block)).has_value());
            const auto free = [&](std::size_t offset, std::size_t size) {
                for (std::size_t i = 0; i < size; ++i) {
                    free_[places[block + offset + i]] = true;
                }
            };
            for (const block::ObjectBytes& object : objects.objects()) {
                mark_object(object, free);
            }
        }
    }

    static void mark_object(
        const block::ObjectBytes& object, const std::function<void(std::size_t, std::size_t)>& free) {
        namespace at = block::layout::instance;
        const auto definition = block::read_definition(object);
        block::InstanceTable table;
        REQUIRE(table.refresh(object, definition.value()).has_value());
        ByteReader bytes(object.bytes, object.order);
        std::size_t head = definition.value().length;
        for (const std::size_t block : table.blocks()) {
            if (definition.value().instances == model::Instances::multi) {
                free(object.offset + head + at::parent_object, at::name_offset - at::parent_object);
                free(object.offset + head + bytes.u32(head + at::name_offset),
                    bytes.u32(head + at::name_length));
            }
            const std::size_t size = bytes.u32(block);
            free(object.offset + block + 4, size - 4);
            head = block + size;
        }
    }

    std::vector<int> record_of_;
    std::vector<bool> free_;
    std::size_t first_ = 0;
};

// Compares what is read of a damaged log with what the log had. @return whether anything is missing
bool check(const Reading& whole, const Reading& damaged, const LogMap& map, std::size_t begin,
    std::size_t end, bool may_change_values) {
    bool misses = false;
    for (int number = 0; number < records; ++number) {
        const std::int64_t time = start + number * second;
        const bool is_touched = map.touches(begin, end, number);
        const auto found = damaged.records.find(time);
        const Cells& expected = whole.records.at(time);
        if (!is_touched) { // nothing of another record is lost
            const bool is_whole = found != damaged.records.end() && found->second == expected;
            REQUIRE((is_whole || (number > 0 && map.touches(begin, end, number - 1) && damaged.has_loss)));
            misses = misses || !is_whole;
            continue;
        }
        if (found == damaged.records.end()) {
            misses = true;
            continue;
        }
        const Cells& cells = found->second;
        misses = misses || cells.size() < expected.size();
        const bool are_equal = std::ranges::includes(expected, cells);
        REQUIRE((are_equal || may_change_values));
    }
    for (const auto& [time, cells] : damaged.records) {
        REQUIRE((whole.records.contains(time) || may_change_values));
    }
    return misses;
}

struct Figures {
    int copies = 0;
    int exact = 0;
    int reported = 0;
    int refused = 0;
    std::size_t lost_cells = 0;
};

std::size_t count_cells(const Reading& reading) {
    std::size_t cells = 0;
    for (const auto& [time, of_record] : reading.records) {
        cells += of_record.size();
    }
    return cells;
}

void try_damage(const Bytes& log, const Reading& whole, const LogMap& map, std::size_t begin, std::size_t end,
    std::byte with, Figures& figures) {
    CAPTURE(begin);
    CAPTURE(end);
    Bytes damaged = log;
    std::fill(damaged.begin() + static_cast<std::ptrdiff_t>(begin),
        damaged.begin() + static_cast<std::ptrdiff_t>(end), with);
    if (damaged == log) {
        return;
    }
    ++figures.copies;
    const Reading reading = read(damaged);
    if (reading.is_refused) {
        REQUIRE(begin < map.first_record()); // its header or its catalogue
        ++figures.refused;
        return;
    }
    const bool is_free = end == begin + 1 && map.is_free(begin);
    const bool misses = check(whole, reading, map, begin, end, is_free);
    REQUIRE((!misses || reading.has_loss || is_free));
    figures.reported += reading.has_loss ? 1 : 0;
    figures.exact += !reading.has_loss && !misses ? 1 : 0;
    figures.lost_cells += count_cells(whole) - std::min(count_cells(whole), count_cells(reading));
}

/// Between two places that are damaged. With TORTURE_ALL it is the smaller one, which takes 20 s, and minutes
/// with a sanitizer.
std::size_t step(std::size_t all, std::size_t some) {
    return std::getenv("TORTURE_ALL") != nullptr ? all : some;
}

} // namespace

TEST_CASE("zeros in a log of whole objects lose what they cover, and are reported") {
    const Bytes log = log_of(true);
    const LogMap map(log);
    const Reading whole = read(log);
    REQUIRE(whole.records.size() == records);
    REQUIRE_FALSE(whole.has_loss);
    REQUIRE(count_cells(whole) == 10'314);
    for (const std::size_t size : {512U, 4096U}) {
        CAPTURE(size);
        Figures figures;
        for (std::size_t begin = log::blg::buffer_size_to_write; begin + size <= log.size();
             begin += step(900, 4'099)) {
            try_damage(log, whole, map, begin, begin + size, std::byte{}, figures);
        }
        MESSAGE(size << " zeros: " << figures.copies << " copies, " << figures.exact << " exact, "
                     << figures.reported << " reported, " << figures.refused << " refused, on average "
                     << figures.lost_cells / static_cast<std::size_t>(figures.copies) << " of "
                     << count_cells(whole) << " cells lost");
        CHECK(figures.reported > figures.copies / 2);
        CHECK(figures.refused < 20);
    }
}

TEST_CASE("a damaged byte in whole objects changes no cell without a report") {
    const Bytes log = log_of(false);
    const LogMap map(log);
    const Reading whole = read(log);
    REQUIRE(whole.records.size() == records);
    for (const std::byte with : {std::byte{0x00}, std::byte{0xFF}}) {
        Figures figures;
        for (std::size_t place = map.first_record(); place < log.size(); place += step(1, 7)) {
            if (map.touches(place, place + 1, 0) || map.touches(place, place + 1, 3)) {
                try_damage(log, whole, map, place, place + 1, with, figures);
            }
        }
        MESSAGE(static_cast<int>(with)
                << ": " << figures.copies << " copies, " << figures.exact << " exact, " << figures.reported
                << " reported, on average " << figures.lost_cells / static_cast<std::size_t>(figures.copies)
                << " of " << count_cells(whole) << " cells lost");
        CHECK(figures.reported > figures.copies / 4);
        CHECK(figures.refused == 0);
    }
}

TEST_CASE("damage of the first record removes no object, counter or instance from the log") {
    const Bytes log = log_of(true);
    const Reading whole = read(log, true);
    namespace at = block::layout;
    const auto damage = [&](const std::function<void(Bytes&)>& change) {
        return read(log_of(true,
                        [&](int number, std::vector<Bytes>& blocks) {
                            if (number == 0) {
                                change(blocks[0]); // of LogicalDisk, whose object begins at byte 104
                            }
                        }),
            true);
    };
    const std::size_t object = 104;
    const std::size_t counter = object + at::object::size;
    for (const std::size_t place :
        {counter + at::counter::length, counter + at::counter::title_index, counter + at::counter::type,
            counter + at::counter::value_offset, object + at::object::title_index,
            object + at::object::definition_length, object + at::object::instance_count,
            object + at::object::total_length, at::block::object_count, at::block::header_length}) {
        CAPTURE(place);
        const Reading reading = damage([place](Bytes& bytes) { bytes[place] = std::byte{0xFF}; });
        CHECK(reading.has_loss);
        CHECK(reading.instances == whole.instances);
        const bool finds_object = place == at::block::object_count; // all that there is
        CHECK(reading.records.at(start).size() ==
              whole.records.at(start).size() - (finds_object ? 0U : 102U)); // values of LogicalDisk
        for (int number = 1; number < records; ++number) {
            CHECK(reading.records.at(start + number * second) == whole.records.at(start + number * second));
        }
    }
}

TEST_CASE("an object whose definition changes in a log loses one record, and is read on") {
    const Bytes log = log_of(false, [](int number, std::vector<Bytes>& blocks) {
        if (number >= 3) { // a counter that the object had before has another type
            const std::size_t type = 104 + block::layout::object::size + block::layout::counter::type;
            ByteWriter(blocks[0]).set_u32(type, 0x00010000);
        }
    });
    const Reading reading = read(log);
    CHECK(reading.has_loss);
    const auto size = [&](int number) { return reading.records.at(start + number * second).size(); };
    CHECK(size(2) == 91);
    CHECK(size(3) == 91 - 9);
    CHECK(size(4) == 91 - 1);
    CHECK(size(5) == 91 - 1);
}

TEST_CASE("a log whose instances do not fill their objects is read, and nothing is reported") {
    const Bytes log = log_of(false, [](int /*number*/, std::vector<Bytes>& blocks) {
        for (Bytes& bytes : blocks) {
            bytes.resize(bytes.size() + 16);
            ByteReader in(bytes);
            ByteWriter out(bytes);
            out.set_u32(block::layout::block::total_length, static_cast<std::uint32_t>(bytes.size()));
            const std::size_t total = 104 + block::layout::object::total_length;
            out.set_u32(total, in.u32(total) + 16);
        }
    });
    const Reading reading = read(log);
    CHECK_FALSE(reading.has_loss);
    CHECK(reading.records == read(log_of(false)).records);
}

TEST_CASE("a block of a computer that the log does not have is reported") {
    const Bytes log = log_of(false, [](int number, std::vector<Bytes>& blocks) {
        if (number == 2) {
            blocks[1][88] = std::byte{'X'}; // the first letter of its name
        }
    });
    const Reading reading = read(log);
    CHECK(reading.has_loss);
    CHECK(reading.records.at(start + 2 * second).size() < 91);
    CHECK(reading.records.at(start + 3 * second).size() == 91);
}

} // namespace block_log_source_test
