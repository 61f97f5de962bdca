// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/block.h"
#include "block/layout.h"
#include "blocks.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::model;
using namespace pdh_shim::block;

namespace {

std::vector<std::byte> two_objects() {
    return block_of({object_of(definition_of(10, Instances::none, {raw_count}), {{u"", {1}}}),
        object_of(definition_of(20, Instances::multi, {raw_count}), {{u"a", {2}}, {u"b", {3}}})});
}

struct Damage {
    std::size_t offset; // of a number of 32 bits
    std::uint32_t value;
    std::size_t fault; // offset that is told
};

void check_refused(const std::vector<std::byte>& bytes, std::size_t fault_offset) {
    BlockObjects sample;
    const auto header = sample.add_block(bytes);
    REQUIRE_FALSE(header.has_value());
    CHECK(header.error().status() == Status::invalid_data);
    CHECK(header.error().where() == "byte " + std::to_string(fault_offset));
    CHECK_FALSE(header.error().what().empty());
    CHECK(sample.objects().empty());
}

} // namespace

TEST_CASE("a block has its clocks and its computer, and its objects are found") {
    const auto bytes = two_objects();
    BlockObjects sample;
    const auto header = sample.add_block(bytes);
    REQUIRE(header.has_value());
    CHECK(header.value().total_bytes == bytes.size());
    CHECK(header.value().perf_freq == 1000);
    CHECK(header.value().time_100ns == 7);
    CHECK(header.value().default_object == 10);
    CHECK(header.value().machine == u"PC");
    REQUIRE(sample.objects().size() == 2);
    CHECK(sample.objects()[0].offset == test_header);
    CHECK(sample.find(20) == &sample.objects()[1]);
    CHECK(sample.find(20)->offset == test_header + sample.objects()[0].bytes.size());
    CHECK(sample.find(15) == nullptr);
}

TEST_CASE("SystemTime is UTC or local: PerfTime100nSec decides, and gives the record's zone") {
    constexpr std::int64_t utc = 134'116'992'000'000'000;
    constexpr std::int64_t hour = 36'000'000'000;
    const auto block = [](std::int64_t system_time, std::int64_t time_100ns) {
        std::vector<std::byte> bytes;
        const BlockClocks clocks{
            .perf_time = 0, .perf_freq = 1000, .time_100ns = time_100ns, .system_time = system_time};
        REQUIRE(write_block({}, clocks, u"PC", {}, bytes).has_value());
        return bytes;
    };
    const auto time_of = [](const std::vector<std::byte>& bytes) {
        BlockObjects sample;
        return sample.add_block(bytes).value().system_time;
    };
    constexpr std::int64_t local = utc - 4 * hour;
    CHECK(bias_in_block(block(local, utc + 5), local) == 240);
    CHECK(time_of(block(local, utc + 5)) == utc + 5);
    CHECK(bias_in_block(block(utc, utc + 5), local) == 240);
    CHECK(time_of(block(utc, utc + 5)) == utc);
    CHECK(bias_in_block(block(utc, 7), local) == 240);
    CHECK(time_of(block(utc, 7)) == utc);
    CHECK(bias_in_block(block(local, 7), local) == std::nullopt); // it may be either
    CHECK(bias_in_block(block(0, 0), local) == std::nullopt);
    CHECK(bias_in_block({}, local) == std::nullopt);
    const auto whole = block(local, utc);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        static_cast<void>(bias_in_block(std::span(whole).first(size), local));
    }
}

TEST_CASE("bytes after a block are not part of it") {
    auto bytes = two_objects();
    const std::size_t size = bytes.size();
    bytes.resize(size + 100);
    BlockObjects sample;
    CHECK(sample.add_block(bytes).value().total_bytes == size);
}

TEST_CASE("a damaged block is refused with the offset of the damage") {
    namespace block = layout::block;
    const auto good = two_objects();
    const auto size = static_cast<std::uint32_t>(good.size());
    const std::uint32_t first = 96;
    constexpr bool is_little = std::endian::native == std::endian::little;
    for (const Damage& damage : {
             Damage{block::signature, 0x00450051, 0},
             Damage{block::little_endian, 2, 0},
             Damage{block::little_endian, is_little ? 0U : 1U, 0},
             Damage{block::version, 2, block::version},
             Damage{block::total_length, size + 1, block::total_length},
             Damage{block::total_length, 80, block::header_length},
             Damage{block::total_length, size - 8, 0},
             Damage{block::header_length, 80, block::header_length},
             Damage{block::header_length, size + 8, block::header_length},
             Damage{block::perf_freq + (is_little ? 0 : 4), 0, block::perf_freq},
             Damage{block::perf_freq + (is_little ? 4 : 0), 0x80000000, block::perf_freq},
             Damage{block::name_offset, 97, 97},
             Damage{block::name_length, 0xFFFFFFFF, 88},
             Damage{block::object_count, 3, size},
             Damage{block::object_count, 0xFFFFFFFF, size},
             Damage{first, 0, first},
             Damage{first, 63, first},
             Damage{first, size, first},
             Damage{first, 0xFFFFFFFF, first},
         }) {
        CAPTURE(damage.offset);
        CAPTURE(damage.value);
        const bool is_in_second = damage.offset == block::total_length && damage.value == size - 8;
        const auto second = first + u32_at(good, first);
        check_refused(with_u32(good, damage.offset, damage.value), is_in_second ? second : damage.fault);
    }
}

