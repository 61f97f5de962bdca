// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "base/text.h"
#include "log/blg/catalogue.h"
#include "log/blg/layout.h"
#include "memory_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::log::blg;
using namespace pdh_shim;
using test::Bytes;

namespace {

const std::vector<model::LogEntry> written_entries{
    {model::LogEntryKind::counter, u"HOST", u"Memory", u"", u"", 0, u"Available Bytes", 0x10100, 10'000'000,
        -6},
    {model::LogEntryKind::counter, u"HOST", u"Thread", u"app", u"1", 2, u"% User Time", 0x20510500,
        10'000'000, 0},
    {model::LogEntryKind::instances, u"OTHER", u"Processor", u"", u"*", 0, u"% Processor Time", 0x21510500,
        1'193'182, 0},
};

Bytes payload_of(const std::vector<model::LogEntry>& written) {
    Bytes payload;
    append_catalogue(written, payload);
    return payload;
}

} // namespace

TEST_CASE("a catalogue is read as it was written") {
    const auto read = read_catalogue(payload_of(written_entries));
    REQUIRE(read.has_value());
    CHECK(read.value() == written_entries);
}

TEST_CASE("an empty catalogue has no entries") {
    const auto read = read_catalogue(payload_of({}));
    REQUIRE(read.has_value());
    CHECK(read.value().empty());
}

TEST_CASE("two numbers of unknown meaning are written as seen, and read whatever they are") {
    Bytes payload = payload_of(written_entries);
    CHECK(ByteReader(payload).u32(0) == 0x6FF);
    CHECK(ByteReader(payload).u32(4) == 0x20008);
    ByteWriter(payload).set_u64(0, 0);
    CHECK(read_catalogue(payload).value() == written_entries);
}

TEST_CASE("an entry for a whole object is told by its flags") {
    std::vector<model::LogEntry> whole{written_entries.front()};
    whole.front().kind = model::LogEntryKind::object;
    const auto read = read_catalogue(payload_of(whole));
    REQUIRE(read.has_value());
    CHECK(read.value().front().kind == model::LogEntryKind::object);
}

TEST_CASE("entries begin at multiples of 8 bytes") {
    for (std::size_t length = 1; length < 9; ++length) {
        model::LogEntry entry = written_entries.front();
        entry.counter.assign(length, u'x');
        CHECK(payload_of({entry}).size() % 8 == 0);
    }
}

TEST_CASE("a catalogue that was cut or changed at any byte is read or refused") {
    const Bytes payload = payload_of(written_entries);
    std::size_t refused = 0;
    const auto try_it = [&](std::span<const std::byte> bytes) {
        const auto read = read_catalogue(bytes);
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
    CHECK(refused > 30);
}

namespace {

Bytes payload_of(std::initializer_list<std::u16string_view> texts) {
    Bytes payload;
    ByteWriter out(payload);
    for (const std::u16string_view text : texts) {
        append_utf16(out, text);
    }
    return payload;
}

} // namespace

TEST_CASE("titles are kept by machine and index") {
    NameTables tables;
    REQUIRE(read_names(payload_of({u"\\\\ONE", u"2", u"System", u"4", u"Memory"}), tables).has_value());
    REQUIRE(read_names(payload_of({u"\\\\TWO", u"2", u"System"}), tables).has_value());
    REQUIRE(read_names(payload_of({u"\\\\ONE", u"6", u"% Processor Time", u"", u""}), tables).has_value());
    REQUIRE(tables.size() == 2);
    CHECK(tables[u"ONE"].size() == 3);
    CHECK(tables[u"ONE"][4] == u"Memory");
    CHECK(tables[u"ONE"][6] == u"% Processor Time");
    CHECK(tables[u"TWO"][2] == u"System");
}

TEST_CASE("zeros in the titles lose those that they cover, and are reported") {
    Bytes payload;
    ByteWriter out(payload);
    append_utf16(out, u"\\\\ONE");
    for (std::uint32_t index = 2; index < 2000; index += 2) {
        std::u16string number;
        append_decimal(number, index);
        append_utf16(out, number);
        append_utf16(out, u"Title " + number);
    }
    for (std::size_t begin = 0x20; begin + 1024 < payload.size(); begin += 26) {
        CAPTURE(begin);
        for (const std::size_t size : {16U, 512U}) {
            Bytes bytes = payload;
            std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(begin), size, std::byte{});
            NameTables tables;
            REQUIRE_FALSE(read_names(bytes, tables).has_value());
            auto& titles = tables[u"ONE"];
            CHECK(titles.size() > 999 - size / 18 - 4);
            for (const auto& [index, title] : titles) {
                std::u16string expected = u"Title ";
                append_decimal(expected, index);
                REQUIRE(title == expected);
            }
        }
    }
}

TEST_CASE("titles that are damaged are refused") {
    NameTables tables;
    CHECK(read_names(payload_of({u"ONE", u"x", u"System"}), tables).error().status() ==
          Status::binary_log_corrupt);
    Bytes cut = payload_of({u"ONE", u"2", u"System"});
    cut.resize(cut.size() - 2);
    CHECK(read_names(cut, tables).error().status() == Status::binary_log_corrupt);
    CHECK(read_names({}, tables).error().status() == Status::binary_log_corrupt);
}

namespace {

std::vector<std::byte> bytes_of_name(std::u16string_view name) {
    std::vector<std::byte> bytes;
    ByteWriter out(bytes, SIZE_MAX, std::endian::little);
    append_utf16(out, name);
    return bytes;
}

} // namespace

TEST_CASE("a name is read as it was written, with any of its characters") {
    for (const std::u16string_view name : {u"", u"a", u"\u00E4\u4E07", u"\xD800 alone"}) {
        const auto bytes = bytes_of_name(name);
        CHECK(bytes.size() == utf16_size(name));
        ByteReader reader(bytes, std::endian::little);
        CHECK(utf16_at(reader, 0) == name);
        CHECK(reader.ok());
    }
}

TEST_CASE("a name ends at its first NUL, and replaces the text that was read before") {
    const auto bytes = bytes_of_name(std::u16string_view(u"ab\0cd", 5));
    ByteReader reader(bytes, std::endian::little);
    std::u16string text = u"longer than both";
    read_utf16(reader, 0, text);
    CHECK(text == u"ab");
    read_utf16(reader, 6, text);
    CHECK(text == u"cd");
    CHECK(reader.ok());
}

TEST_CASE("a name without a NUL, half a character, and a place outside the bytes are not ok") {
    const auto whole = bytes_of_name(u"ab");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        ByteReader reader(cut, std::endian::little);
        CHECK(utf16_at(reader, 0).size() <= 2);
        CHECK_FALSE(reader.ok());
    }
    ByteReader outside(whole, std::endian::little);
    CHECK(utf16_at(outside, 1000).empty());
    CHECK_FALSE(outside.ok());
}
