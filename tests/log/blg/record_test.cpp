// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "log/blg/record.h"
#include "memory_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::log::blg;
using test::Bytes;

namespace {

model::LogEntry entry_of(model::LogEntryKind kind) {
    model::LogEntry entry;
    entry.kind = kind;
    return entry;
}

class Random {
  public:
    explicit Random(unsigned seed) : engine_(seed) {}

    std::uint64_t number() { return engine_(); }
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(engine_() % limit); }

    std::u16string name() {
        std::u16string name(1 + below(20), u' ');
        for (char16_t& unit : name) {
            unit = static_cast<char16_t>(1 + below(0xFFFF));
        }
        return name;
    }

    model::LogValue value(std::uint32_t cstatus, std::int64_t time) {
        return {cstatus, time, static_cast<std::int64_t>(number()), static_cast<std::int64_t>(number()),
            static_cast<std::uint32_t>(number())};
    }

    model::LogCell cell(model::LogEntryKind kind) {
        const auto cstatus = static_cast<std::uint32_t>(number());
        const auto time = static_cast<std::int64_t>(number());
        model::LogCell cell;
        cell.is_there = true;
        if (kind == model::LogEntryKind::counter) {
            cell.value = value(cstatus, time);
            return cell;
        }
        cell.value = {cstatus, time, 0, 0, 1};
        for (std::size_t i = below(30); i > 0; --i) {
            cell.instances.push_back({name(), value(cstatus, time)});
        }
        return cell;
    }

  private:
    std::mt19937_64 engine_;
};

} // namespace

TEST_CASE("records are read as they were written") {
    Random random(1);
    for (int round = 0; round < 500; ++round) {
        std::vector<model::LogEntry> entries;
        std::vector<model::LogCell> cells;
        for (std::size_t i = random.below(12); i > 0; --i) {
            const auto kind =
                random.below(2) == 0 ? model::LogEntryKind::counter : model::LogEntryKind::instances;
            entries.push_back(entry_of(kind));
            cells.push_back(random.cell(kind));
        }
        Bytes payload;
        append_record(kinds_of(entries), cells, payload);
        model::LogRecord record;
        REQUIRE(read_record(payload, kinds_of(entries), record).has_value());
        REQUIRE(record.cells == cells);
    }
}

TEST_CASE("names in a list of instances have room for whole units of 8 bytes") {
    model::LogCell cell;
    for (const char16_t* name : {u"0", u"1", u"2", u"3", u"_Total"}) {
        cell.instances.push_back({name, {}});
    }
    Bytes payload;
    append_record({model::LogEntryKind::instances}, std::vector{cell}, payload);
    CHECK(ByteReader(payload).u32(16) == 192); // as Windows 8 has it, of which 174 are used
}

TEST_CASE("an instance behind a missing one of its name has its number in the name") {
    model::LogCell cell;
    cell.instances = {{u"a", {}, 0}, {u"A", {}, 2}, {u"b", {}, 1}, {u"c", {}, 0}, {u"c", {}, 1}};
    const EntryKinds kinds{model::LogEntryKind::instances};
    Bytes payload;
    append_record(kinds, std::vector{cell}, payload);
    model::LogRecord record;
    REQUIRE(read_record(payload, kinds, record).has_value());
    std::vector<std::pair<std::u16string, std::uint32_t>> names;
    for (const model::LogInstance& instance : record.cells[0].instances) {
        names.emplace_back(instance.name, instance.duplicate);
    }
    CHECK(names == std::vector<std::pair<std::u16string, std::uint32_t>>{
                       {u"a", 0}, {u"A#2", 0}, {u"b#1", 0}, {u"c", 0}, {u"c", 1}});
}

TEST_CASE("names that only differ in lone surrogates are written as they are") {
    model::LogCell cell;
    cell.instances = {{{u'a', char16_t{0xD800}}, {}, 0}, {{u'a', char16_t{0xD83D}}, {}, 0},
        {{u'a', char16_t{0xD83D}}, {}, 1}};
    const EntryKinds kinds{model::LogEntryKind::instances};
    Bytes payload;
    append_record(kinds, std::vector{cell}, payload);
    model::LogRecord record;
    REQUIRE(read_record(payload, kinds, record).has_value());
    CHECK(record.cells[0].instances == cell.instances);
}

