// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/text.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

using namespace pdh_shim;

namespace {

std::u16string lossy(std::string_view text) {
    std::u16string out;
    append_utf8_lossy(out, text);
    return out;
}

const std::vector<std::string> ill_formed_utf8{
    "\x80",                 // continuation without a lead
    "abc\xBF",              //
    "\xC0\x80",             // overlong NUL
    "\xC1\xBF",             // overlong two bytes
    "\xE0\x9F\xBF",         // overlong three bytes
    "\xF0\x8F\xBF\xBF",     // overlong four bytes
    "\xED\xA0\x80",         // U+D800
    "\xED\xBF\xBF",         // U+DFFF
    "\xF4\x90\x80\x80",     // U+110000
    "\xF5\x80\x80\x80",     // no such lead
    "\xFE",                 //
    "\xFF",                 //
    "\xC3",                 // cut
    "\xE2\x82",             //
    "\xF0\x9F\x98",         //
    "\xC3(",                // continuation missing
    "\xE2\x28\xA1",         //
    "12345678\xE2\x82 rest" // after a run of ASCII
};

} // namespace

TEST_CASE("UTF-8 of every length becomes UTF-16") {
    CHECK(from_utf8("").value().empty());
    CHECK(from_utf8("\\Processor(_Total)\\% Processor Time").value() ==
          u"\\Processor(_Total)\\% Processor Time");
    CHECK(from_utf8("\x7F\xC2\x80\xDF\xBF").value() == u"\u007F\u0080\u07FF");
    CHECK(
        from_utf8("\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF").value() == u"\u0800\uD7FF\uE000\uFFFF");
    CHECK(from_utf8("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF").value() == u"\U00010000\U0010FFFF");
    CHECK(from_utf8("Durchsatz f\xC3\xBCr Ger\xC3\xA4te").value() == u"Durchsatz f\u00FCr Ger\u00E4te");
}

TEST_CASE("ill-formed UTF-8 is refused") {
    for (const std::string& text : ill_formed_utf8) {
        CAPTURE(text);
        const auto result = from_utf8(text);
        REQUIRE_FALSE(result.has_value());
        CHECK(result.error() == Status::invalid_argument);
    }
}

TEST_CASE("a name from outside appears with U+FFFD for each ill-formed byte") {
    CHECK(lossy("eth0") == u"eth0");
    CHECK(lossy("caf\xE9") == u"caf\uFFFD");
    CHECK(lossy("\xE2\x82") == u"\uFFFD\uFFFD");
    CHECK(lossy("a\xFF\xC3\xA9z") == u"a\uFFFD\u00E9z");
    CHECK(lossy("\xED\xA0\x80") == u"\uFFFD\uFFFD\uFFFD");
    std::u16string out = u"kept ";
    append_utf8_lossy(out, "text");
    CHECK(out == u"kept text");
}

TEST_CASE("a name that must be written has U+FFFD for each lone surrogate") {
    std::string out = "kept ";
    append_utf16_lossy(out, std::u16string{u'a', 0xD800, u'\u00E9', 0xDC00, 0xD83D, 0xDE00, 0xD83D});
    CHECK(out == "kept a\xEF\xBF\xBD\xC3\xA9\xEF\xBF\xBD\xF0\x9F\x98\x80\xEF\xBF\xBD");
}

TEST_CASE("well-formed UTF-16 goes to UTF-8 and back") {
    for (const std::u16string text : {u"", u"plain", u"\u007F\u0080\u07FF\u0800\uFFFF",
             u"\U00010000\U0010FFFF", u"12345678\u00E912345678"}) {
        CHECK(from_utf8(to_utf8(text).value()).value() == text);
    }
    CHECK(to_utf8(u"\u20AC \U0001F600").value() == "\xE2\x82\xAC \xF0\x9F\x98\x80");
}

TEST_CASE("a lone surrogate has no UTF-8") {
    const std::vector<std::u16string> ill_formed{
        {0xD800}, {0xDC00}, {0xDC00, 0xD800}, {u'a', 0xDBFF, u'b'}, {0xD800, 0xD800, 0xDC00}};
    for (const std::u16string& text : ill_formed) {
        const auto result = to_utf8(text);
        REQUIRE_FALSE(result.has_value());
        CHECK(result.error() == Status::invalid_argument);
    }
}

TEST_CASE("UTF-32 becomes UTF-16 and keeps a lone surrogate") {
    CHECK(from_utf32(U"a\u20AC\U0001F600").value() == u"a\u20AC\U0001F600");
    CHECK(from_utf32(std::u32string{0xD800}).value() == std::u16string{0xD800});
    CHECK(from_utf32(std::u32string{0x10FFFF}).value() == u"\U0010FFFF");
}

