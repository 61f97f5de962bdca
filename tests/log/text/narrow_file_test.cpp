// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../../memory_file.h"
#include "log/text/narrow_file.h"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

using namespace pdh_shim;
using namespace pdh_shim::log::text;

namespace {

std::string utf16(std::string_view text, std::endian order) {
    std::string bytes = utf16_mark(order);
    append_utf16(bytes, text, order);
    return bytes;
}

NarrowFile narrow(const std::string& bytes, std::endian order) {
    return {test::file_of(test::bytes_of(bytes)), order};
}

std::string read_at(NarrowFile& file, std::uint64_t offset, std::size_t count) {
    std::string text(count, '\0');
    const auto read = file.read(offset, std::as_writable_bytes(std::span(text)));
    REQUIRE(read.has_value());
    text.resize(read.value());
    return text;
}

constexpr std::array orders{std::endian::little, std::endian::big};

} // namespace

TEST_CASE("the byte order mark says the order, and other files have none") {
    CHECK(utf16_order(utf16("x", std::endian::little)) == std::endian::little);
    CHECK(utf16_order(utf16("x", std::endian::big)) == std::endian::big);
    for (const std::string_view start : {"", "\xFF", "\xEF\xBB\xBFx", "x\xFF\xFE"}) {
        CHECK_FALSE(utf16_order(start).has_value());
    }
}

TEST_CASE("a file in UTF-16 is read as 8-bit text, with question marks for other characters") {
    for (const std::endian order : orders) {
        NarrowFile file = narrow(utf16("a\xC3\xA4\xE4\xB8\x87z", order), order);
        CHECK(file.size().value() == 4);
        CHECK(read_at(file, 0, 100) == "a\xE4?z");
        CHECK(read_at(file, 3, 1) == "z");
        CHECK(read_at(file, 4, 1).empty());
        CHECK(file.text(1, 2).value() == "\xC3\xA4\xE4\xB8\x87");
        CHECK(NarrowFile::place_in_file(3) == 8);
    }
}

TEST_CASE("half a character at the end of a file is not a character") {
    NarrowFile file = narrow(utf16("ab", std::endian::little) + "c", std::endian::little);
    CHECK(file.size().value() == 2);
    CHECK(read_at(file, 0, 100) == "ab");
    NarrowFile cut = narrow("\xFF", std::endian::little);
    CHECK(cut.size().value() == 0);
    CHECK(read_at(cut, 0, 100).empty());
}

TEST_CASE("a long text is read whole") {
    const std::string text(10'000, 'x');
    NarrowFile file = narrow(utf16(text, std::endian::big), std::endian::big);
    CHECK(read_at(file, 0, text.size()) == text);
}