TEST_CASE("a record of blocks loses the parts that are damaged, and no others") {
    constexpr std::uint32_t block_tag = 'B' | 'L' << 8U | 3U << 16U | 5U << 24U;
    Bytes payload;
    append_record({}, {}, payload);
    ByteWriter out(payload);
    const std::vector<std::size_t> sizes{80, 160, 240, 320};
    std::vector<std::size_t> places;
    for (const std::size_t size : sizes) {
        places.push_back(payload.size());
        out.u32(block_tag);
        out.u32(static_cast<std::uint32_t>(8 + size));
        for (const char letter : {'P', '\0', 'E', '\0', 'R', '\0', 'F', '\0'}) {
            payload.push_back(static_cast<std::byte>(letter));
        }
        payload.resize(payload.size() + size - 8, std::byte{1});
    }
    out.set_u32(4, static_cast<std::uint32_t>(payload.size()));
    const EntryKinds kinds(sizes.size(), model::LogEntryKind::object);
    const auto read_sizes = [&](const Bytes& bytes, std::size_t lost) {
        model::LogRecord record;
        const auto read = read_record(bytes, kinds, record);
        REQUIRE(read.has_value());
        std::size_t all = 0;
        for (const LostPart& part : read.value()) {
            all += part.size;
        }
        CHECK(all == lost);
        std::vector<std::size_t> found;
        std::ranges::transform(record.blocks, std::back_inserter(found), &std::span<const std::byte>::size);
        return found;
    };
    CHECK(read_sizes(payload, 0) == sizes);
    SUBCASE("its tag, which the block does without") {
        payload[places[1]] = std::byte{};
        CHECK(read_sizes(payload, 0) == sizes);
    }
    SUBCASE("its length") {
        payload[places[1] + 4] = std::byte{};
        CHECK(read_sizes(payload, 168) == std::vector<std::size_t>{80, 240, 320});
    }
    SUBCASE("zeros that begin in the part before") {
        std::fill_n(payload.begin() + static_cast<std::ptrdiff_t>(places[2] - 16), 32, std::byte{});
        CHECK(read_sizes(payload, 168 + 248) == std::vector<std::size_t>{80, 320});
    }
    SUBCASE("the last one") {
        payload[places[3] + 7] = std::byte{0xFF};
        CHECK(read_sizes(payload, 328) == std::vector<std::size_t>{80, 160, 240});
    }
}

TEST_CASE("the cells of a record that ends early are not there") {
    const std::vector entries(3, entry_of(model::LogEntryKind::counter));
    Bytes payload;
    append_record(kinds_of(std::span(entries).first(2)), std::vector(2, model::LogCell{}), payload);
    model::LogRecord record;
    REQUIRE(read_record(payload, kinds_of(entries), record).has_value());
    CHECK(record.cells[0].is_there);
    CHECK(record.cells[1].is_there);
    CHECK_FALSE(record.cells[2].is_there);
}

TEST_CASE("instances that all have the same long name do not fill the memory") {
    model::LogCell cell;
    cell.instances.resize(1000);
    cell.instances.back().name.assign(30'000, u'x');
    const std::vector entries{entry_of(model::LogEntryKind::instances)};
    Bytes payload;
    append_record(kinds_of(entries), std::vector{cell}, payload);
    const std::size_t first_item = 16 + 24;
    const std::uint32_t name = ByteReader(payload).u32(first_item + 999 * 24);
    for (std::size_t i = 0; i < 1000; ++i) {
        ByteWriter(payload).set_u32(first_item + i * 24, name);
    }
    model::LogRecord record;
    const auto read = read_record(payload, kinds_of(entries), record);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().status() == Status::binary_log_corrupt);
    CHECK(record.cells[0].instances[2].name.empty());
}

TEST_CASE("parts of an unknown kind are passed over") {
    const std::vector entries(1, entry_of(model::LogEntryKind::counter));
    model::LogCell cell;
    cell.value.first = 7;
    Bytes payload;
    append_record(kinds_of(entries), std::vector{cell}, payload);
    Bytes unknown{payload.begin() + 8, payload.end()};
    unknown[3] = std::byte{0x77};
    payload.insert(payload.begin() + 8, unknown.begin(), unknown.end());
    model::LogRecord record;
    REQUIRE(read_record(payload, kinds_of(entries), record).has_value());
    CHECK(record.cells[0].value.first == 7);
}

TEST_CASE("a block with whole objects is handed on") {
    Bytes payload;
    append_record({}, {}, payload);
    const Bytes block = test::bytes_of("PERF and so on");
    ByteWriter out(payload);
    out.u32('B' | 'L' << 8U | 3U << 16U | 5U << 24U);
    out.u32(static_cast<std::uint32_t>(8 + block.size()));
    out.bytes(block);
    model::LogRecord record;
    REQUIRE(read_record(payload, {}, record).has_value());
    REQUIRE(record.blocks.size() == 1);
    CHECK(Bytes(record.blocks[0].begin(), record.blocks[0].end()) == block);
}

TEST_CASE("a record that was cut or changed at any byte is read or refused") {
    Random random(2);
    const std::vector entries{
        entry_of(model::LogEntryKind::instances), entry_of(model::LogEntryKind::counter)};
    const std::vector cells{
        random.cell(model::LogEntryKind::instances), random.cell(model::LogEntryKind::counter)};
    Bytes payload;
    append_record(kinds_of(entries), cells, payload);
    std::size_t refused = 0;
    const auto try_it = [&](std::span<const std::byte> bytes) {
        model::LogRecord record;
        const auto read = read_record(bytes, kinds_of(entries), record);
        refused += read.has_value() ? 0U : 1U;
        REQUIRE((read.has_value() || read.error().status() == Status::binary_log_corrupt));
    };
    for (std::size_t size = 0; size < payload.size(); ++size) {
        try_it(std::span(payload).first(size));
    }
    for (std::size_t place = 0; place < payload.size(); ++place) {
        Bytes changed = payload;
        changed[place] ^= std::byte{0xFF};
        try_it(changed);
    }
    CHECK(refused > 8);
}
