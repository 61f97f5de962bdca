// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/encoding.h"
#include "api/library_state.h"
#include "api/output.h"
#include "api/values.h"
#include "base/clock.h"

#include <pdh_shim/control.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using pdh_shim::Status;
using pdh_shim::api::answer_size;
using pdh_shim::api::Encoding;
using pdh_shim::api::PackedBuffer;
using pdh_shim::api::TextOut;
using pdh_shim::api::write_cut_text;
using pdh_shim::api::write_list;
using pdh_shim::api::write_text;

namespace {

template <class Unit>
std::basic_string<Unit> contents(const std::array<Unit, 16>& buffer, DWORD size) {
    return {buffer.data(), size};
}

} // namespace

TEST_CASE("a size of 0 asks for the size, with or without a buffer") {
    std::array<char, 16> buffer{};
    DWORD size = 0;
    CHECK(write_text(TextOut(static_cast<char*>(nullptr)), &size, u"abc").error() == Status::more_data);
    CHECK(size == 4);
    size = 0;
    CHECK(write_text(TextOut(buffer.data()), &size, u"abc").error() == Status::more_data);
    CHECK(size == 4);
}

TEST_CASE("a buffer that is one character too small is unchanged, and the size is returned") {
    std::array<char, 16> buffer{};
    buffer.fill('x');
    DWORD size = 3;
    CHECK(write_text(TextOut(buffer.data()), &size, u"abc").error() == Status::more_data);
    CHECK(size == 4);
    CHECK(buffer[0] == 'x');
}

TEST_CASE("a buffer of the exact size is filled, and nothing after it is written") {
    std::array<char, 16> buffer{};
    buffer.fill('x');
    DWORD size = 4;
    CHECK(write_text(TextOut(buffer.data()), &size, u"abc").has_value());
    CHECK(contents(buffer, 4) == std::string("abc\0", 4));
    CHECK(buffer[4] == 'x');
}

TEST_CASE("a size that is larger than needed becomes the used size") {
    std::array<char16_t, 16> buffer{};
    DWORD size = 16;
    CHECK(write_text(TextOut(buffer.data()), &size, u"abc").has_value());
    CHECK(size == 4);
}

TEST_CASE("no size, or a size without a buffer, is an invalid argument") {
    DWORD size = 4;
    CHECK(
        write_text(TextOut(static_cast<char*>(nullptr)), &size, u"abc").error() == Status::invalid_argument);
    CHECK(size == 4);
    std::array<char, 16> buffer{};
    CHECK(write_text(TextOut(buffer.data()), nullptr, u"abc").error() == Status::invalid_argument);
}

TEST_CASE("sizes count the characters of each encoding") {
    const std::u16string text = u"a\u00e9\U0001f600"; // 1, 2 and 4 bytes of UTF-8; 1, 1 and 2 units of UTF-16
    std::array<char, 16> utf8{};
    std::array<char16_t, 16> utf16{};
    std::array<wchar_t, 16> wide{};
    DWORD size = 16;
    CHECK(write_text(TextOut(utf8.data()), &size, text).has_value());
    CHECK(size == 8);
    size = 16;
    CHECK(write_text(TextOut(utf16.data()), &size, text).has_value());
    CHECK(size == 5);
    size = 16;
    CHECK(write_text(TextOut(wide.data()), &size, text).has_value());
    CHECK(size == (sizeof(wchar_t) == 4 ? 4 : 5));
}

TEST_CASE("a list ends with one more terminator; an empty one is two of them") {
    std::array<char, 16> buffer{};
    DWORD size = 16;
    CHECK(write_list(TextOut(buffer.data()), &size, std::vector<std::u16string>{u"a", u"bc"}).has_value());
    CHECK(contents(buffer, size) == std::string("a\0bc\0\0", 6));
    size = 16;
    CHECK(write_list(TextOut(buffer.data()), &size, std::vector<std::u16string>{}).has_value());
    CHECK(contents(buffer, size) == std::string("\0\0", 2));
}

