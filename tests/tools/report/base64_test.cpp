// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/report/base64.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;

using namespace std::string_literals;
using report::base64;

TEST_CASE("bytes are the groups of base64 that RFC 4648 lists") {
    CHECK(base64("") == "");
    CHECK(base64("f") == "Zg==");
    CHECK(base64("fo") == "Zm8=");
    CHECK(base64("foo") == "Zm9v");
    CHECK(base64("foobar") == "Zm9vYmFy");
    CHECK(base64("\xFB\xFF\xFE\x00\x10\x83"s) == "+//+ABCD");
}
