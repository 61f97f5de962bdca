// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/meaning.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string_view>

using namespace pdh_shim::log::text;
using namespace pdh_shim;

namespace {

TimeMeaning::TimeCell seen(std::string_view text, std::uint64_t place = 0) {
    return {.parts = read_time_parts(text).value(), .text = text, .is_quoted = false, .place = place};
}

// What a time means after these were seen.
std::optional<std::int64_t> meant(TimeMeaning& meaning, std::string_view text) {
    const auto time = meaning.read(seen(text));
    REQUIRE(time.has_value());
    return time.value();
}

std::int64_t february_first() {
    return file_time_of(read_time_parts("2026-02-01 10:00").value(), DateOrder::year_first).value();
}

} // namespace

TEST_CASE("one time decides for all which number is the month") {
    TimeMeaning meaning(std::nullopt);
    CHECK_FALSE(meaning.has_seen());
    REQUIRE(meaning.see(seen("01/02/2026 10:00")).has_value());
    CHECK_FALSE(meaning.is_decided());
    REQUIRE(meaning.see(seen("13/02/2026 10:00")).has_value());
    CHECK(meaning.is_decided());
    REQUIRE(meaning.conclude().has_value());
    CHECK(meant(meaning, "01/02/2026 10:00") == february_first());
    CHECK_FALSE(meaning.read(seen("01/13/2026 10:00")).has_value());
}

TEST_CASE("an ambiguous date is refused with its place, unless somebody says its order") {
    TimeMeaning unknown(std::nullopt);
    REQUIRE(unknown.see(seen("02/01/2026 10:00", 77)).has_value());
    CHECK(unknown.conclude().error().status() == Status::unknown_log_format);
    CHECK(unknown.place() == 77);
    TimeMeaning chosen(DateOrder::month_first);
    REQUIRE(chosen.see(seen("02/01/2026 10:00")).has_value());
    REQUIRE(chosen.conclude().has_value());
    CHECK(meant(chosen, "02/01/2026 10:00") == february_first());
    TimeMeaning windows(std::nullopt);
    REQUIRE(windows.see(seen("02/01/2026 10:00:00.000")).has_value());
    CHECK(windows.is_windows_form());
    REQUIRE(windows.conclude().has_value());
    CHECK(meant(windows, "02/01/2026 10:00:00.000") == february_first());
}

TEST_CASE("a date is clear if day and month are equal, and if the year stands first") {
    TimeMeaning same(std::nullopt);
    REQUIRE(same.see(seen("2/2/2026 10:00")).has_value());
    CHECK(same.conclude().has_value());
    TimeMeaning year(std::nullopt);
    REQUIRE(year.see(seen("2026-02-01 10:00")).has_value());
    REQUIRE(year.conclude().has_value());
    CHECK(meant(year, "2026-02-01 10:00") == february_first());
}

TEST_CASE("times that contradict one another are refused; impossible ones are left out") {
    TimeMeaning meaning(std::nullopt);
    REQUIRE(meaning.see(seen("31/12/2026 10:00")).has_value());
    CHECK_FALSE(meaning.see(seen("12/31/2026 10:00")).has_value());
    CHECK_FALSE(meaning.see(seen("2026-12-31 10:00")).has_value());
    CHECK(meaning.see(seen("99/99/2026 10:00")).has_value());
    CHECK_FALSE(meant(meaning, "99/99/2026 10:00").has_value());
}

TEST_CASE("one number decides for all which sign is the decimal one") {
    NumberMeaning meaning(',', std::nullopt);
    meaning.see("7", 1);
    meaning.see("1,234", 2);
    CHECK_FALSE(meaning.sign().has_value());
    meaning.see("12,5", 3);
    CHECK(meaning.sign() == DecimalSign::comma);
    REQUIRE(meaning.conclude().has_value());
    CHECK(meaning.read("1.234,5").value()->value == 1234.5);
    CHECK_FALSE(meaning.read("12.5").has_value());
    CHECK_FALSE(meaning.read("x").value().has_value());
}

TEST_CASE("a number with two meanings is refused with its place, unless the user says one") {
    NumberMeaning unknown(',', std::nullopt);
    unknown.see("1,234", 55);
    CHECK(unknown.conclude().error().status() == Status::unknown_log_format);
    CHECK(unknown.place() == 55);
    NumberMeaning chosen(',', DecimalSign::point);
    chosen.see("1,234", 55);
    REQUIRE(chosen.conclude().has_value());
    CHECK(chosen.read("1,234").value()->value == 1234);
}

TEST_CASE("points are decimal signs as Windows writes them, but not beside semicolons") {
    NumberMeaning commas(',', std::nullopt);
    commas.see("1.234", 1);
    CHECK(commas.conclude().has_value());
    CHECK(commas.read("1.234").value()->value == 1.234);
    NumberMeaning semicolons(';', std::nullopt);
    semicolons.see("1.234", 1);
    CHECK_FALSE(semicolons.conclude().has_value());
}

TEST_CASE("what the user says of text logs is in force until something else is said") {
    CHECK(text_options().encoding.empty());
    CHECK_FALSE(text_options().decimal.has_value());
    CHECK_FALSE(text_options().dates.has_value());
    set_text_options({.encoding = "CP932", .decimal = DecimalSign::comma, .dates = DateOrder::day_first});
    CHECK(text_options().encoding == "CP932");
    CHECK(text_options().decimal == DecimalSign::comma);
    CHECK(text_options().dates == DateOrder::day_first);
    set_text_options({});
    CHECK(text_options().encoding.empty());
}
