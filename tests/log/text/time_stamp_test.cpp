// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/time_stamp.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

using namespace pdh_shim::log::text;

namespace {

std::string text_of(std::int64_t time) {
    std::string text;
    append_time_stamp(text, time);
    return text;
}

constexpr std::int64_t new_year = 134'116'992'000'000'000; // of 2026
constexpr std::int64_t hour_ticks = 36'000'000'000;

std::optional<std::int64_t> time_of(std::string_view text, DateOrder order) {
    const auto parts = read_time_parts(text);
    return parts ? file_time_of(*parts, order) : std::nullopt;
}

} // namespace

TEST_CASE("times are written in the order of the United States, with milliseconds") {
    CHECK(text_of(134'116'992'000'000'000) == "01/01/2026 00:00:00.000");
    CHECK(text_of(125'963'423'999'999'999) == "02/29/2000 23:59:59.999");
    CHECK(text_of(0) == "01/01/1601 00:00:00.000");
}

TEST_CASE("a time that was written is read again") {
    for (std::int64_t time = 0; time < 300'000'000'000'000'000; time += 1'234'567'890'120'000) {
        REQUIRE(time_of(text_of(time), DateOrder::month_first) == time);
    }
}

TEST_CASE("times of other programs are read") {
    const auto month_first = [](const char* text) { return time_of(text, DateOrder::month_first); };
    CHECK(month_first("1/1/2026 0:00:00") == new_year);
    CHECK(month_first("1/1/2026 0:00") == new_year);
    CHECK(month_first("1/1/26 0:00") == new_year);
    CHECK(month_first("01/01/2026 00:00:00.5") == new_year + 5'000'000);
    CHECK(month_first("01/01/2026 00:00:00.123456") == new_year + 1'230'000);
}

TEST_CASE("a clock of 12 hours begins at 12") {
    for (const auto& row : {std::pair{"1/1/2026 12:00 AM", 0}, std::pair{"1/1/2026 1:00:00 am", 1},
             std::pair{"1/1/2026 11:00 a.m.", 11}, std::pair{"1/1/2026 12:00PM", 12},
             std::pair{"1/1/2026 1:00 PM", 13}, std::pair{"1/1/2026 11:00:00.000 p.m.", 23}}) {
        const auto& [text, hour] = row;
        CAPTURE(row.first);
        CHECK(time_of(text, DateOrder::month_first) == new_year + hour * hour_ticks);
    }
    CHECK_FALSE(time_of("1/1/2026 13:00 PM", DateOrder::month_first).has_value());
    CHECK_FALSE(time_of("1/1/2026 0:00 AM", DateOrder::month_first).has_value());
}

TEST_CASE("times of ISO 8601 are read, with their distance from UTC") {
    for (const char* text : {"2026-01-01T00:00:00.000", "2026-01-01 00:00:00", "2026-01-01T00:00",
             "2026/1/1 0:00", "2026-01-01T00:00:00,000Z", "2026-01-01T00:00:00+05:30",
             "2026-01-01 00:00:00-0800", "2026-01-01T00:00:00+01"}) {
        CAPTURE(text);
        CHECK(time_of(text, DateOrder::year_first) == new_year);
    }
    CHECK_FALSE(read_time_parts("2026-01-01T00:00:00")->bias.has_value());
    CHECK(read_time_parts("2026-01-01T00:00:00Z")->bias == 0);
    CHECK(read_time_parts("2026-01-01T00:00:00+05:30")->bias == -330);
    CHECK(read_time_parts("2026-01-01T00:00:00-0800")->bias == 480);
}

TEST_CASE("the same text is another day where the day is first") {
    CHECK(time_of("2/1/2026 0:00", DateOrder::day_first) == new_year + 24 * hour_ticks);
    CHECK(time_of("02.01.2026 00:00:00.000", DateOrder::day_first) == new_year + 24 * hour_ticks);
    CHECK(time_of("1/2/2026 0:00", DateOrder::month_first) == new_year + 24 * hour_ticks);
}

TEST_CASE("a text that is not a time stamp is refused") {
    for (const char* text : {"", "x", "01/01/2026", "13/01/2026 00:00:00.000", "02/30/2026 00:00:00.000",
             "01/01/2026 24:00:00.000", "01/01/2026 00:00:00.00x", "01/01/2026 00:00:00,000",
             "01-01/2026 00:00:00", "-1/01/2026 00:00:00.000", "01/01/2026 00:00:", "01/01/2026 00",
             "01/01/026 00:00", "123/01/2026 00:00", "01/01/2026T00:00", "01/01/2026 00:00Z",
             "01/01/2026 00:00 XM", "00:01.5"}) {
        CAPTURE(text);
        CHECK_FALSE(time_of(text, DateOrder::month_first).has_value());
    }
}

TEST_CASE("times of the day since the last one agree with the whole text") {
    using pdh_shim::log::text::TimesOfDay;
    TimesOfDay day;
    const std::string_view last = "11/20/2026 23:59:59.999";
    CHECK_FALSE(day.read(last));
    CHECK_FALSE(day.read(std::string(11, '\0') + "05:00:00.000"));
    const auto time_of = [](std::string_view text) {
        return file_time_of(*read_time_parts(text), DateOrder::month_first);
    };
    day.keep(last, *time_of(last));
    for (const std::string clock : {"00:00:00.000", "09:08:07.006", "12:34:56.789", "23:59:59.999"}) {
        CAPTURE(clock);
        CHECK(day.read("11/20/2026 " + clock) == time_of("11/20/2026 " + clock));
        CHECK_FALSE(day.read("11/21/2026 " + clock));
    }
    for (const std::string clock : {"24:00:00.000", "12:60:00.000", "12:00:60.000", "12:00:00,000",
             "12:00:00.00", "12:00:00.0000", "1:00:00.0000", "12:00:00.00x", "12.00.00.000", ""}) {
        CAPTURE(clock);
        CHECK_FALSE(day.read("11/20/2026 " + clock));
    }
    day.keep("11/20/2026 1:02", 5); // another form: its day is not known
    CHECK(day.read(last) == time_of(last));
}