TEST_CASE("what UTF-8 cannot express is U+FFFD, and the rest of the text as it is") {
    std::array<char, 16> buffer{};
    DWORD size = 16;
    const std::u16string lone{u'a', char16_t{0xD800}, u'b'};
    REQUIRE(write_text(TextOut(buffer.data()), &size, lone).has_value());
    CHECK(contents(buffer, size) == std::string("a\xEF\xBF\xBD"
                                                "b\0",
                                        6));
}

TEST_CASE("the texts of structures follow them") {
    struct Named {
        const char* name;
        int number;
    };
    PackedBuffer packed(Encoding::ansi, 2 * sizeof(Named));
    packed.put(0, Named{nullptr, 1});
    packed.put(sizeof(Named), Named{nullptr, 2});
    packed.put_text(offsetof(Named, name), u"one");
    packed.put_text(sizeof(Named) + offsetof(Named, name), u"two");

    std::array<Named, 3> buffer{};
    DWORD size = sizeof buffer;
    REQUIRE(packed.write(buffer.data(), &size).has_value());
    CHECK(size == 2 * sizeof(Named) + 8);
    CHECK(std::string(buffer[0].name) == "one");
    CHECK(std::string(buffer[1].name) == "two");
    CHECK(buffer[1].number == 2);
    CHECK(static_cast<const void*>(buffer[0].name) == &buffer[2]);
}

TEST_CASE("a text that is cut to its buffer ends with a whole character") {
    std::array<char, 8> bytes{};
    const auto cut = [&bytes](DWORD room, std::u16string_view text) {
        DWORD size = room;
        REQUIRE(write_cut_text(bytes.data(), &size, text).has_value());
        return std::string(bytes.data()) + " " + std::to_string(size);
    };
    CHECK(cut(8, u"abc") == "abc 4");
    CHECK(cut(4, u"abc") == "abc 4");
    CHECK(cut(3, u"abc") == "ab 3");
    CHECK(cut(1, u"abc") == " 1");
    CHECK(cut(3, u"a\u00fcb") == "a 2");
    CHECK(cut(4, u"a\u00fcb") == "a\xc3\xbc 4");
    CHECK(cut(5, u"a\U0001F600") == "a 2");
}

