// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "log/blg/name_table.h"
#include "log/blg/utf16.h"
#include "memory_file.h"

#include <doctest/doctest.h>

#include <initializer_list>
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

TEST_CASE("titles that are damaged are refused") {
    NameTables tables;
    CHECK(read_names(payload_of({u"ONE", u"x", u"System"}), tables).error().status() ==
          Status::binary_log_corrupt);
    Bytes cut = payload_of({u"ONE", u"2", u"System"});
    cut.resize(cut.size() - 2);
    CHECK(read_names(cut, tables).error().status() == Status::binary_log_corrupt);
    CHECK(read_names({}, tables).error().status() == Status::binary_log_corrupt);
}