TEST_CASE("a block that is cut anywhere is refused") {
    const auto good = two_objects();
    for (std::size_t size = 0; size < good.size(); ++size) {
        CAPTURE(size);
        BlockObjects sample;
        const std::span<const std::byte> bytes = std::span(good).first(size);
        const auto header = sample.add_block(bytes);
        REQUIRE_FALSE(header.has_value());
        CHECK(offset_of(header.error()) <= size);
        CHECK(is_cut(bytes));
    }
    CHECK_FALSE(is_cut(good));
    CHECK_FALSE(is_cut(with_u32(good, 0, 0)));
}

TEST_CASE("offsets are counted from the start of the file") {
    const auto bytes = two_objects();
    BlockObjects sample;
    REQUIRE(sample.add_block(bytes, 1000).has_value());
    CHECK(sample.find(10)->offset == 1000 + test_header);
    const auto malformed = sample.add_block(with_u32(bytes, test_header, 0), 1000);
    REQUIRE_FALSE(malformed.has_value());
    CHECK(malformed.error().message().starts_with("byte 1096: "));
    CHECK(sample.objects().size() == 2);
}

TEST_CASE("objects without a header have to fill the bytes that were announced") {
    const auto bytes = objects_of({object_of(definition_of(10, Instances::none, {raw_count}), {{u"", {1}}}),
        object_of(definition_of(20, Instances::none, {raw_count}), {{u"", {2}}})});
    BlockObjects sample;
    REQUIRE(sample.add_objects(bytes, 2).has_value());
    CHECK(sample.find(20) != nullptr);
    for (const std::uint32_t count : {0U, 1U, 3U, 0xFFFFFFFFU}) {
        CAPTURE(count);
        BlockObjects other;
        CHECK_FALSE(other.add_objects(bytes, count).has_value());
        CHECK(other.objects().empty());
    }
    CHECK(BlockObjects().add_objects({}, 0).has_value());
}

TEST_CASE("of two objects with the same title index, the first is found") {
    const auto bytes = block_of({object_of(definition_of(10, Instances::none, {raw_count}), {{u"", {1}}})});
    BlockObjects sample;
    REQUIRE(sample.add_block(bytes).has_value());
    const std::uint64_t number = sample.number();
    REQUIRE(sample.add_block(bytes).has_value());
    CHECK(sample.number() != number);
    CHECK(sample.find(10) == sample.objects().data());
    sample.clear();
    CHECK(sample.find(10) == nullptr);
}

using namespace pdh_shim;

TEST_CASE("a request names the title indexes of its objects, with blanks between") {
    model::Catalogue catalogue;
    catalogue.objects.resize(3);
    catalogue.objects[0].title_index = 238;
    catalogue.objects[2].title_index = 4'294'967'295;
    std::vector<model::ObjectRequest> requests(3);
    requests[0].object = 2;
    requests[1].object = 0;
    requests[2].object = 1;
    CHECK(block::index_list(block::title_indexes(requests, catalogue)) == u"4294967295 238 0");
    CHECK(block::index_list(block::title_indexes({}, catalogue)).empty());
}

using namespace pdh_shim::block;

namespace {

std::u16string ansi(std::string_view text) {
    return ansi_text(std::as_bytes(std::span(text)));
}

std::u16string utf16(std::string_view text, std::endian order = std::endian::little) {
    return utf16_text(std::as_bytes(std::span(text)), order);
}

} // namespace

TEST_CASE("UTF-16 text ends at a NUL or at the end of its bytes, in either byte order") {
    using namespace std::string_view_literals;
    CHECK(utf16("a\0b\0\0\0c\0"sv) == u"ab");
    CHECK(utf16("a\0b\0c"sv) == u"ab");
    CHECK(utf16(""sv).empty());
    CHECK(utf16("\x20\xAC\0a"sv, std::endian::big) == u"\u20ACa");
    CHECK(utf16("\x3D\xD8"sv) == std::u16string(1, char16_t{0xD83D})); // half a pair stays
}

TEST_CASE("text of a code page is UTF-8, or else Windows-1252") {
    CHECK(ansi("") == u"");
    CHECK(ansi(std::string_view("ab\0c", 4)) == u"ab");
    CHECK(ansi("\xC3\xA9\xE2\x82\xAC") == u"\u00E9\u20AC");
    CHECK(ansi("\xE9\x80\xFF\x9F a") == u"\u00E9\u20AC\u00FF\u0178 a");
    CHECK(ansi("\x81\x8D\x8F\x90\x9D") == u"\u0081\u008D\u008F\u0090\u009D");
}

TEST_CASE("code pages of UTF-16") {
    CHECK(is_utf16(0));
    CHECK(is_utf16(1200));
    CHECK_FALSE(is_utf16(1252));
    CHECK_FALSE(is_utf16(65001));
}
