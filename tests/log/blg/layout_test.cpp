// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/blg/layout.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::log::blg;
using namespace pdh_shim;

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

TEST_CASE("a name ends at its first NUL, and one that is read takes the place of the text before") {
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