TEST_CASE("a value above U+10FFFF is refused") {
    CHECK(from_utf32(std::u32string{u'a', 0x110000}).error() == Status::invalid_argument);
    CHECK(from_utf32(std::u32string{0xFFFFFFFF}).error() == Status::invalid_argument);
}

TEST_CASE("any UTF-16 text survives UTF-32") {
    const std::vector<std::u16string> texts{{}, u"System", {0xD800}, {0xDC00, 0xD800}, {0xD83D, 0xDE00},
        {0xD800, 0xD83D, 0xDE00, 0xDC00}, {u'a', 0xDBFF}};
    for (const std::u16string& text : texts) {
        CHECK(from_utf32(to_utf32(text)).value() == text);
    }
    CHECK(to_utf32(u"\U0001F600") == U"\U0001F600");
}

TEST_CASE("a number is appended in decimal digits") {
    std::u16string out = u"#";
    append_decimal(out, 0);
    CHECK(out == u"#0");
    append_decimal(out, 18446744073709551615U);
    CHECK(out == u"#018446744073709551615");
}

TEST_CASE("a number of 32 bits is read from decimal digits only") {
    CHECK(parse_decimal(u"0") == 0);
    CHECK(parse_decimal(u"007") == 7);
    CHECK(parse_decimal(u"4294967295") == UINT32_MAX);
    for (const std::u16string_view text : {u"", u"-1", u"+1", u" 1", u"1 ", u"0x1", u"\uFF11", u"4294967296",
             u"18446744073709551617", u"99999999999999999999999999999999"}) {
        CHECK(parse_decimal(text) == std::nullopt);
    }
}

TEST_CASE("only control characters are escaped") {
    struct Row {
        std::string_view text;
        std::string_view escaped;
    };
    constexpr auto rows = std::to_array<Row>({
        {"", ""},
        {"a\tb (\xC3\xA4 \xE6\x97\xA5 \xF0\x9F\x98\x80)", "a\tb (\xC3\xA4 \xE6\x97\xA5 \xF0\x9F\x98\x80)"},
        {"\x1B]0;title\x07", "\\x1b]0;title\\x07"},
        {"two\nlines\r", "two\\x0alines\\x0d"},
        {std::string_view("\0", 1), "\\x00"},
        {"\x7F", "\\x7f"},
        {"\xC2\x9B"
         "31m",
            "\\xc2\\x9b31m"},                      // CSI in C1
        {"\xE2\x80\xAEmoc", "\\xe2\\x80\\xaemoc"}, // right to left from here
        {"\xE2\x80\xA8", "\\xe2\\x80\\xa8"},       // a separator of lines
        {"a\xFFz\xC3", "a\\xffz\\xc3"},            // ill-formed
        {"\xED\xA0\x80", "\\xed\\xa0\\x80"},
    });
    for (const Row& row : rows) {
        CHECK(escaped(row.text) == row.escaped);
    }
}

TEST_CASE("names are compared by the simple upper case of each unit") {
    struct {
        char16_t unit;
        char16_t upper;
    } const rows[]{
        {u'a', u'A'},
        {u'z', u'Z'},
        {u'A', u'A'},
        {u'`', u'`'},
        {u'{', u'{'},
        {u'0', u'0'},
        {0, 0},
        {0x7F, 0x7F},
        {0x00E0, 0x00C0}, // a with grave
        {0x00F7, 0x00F7}, // division sign, amid letters
        {0x00FF, 0x0178}, // y with diaeresis: far away
        {0x0101, 0x0100}, // even and odd in turn
        {0x0100, 0x0100},
        {0x03C9, 0x03A9}, // omega
        {0x0436, 0x0416}, // Cyrillic zhe
        {0x0561, 0x0531}, // Armenian
        {0x1E01, 0x1E00},
        {0x1F80, 0x1F88}, // alpha with iota: its full mapping has two letters, its simple one has one
        {0x24D0, 0x24B6}, // circled a
        {0xFF41, 0xFF21}, // full-width a
        {0x00DF, 0x00DF}, // sharp s has no single upper case
        {0x0131, 0x0131}, // dotless i stays out of ASCII
        {0x017F, 0x017F}, // long s too
        {0x4E2D, 0x4E2D},
        {0xD83D, 0xD83D},
        {0xFFFF, 0xFFFF},
    };
    for (const auto& row : rows) {
        CAPTURE(static_cast<unsigned>(row.unit));
        CHECK(fold(row.unit) == row.upper);
    }
}

