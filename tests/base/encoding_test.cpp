// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"

#include <doctest/doctest.h>

using pdh_shim::Status;
using pdh_shim::platform::decode;

TEST_CASE("text is read in an encoding that the system knows") {
    CHECK(decode("CP1252", "a\x80").value() == u"a\u20AC");
    CHECK(decode("CP932", "\x93\xFA\x96\x7B").value() == u"\u65E5\u672C");
    CHECK(decode("CP1252", "").value().empty());
}

TEST_CASE("an encoding that the system does not know, and bytes that are not text in it, are told apart") {
    CHECK(decode("no such encoding", "a").error() == Status::not_implemented);
    CHECK(decode("CP932", "\x93").error() == Status::invalid_argument);
    CHECK(decode("UTF-8", "\xFF").error() == Status::invalid_argument);
}
