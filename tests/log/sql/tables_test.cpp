// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/tables.h"

#include <doctest/doctest.h>

#include <string_view>

using namespace pdh_shim;
using namespace pdh_shim::log::sql;

TEST_CASE("a GUID is read as it was written, with brackets or without") {
    const model::Guid guid{
        0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77, 0x66, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF};
    CHECK(make_guid_text(guid) == u"00112233-4455-6677-8899-aabbccddeeff");
    CHECK(parse_guid_text(u"00112233-4455-6677-8899-aabbccddeeff") == guid);
    CHECK(parse_guid_text(u"{00112233-4455-6677-8899-AABBCCDDEEFF} ") == guid);
    for (const std::u16string_view text : {u"", u"00112233-4455-6677-8899-aabbccddeef",
             u"00112233-4455-6677-8899-aabbccddeeff0", u"g0112233-4455-6677-8899-aabbccddeeff"}) {
        CHECK_FALSE(parse_guid_text(text).has_value());
    }
}
