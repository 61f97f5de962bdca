// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/encoding.h"

#include <doctest/doctest.h>

#include <string>

using pdh_shim::Status;
using pdh_shim::api::TextIn;

TEST_CASE("all three encodings read as the same text") {
    const std::u16string expected = u"\\Fa\u00df\U0001f600";
    CHECK(TextIn("\\Fa\xC3\x9F\xF0\x9F\x98\x80").read().value() == expected);
    CHECK(TextIn(expected.c_str()).read().value() == expected);
    CHECK(TextIn(L"\\Fa\u00df\U0001f600").read().value() == expected);
}

TEST_CASE("NULL reads as nothing and is empty, as the empty text is") {
    const TextIn null(static_cast<const char*>(nullptr));
    CHECK(null.is_null());
    CHECK(null.is_empty());
    CHECK(null.read().value().empty());
    CHECK(TextIn("").is_empty());
    CHECK(TextIn(u"").is_empty());
    CHECK(TextIn(L"").is_empty());
    CHECK_FALSE(TextIn("a").is_empty());
    CHECK_FALSE(TextIn(u"\u0100").is_empty()); // its first byte is 0
    CHECK_FALSE(TextIn(L"\u0100").is_empty());
    CHECK_FALSE(TextIn(L"\U00010000").is_empty()); // so are its first two
}

TEST_CASE("ill-formed text is refused") {
    CHECK(TextIn("\\a\xFF").read().error() == Status::invalid_argument);
    CHECK(TextIn("\xC3").read().error() == Status::invalid_argument);
    if constexpr (sizeof(wchar_t) == 4) {
        const std::wstring beyond(1, static_cast<wchar_t>(0x110000));
        CHECK(TextIn(beyond.c_str()).read().error() == Status::invalid_argument);
    }
}

TEST_CASE("a lone surrogate in UTF-16 passes, so that ill-formed names stay reachable") {
    const std::u16string lone(1, char16_t{0xD800});
    CHECK(TextIn(lone.c_str()).read().value() == lone);
}

TEST_CASE("a text is measured no further than asked") {
    for (const TextIn& text : {TextIn("abc"), TextIn(u"abc"), TextIn(L"abc")}) {
        CHECK(text.is_longer_than(0));
        CHECK(text.is_longer_than(2));
        CHECK_FALSE(text.is_longer_than(3));
        CHECK_FALSE(text.is_longer_than(4));
    }
    const std::string not_terminated(4, 'x');
    const std::string_view three(not_terminated.data(), 3);
    CHECK(TextIn(three.data()).is_longer_than(3));
    CHECK_FALSE(TextIn(static_cast<const char*>(nullptr)).is_longer_than(0));
}