TEST_CASE("folding twice changes nothing more") {
    for (char32_t unit = 0; unit < 0x10000; ++unit) {
        const char16_t folded = fold(static_cast<char16_t>(unit));
        REQUIRE(fold(folded) == folded);
    }
}

TEST_CASE("equality, order and hash agree about case, for any length and position") {
    for (std::size_t length = 0; length < 13; ++length) {
        const std::u16string name(length, u'x');
        for (std::size_t i = 0; i < length; ++i) {
            std::u16string same = name;
            same[i] = u'X';
            CHECK(equal_folded(name, same));
            CHECK(compare_folded(name, same) == 0);
            CHECK(hash_folded(name) == hash_folded(same));
            std::u16string other = name;
            other[i] = u'y';
            CHECK_FALSE(equal_folded(name, other));
            CHECK(compare_folded(name, other) < 0);
            CHECK(compare_folded(other, name) > 0);
            CHECK(hash_folded(name) != hash_folded(other));
        }
    }
}

TEST_CASE("equality folds each unit as fold() does") {
    for (char32_t unit = 0; unit < 0x10000; ++unit) {
        const std::u16string name{u'a', static_cast<char16_t>(unit), u'b', u'c', u'd'};
        const std::u16string folded{u'A', fold(static_cast<char16_t>(unit)), u'B', u'C', u'D'};
        REQUIRE(equal_folded(name, folded));
        REQUIRE(hash_folded(name) == hash_folded(folded));
    }
}

TEST_CASE("characters next to the letters are not taken for letters") {
    CHECK_FALSE(equal_folded(u"@", u"`"));
    CHECK_FALSE(equal_folded(u"[[[[", u"{{{{"));
    CHECK_FALSE(equal_folded(u"a", u"\u0141"));
    CHECK_FALSE(equal_folded(u"", u"a"));
    CHECK_FALSE(equal_folded(u"abcd", u"abcde"));
    CHECK(hash_folded(u"") != hash_folded(std::u16string_view(u"\0", 1)));
}

TEST_CASE("a lone surrogate in a name is equal to U+FFFD, in any place") {
    const std::u16string pair{0xD83D, 0xDE00};
    for (std::size_t before = 0; before < 9; ++before) {
        for (std::size_t behind = 0; behind < 6; ++behind) {
            const auto with = [&](const std::u16string& middle) {
                return std::u16string(before, u'x') + middle + std::u16string(behind, u'y');
            };
            const std::u16string shown = with(u"\uFFFD");
            for (const char16_t lone : std::u16string{0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDFFF}) {
                const std::u16string name = with(std::u16string(1, lone));
                CHECK(equal_folded(name, shown));
                CHECK(equal_folded(shown, name));
                CHECK(compare_folded(name, shown) == 0);
                CHECK(hash_folded(name) == hash_folded(shown));
                CHECK_FALSE(equal_folded(name, with(u"?")));
            }
            const std::u16string emoji = with(pair);
            CHECK(equal_folded(emoji, emoji));
            CHECK_FALSE(equal_folded(emoji, with(u"\uFFFD\uFFFD")));
            CHECK(compare_folded(emoji, with(u"\uFFFD\uFFFD")) != 0);
            CHECK(hash_folded(emoji) != hash_folded(with(u"\uFFFD\uFFFD")));
            CHECK(equal_folded(with({0xDE00, 0xD83D}), with(u"\uFFFD\uFFFD")));
            CHECK(equal_folded(with({0xD83D, 0xD83D, 0xDE00}), with(u"\uFFFD" + pair)));
        }
    }
}

TEST_CASE("a name that starts another one is sorted before it") {
    CHECK(compare_folded(u"disk", u"DISK2") < 0);
    CHECK(compare_folded(u"disk2", u"DISK") > 0);
    CHECK(compare_folded(u"", u"") == 0);
    CHECK(compare_folded(u"", u"a") < 0);
}

TEST_CASE("hashes of names that differ by a number are spread") {
    std::unordered_set<std::size_t> hashes;
    std::unordered_set<std::size_t> low_bits;
    for (int i = 0; i < 4096; ++i) {
        const std::string number = std::to_string(i);
        const std::size_t hash = hash_folded(u"process_" + std::u16string(number.begin(), number.end()));
        hashes.insert(hash);
        low_bits.insert(hash % 4096);
    }
    CHECK(hashes.size() == 4096);
    CHECK(low_bits.size() > 2300); // random: 63 %
}

TEST_CASE("a container keyed by names finds them in any case") {
    std::unordered_map<std::u16string, int, FoldedHash, FoldedEqual> names{{u"Processor", 238}};
    CHECK(names.count(u"pROCESSOR") == 1);
    CHECK(names.count(u"Process") == 0);
}