TEST_CASE("an answer of 2^31 characters or more is refused") {
    CHECK(answer_size(0).value() == 0);
    CHECK(answer_size(0x7FFF'FFFF).value() == 0x7FFF'FFFF);
    for (const std::uint64_t units :
        {std::uint64_t{1} << 31U, std::uint64_t{1} << 32U, (std::uint64_t{1} << 32U) + 4}) {
        CAPTURE(units);
        CHECK(answer_size(units).error() == Status::memory_allocation_failure);
    }
}

using namespace pdh_shim::api;
using namespace pdh_shim;
using pdh_shim::Result;

namespace {

SizeQueryCache& cache() {
    return library().size_query_cache;
}

std::string key(std::uint64_t number) {
    return call_key("test", Encoding::ansi, number);
}

void keep(std::uint64_t number, std::string list) {
    cache().keep(key(number), PackedBuffer(Encoding::ansi, std::move(list)));
}

// The list that is taken; "none" without one.
std::string taken(std::uint64_t number) {
    const auto cached = cache().take(key(number));
    std::string text(cached ? cached->size() : 0, '\0');
    auto size = static_cast<DWORD>(text.size());
    return cached && cached->write(text.data(), &size) ? text : "none";
}

// Time passes by advance() only while it lives.
class StoppedClock : boost::noncopyable {
  public:
    StoppedClock() { REQUIRE(pdh_shim_freeze_clock(0) == ERROR_SUCCESS); }
    ~StoppedClock() { CHECK(pdh_shim_release_clock() == ERROR_SUCCESS); }

    void advance(int seconds) const {
        CHECK(pdh_shim_advance_clock(seconds * pdh_shim::ticks_per_second) == ERROR_SUCCESS);
    }
};

} // namespace

TEST_CASE("keys differ in function, encoding and each argument") {
    const std::string base = call_key("f", Encoding::ansi, 1, u"ab", std::u16string(u"c"));
    CHECK(base == call_key("f", Encoding::ansi, 1, u"ab", u"c"));
    CHECK(base != call_key("g", Encoding::ansi, 1, u"ab", u"c"));
    CHECK(base != call_key("f", Encoding::utf16, 1, u"ab", u"c"));
    CHECK(base != call_key("f", Encoding::ansi, 2, u"ab", u"c"));
    CHECK(base != call_key("f", Encoding::ansi, 1, u"a", u"bc"));
}

TEST_CASE("an answer is given once, if the buffer is large enough") {
    int made = 0;
    const auto ask = [&](DWORD size) {
        const auto make = [&] {
            return Result<PackedBuffer>(PackedBuffer(Encoding::utf16, std::string("l\0i\0s\0t\0", 8)));
        };
        const auto answer = cache().answer(
            size, [] { return key(1); },
            [&] {
                ++made;
                return make();
            });
        REQUIRE(answer.has_value());
        CHECK(answer.value().fits(4));
        CHECK_FALSE(answer.value().fits(3));
        return made;
    };
    CHECK(ask(0) == 1);
    CHECK(cache().bytes() == 8);
    CHECK(ask(4) == 1);
    CHECK(cache().bytes() == 0);
    CHECK(ask(4) == 2);
    CHECK(ask(3) == 3);
    CHECK(ask(3) == 4); // forgets the third
    CHECK(ask(4) == 4);
    CHECK(cache().bytes() == 0);
}

TEST_CASE("the newest answer of a key counts") {
    keep(1, "older");
    keep(1, "newer");
    CHECK(taken(1) == "newer");
    CHECK(cache().bytes() == 0);
}

TEST_CASE("answers of up to 4 MiB are kept") {
    keep(0, std::string(largest_cached_answer + 1, 'x'));
    CHECK(cache().bytes() == 0);
    keep(0, std::string(largest_cached_answer, 'x'));
    CHECK(cache().bytes() != 0);
    cache().forget();
    CHECK(cache().bytes() == 0);
}

TEST_CASE("items are kept with their count and status") {
    PackedBuffer items(Encoding::ansi, std::size_t{8});
    items.count = 2;
    items.status = pdh_shim::Status::invalid_data;
    cache().keep(key(1), items);
    const auto cached = cache().take(key(1));
    REQUIRE(cached.has_value());
    CHECK(cached->count == 2);
    CHECK(cached->status == pdh_shim::Status::invalid_data);
}

TEST_CASE("each thread has its own answers") {
    keep(1, "here");
    std::thread([] {
        CHECK(taken(1) == "none");
        keep(1, "there");
        CHECK(taken(1) == "there");
    }).join();
    CHECK(taken(1) == "here");
}

TEST_CASE("an answer is freed when it is fetched, and others stay") {
    keep(1, std::string(1000, 'x'));
    keep(2, std::string(10, 'x'));
    CHECK(cache().bytes() == 1010);
    CHECK(taken(1) != "none");
    CHECK(cache().bytes() == 10);
    CHECK(taken(2) != "none");
    CHECK(cache().bytes() == 0);
}

TEST_CASE("answers of idle and ended threads are freed") {
    StoppedClock clock;
    for (int i = 0; i < 3; ++i) {
        std::thread([] { keep(1, std::string(1000, 'x')); }).join();
    }
    CHECK(cache().bytes() == 3000);
    clock.advance(2);
    CHECK(taken(2) == "none");
    CHECK(cache().bytes() == 0);
    std::thread([] { keep(1, std::string(1000, 'x')); }).join();
    clock.advance(2);
    cache().forget();
    CHECK(cache().bytes() == 0);
}

TEST_CASE("all threads together have 8 MiB: the oldest answers make room") {
    const std::string large(largest_cached_answer, 'x');
    keep(1, large);
    for (std::uint64_t i = 2; i <= 3; ++i) {
        std::thread([&] { keep(i, large); }).join();
    }
    CHECK(cache().bytes() == cache_limit);
    CHECK(taken(1) == "none");
    StoppedClock clock;
    clock.advance(2);
    cache().forget();
    CHECK(cache().bytes() == 0);
}

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

TEST_CASE("a time is the number of both halves of a FILETIME") {
    CHECK(
        api::to_time({.dwLowDateTime = 0x89AB'CDEF, .dwHighDateTime = 0x0123'4567}) == 0x0123'4567'89AB'CDEF);
    CHECK(api::to_time({.dwLowDateTime = 0xFFFF'FFFF, .dwHighDateTime = 0xFFFF'FFFF}) == -1);
}

TEST_CASE("a raw value is the same after it was the program's structure") {
    const query::RawValue value{.sample = {.first = INT64_MIN,
                                    .second = -2,
                                    .multi = 0xFFFF'FFFF,
                                    .cstatus = Status::cstatus_invalid_data},
        .time_stamp = 0x0123'4567'89AB'CDEF};
    const PDH_RAW_COUNTER raw = api::to_raw_counter(value);
    CHECK(raw.CStatus == static_cast<DWORD>(Status::cstatus_invalid_data));
    CHECK(raw.FirstValue == INT64_MIN);
    CHECK(raw.MultiCount == 0xFFFF'FFFF);
    const query::RawValue same = api::to_raw_value(raw);
    CHECK(same.sample.second == -2);
    CHECK(same.sample.cstatus == Status::cstatus_invalid_data);
    CHECK(same.time_stamp == value.time_stamp);
}

TEST_CASE("a formatted value has its type, and a LONG leaves nothing in the other half") {
    PDH_FMT_COUNTERVALUE value;
    std::memset(&value, 0xFF, sizeof value);
    calc::Datum datum{};
    datum.value.number = calc::NumberType::as_long;
    datum.value.integer = 7;
    api::set_value(value, datum);
    CHECK(value.longValue == 7);
    CHECK(value.largeValue == 7);
    datum.value.number = calc::NumberType::as_large;
    datum.value.integer = INT64_MIN;
    api::set_value(value, datum);
    CHECK(value.largeValue == INT64_MIN);
    datum.value.number = calc::NumberType::as_double;
    datum.value.real = -0.5;
    datum.cstatus = Status::cstatus_new_data;
    api::set_value(value, datum);
    CHECK(value.doubleValue == -0.5);
    CHECK(value.CStatus == static_cast<DWORD>(Status::cstatus_new_data));
}

TEST_CASE("an array has its structures, then the names that they point to") {
    const std::vector<query::Item<int>> items{{u"a", 1}, {u"", 2}};
    const auto made = api::make_item_array<PDH_RAW_COUNTER_ITEM_W>(api::Encoding::utf16, items,
        [](PDH_RAW_COUNTER_ITEM_W& item, int value) { item.RawValue.FirstValue = value; });
    CHECK(made.count == 2);
    std::vector<PDH_RAW_COUNTER_ITEM_W> buffer(3);
    auto size = static_cast<DWORD>(buffer.size() * sizeof buffer[0]);
    REQUIRE(made.write(buffer.data(), &size).has_value());
    CHECK(size == 2 * sizeof buffer[0] + 3 * sizeof(WCHAR));
    CHECK(buffer[1].RawValue.FirstValue == 2);
    CHECK(std::u16string_view(buffer[0].szName) == u"a");
    CHECK(std::u16string_view(buffer[1].szName).empty());
}
