// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "log/sql/cell_text.h"
#include "log/sql/database.h"
#include "require_value.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::log::sql;

namespace {

constexpr std::int64_t new_year = 134'116'992'000'000'000; // 2026-01-01 00:00:00

std::string_view shown(const TimeText& text) {
    return text.data();
}

} // namespace

TEST_CASE("a time is written so that texts have the order of the times") {
    CHECK(shown(make_time_text(new_year + 1'230'000, '.')) == "2026-01-01 00:00:00.123");
    CHECK(shown(make_time_text(new_year + 1'239'999, ':')) == "2026-01-01 00:00:00:123");
    CHECK(shown(make_time_text(new_year, '\0')) == "2026-01-01 00:00:00");
    CHECK(shown(make_time_text(INT64_MIN, '.')) == "1601-01-01 00:00:00.000");
    CHECK(shown(make_time_text(INT64_MAX, '.')) == "9999-12-31 23:59:59.999");
}

TEST_CASE("a time is its text and the ticks that the text leaves out") {
    for (const std::int64_t time : {new_year, new_year + 1, new_year + 9'999, new_year + 1'239'999}) {
        CHECK(with_ticks(*parse_time_text(make_time_text(time, '.').data()), ticks_below_text(time)) == time);
    }
    CHECK(ticks_below_text(INT64_MIN) == 0);
    for (const std::int32_t hostile : {INT32_MIN, -1, 10'000, INT32_MAX}) {
        CHECK(with_ticks(new_year, hostile) == new_year);
    }
}

TEST_CASE("times are read with the marks and the padding that databases have") {
    for (const char* const text :
        {"2026-01-01 00:00:00.123", "2026-01-01 00:00:00:123", "2026-01-01 00:00:00.123    "}) {
        CHECK(parse_time_text(text) == new_year + 1'230'000);
    }
    CHECK(parse_time_text(std::string_view("2026-01-01 00:00:00.123\0", 24)) == new_year + 1'230'000);
    CHECK(parse_time_text("2026-01-01 00:00:00") == new_year);
}

TEST_CASE("a text that is not a time is refused") {
    for (const std::string_view text :
        {"", " ", "now", "2025-12-30", "2025-12-30T12:00:00.123", "2025-13-30 12:00:00",
            "2025-02-30 12:00:00", "2025-12-30 24:00:00", "2025-12-30 12:00:60", "2025-12-30 12:00:00.12",
            "2025-12-30 12:00:00.1234", "2025-12-30 12:00:00,123", "2025-12-30 12:00:00.-12",
            "+025-12-30 12:00:00.123", "1600-12-31 12:00:00.000", "2025-12-30 12:00:00.12a"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_time_text(text).has_value());
    }
}

TEST_CASE("every time of four digits is read as written, down to a millisecond") {
    for (std::int64_t time = 0; time < 2'650'467'743'990'000'000; time += 7'919'191'919'190'000) {
        CHECK(parse_time_text(shown(make_time_text(time, '.'))) == time);
    }
}

TEST_CASE("numbers are whole, of 32 bits, and may have spaces behind them") {
    CHECK(parse_int("-5") == -5);
    CHECK(parse_int("2147483647 ") == 2147483647);
    CHECK(parse_int("-2147483648") == INT32_MIN);
    for (const std::string_view text :
        {"", "2147483648", "-2147483649", "1.5", "1e3", "0x10", "+1", " 1", "one", "99999999999999999999"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_int(text).has_value());
    }
    CHECK(parse_integer("9223372036854775807") == INT64_MAX);
    CHECK_FALSE(parse_integer("9223372036854775808").has_value());
}

TEST_CASE("a number of 64 bits is the same after it was in two halves") {
    for (const std::int64_t number : {std::int64_t{0}, std::int64_t{-1}, INT64_MIN, INT64_MAX,
             std::int64_t{0x80000000}, std::int64_t{0x7FFFFFFF80000000}, std::int64_t{-2147483649}}) {
        CHECK(joined(low_half(number), high_half(number)) == number);
    }
}

using test::require_value;

TEST_CASE("a call has 30 seconds unless another time is set") {
    CHECK(call_time_limit() == 30 * ticks_per_second);
    set_call_time_limit(ticks_per_second);
    CHECK(call_time_limit() == ticks_per_second);
    set_call_time_limit(30 * ticks_per_second);
}

TEST_CASE("a job that fails gives its failure to who waits for it") {
    const auto fail = []() -> Result<int, Failure> { return Failure(Status::no_data, {}, "nothing there"); };
    const auto failed = in_time<int>(std::make_shared<WorkProgress>(), fail);
    REQUIRE_FALSE(failed.has_value());
    CHECK(failed.error().what() == "nothing there");
}

TEST_CASE("an exception of a job reaches who waits for it") {
    const auto fail = []() -> Result<int, Failure> { throw std::bad_alloc(); };
    CHECK_THROWS_AS(static_cast<void>(in_time<int>(std::make_shared<WorkProgress>(), fail)), std::bad_alloc);
    CHECK(require_value(in_time<int>(std::make_shared<WorkProgress>(), [] { return 5; })) == 5);
}
