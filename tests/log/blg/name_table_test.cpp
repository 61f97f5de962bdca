// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "base/text.h"
#include "log/blg/name_table.h"
#include "log/blg/utf16.h"
#include "memory_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

using namespace pdh_shim;
using namespace pdh_shim::log::blg;
using test::Bytes;

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
