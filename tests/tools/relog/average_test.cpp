// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "temporary_folder.h"
#include "tools/command/query.h"
#include "tools/relog/average.h"
#include "tools/relog/inputs.h"

#include <pdh.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

using namespace pdh_shim::tools;

using relog::Averager;
using relog::parse_interval;

namespace {

constexpr std::int64_t second = 10'000'000;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

using Values = std::vector<std::optional<double>>;

} // namespace

TEST_CASE("an interval is a number with a unit, or as typeperf takes it") {
    CHECK(parse_interval("30s") == 30 * second);
    CHECK(parse_interval("5m") == 300 * second);
    CHECK(parse_interval("2H") == 7200 * second);
    CHECK(parse_interval("1d") == 86'400 * second);
    CHECK(parse_interval("15") == 15 * second);
    CHECK(parse_interval("1:30") == 90 * second);
    for (const char* const text :
        {"", "m", "0", "0m", "5x", "-5m", "5 m", "1.5h", "367d", "99999999999999999999s"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_interval(text));
    }
}

TEST_CASE("an interval ends with the record at its end") {
    Averager averager(300 * second);
    CHECK_FALSE(averager.has_samples());
    CHECK_FALSE(averager.begins_another(0));
    averager.add(301 * second, 60, std::array{1.0, none});
    averager.add(450 * second, 60, std::array{2.0, none});
    CHECK_FALSE(averager.begins_another(600 * second));
    averager.add(600 * second, 0, std::array{6.0, 7.0});
    CHECK(averager.begins_another(600 * second + 1));
    CHECK(averager.begins_another(300 * second)); // the clock was set back
    const auto mean = averager.take();
    CHECK(mean.local_time == 600 * second);
    CHECK(mean.bias_minutes == 0);
    CHECK(mean.values == Values{3.0, 7.0});
    CHECK_FALSE(averager.has_samples());
    averager.add(601 * second, std::nullopt, std::array{none, 1.0});
    CHECK(averager.take().values == Values{std::nullopt, 1.0});
}

TEST_CASE("intervals begin anew at midnight, and the last one of a day ends there") {
    constexpr std::int64_t day = 86'400 * second;
    constexpr std::int64_t midnight = 155'000 * day;
    const auto end_of = [](std::int64_t length, std::int64_t time) {
        Averager averager(length);
        averager.add(time, 0, std::array{1.0});
        return averager.take().local_time - midnight;
    };
    for (std::int64_t days = 0; days < 7; ++days) { // 86,400 seconds are no multiple of 7
        CAPTURE(days);
        const auto begin = midnight + days * day;
        CHECK(end_of(7 * second, begin) == days * day);
        CHECK(end_of(7 * second, begin + 1) == days * day + 7 * second);
        CHECK(end_of(7 * second, begin + 8 * second) == days * day + 14 * second);
        CHECK(end_of(7 * second, begin + day - 1) == (days + 1) * day);
        CHECK(end_of(day - second, begin + day - second + 1) == (days + 1) * day);
        CHECK(end_of(day, begin + 1) == (days + 1) * day);
    }
    CHECK(155'000 % 7 == 6); // days since a Monday: that day is a Sunday
    CHECK(end_of(7 * day, midnight + 1) == day);
    CHECK(end_of(7 * day, midnight + day + 1) == 8 * day);
}

TEST_CASE("an interval at the end of all times ends with them") {
    constexpr auto last = std::numeric_limits<std::int64_t>::max();
    Averager averager(300 * second);
    averager.add(last - 1, 0, std::array{1.0});
    CHECK_FALSE(averager.begins_another(last));
    CHECK(averager.take().local_time == last);
    averager.add(-1, 0, std::array{1.0});
    CHECK(averager.take().local_time == 0);
    averager.add(std::numeric_limits<std::int64_t>::min(), 0, std::array{1.0});
    CHECK(averager.take().local_time <= 0);
}

using namespace pdh_shim::tools;

namespace {

constexpr std::int64_t ticks_per_second = 10'000'000;
const std::string rate_of_a = "\\Widget(a)\\Items/sec";
const std::string level_of_a = "\\Widget(a)\\% Full";
const std::string rate_of_hall = "\\Hall\\Items/sec";

using AverageRow = std::vector<std::optional<double>>;
using AverageRows = std::vector<AverageRow>;

std::string two_digits(std::int64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

/// The beginning of a sample, some seconds past the hour.
std::string times_of_sample(std::int64_t seconds) {
    const auto ticks = std::to_string(seconds * ticks_per_second);
    return R"({"perfTime":)" + ticks + R"(,"time100ns":)" + ticks + R"(,"systemTime":"2026-01-02T03:)" +
           two_digits(seconds / 60) + ':' + two_digits(seconds % 60) + R"(.000Z",)";
}

/// A sample each 10 seconds from ten seconds past the hour on: % Full is its number. Widget(a) comes and
/// goes, and its Items start again; "-" = it is not there.
std::string script() {
    const std::vector<std::string> items = {
        "100", "200", "400", "500", "900", "-", "-", "50", "250", "350", "-", "-", "-", "-", "-"};
    std::string text = R"(script:{"perfFreq":10000000,"objects":[
        {"name":"Widget","instances":"multi","counters":[
            {"name":"Items/sec","type":"PERF_COUNTER_COUNTER"},{"name":"% Full","type":"PERF_COUNTER_RAWCOUNT"}]},
        {"name":"Hall","instances":"none","counters":[{"name":"Items/sec","type":"PERF_COUNTER_COUNTER"}]}],
        "samples":[)";
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto number = std::to_string(i + 1);
        text += (i == 0 ? "" : ",") + times_of_sample(static_cast<std::int64_t>(i + 1) * 10) +
                R"("data":{"Hall":[)" + number + R"(0],"Widget":{)" +
                (items[i] == "-" ? "" : R"("a":[)" + items[i] + ',' + number + ']') + "}}}";
    }
    return text + "]}";
}

/// A sample each second of Items, which are the squares of the seconds. Widget(b) is there from the 200th to
/// the 249th.
std::string long_script() {
    std::string text =
        R"(script:{"perfFreq":10000000,"objects":[{"name":"Widget","instances":"multi","counters":[
        {"name":"Items/sec","type":"PERF_COUNTER_COUNTER"}]}],"samples":[)";
    for (int i = 1; i <= 300; ++i) {
        const auto items = '[' + std::to_string(i * i) + ']';
        text += (i == 1 ? "" : ",") + times_of_sample(i) + R"("data":{"Widget":{"a":)" + items +
                (i < 200 || i > 249 ? "" : R"(,"b":)" + items) + "}}}";
    }
    return text + "]}";
}

/// A binary log of a script.
void write_log(const std::string& path, const std::string& script, int samples,
    const std::vector<std::string>& counters) {
    PDH_HLOG source = nullptr;
    REQUIRE(PdhBindInputDataSourceA(&source, (script + '\0').c_str()) == ERROR_SUCCESS);
    command::Query query(source);
    for (const auto& counter : counters) {
        REQUIRE(query.add(counter, PDH_NOEXPANDINSTANCES) == ERROR_SUCCESS);
    }
    DWORD type = PDH_LOG_TYPE_BINARY;
    PDH_HLOG log = nullptr;
    REQUIRE(PdhOpenLogA(path.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type, query.handle(), 0,
                nullptr, &log) == ERROR_SUCCESS);
    for (int i = 0; i < samples; ++i) {
        REQUIRE(PdhUpdateLogA(log, nullptr) == ERROR_SUCCESS);
    }
    REQUIRE(PdhCloseLog(log, 0) == ERROR_SUCCESS);
    REQUIRE(PdhCloseLog(source, 0) == ERROR_SUCCESS);
}

/// The values of the intervals.
AverageRows averages(
    const std::string& path, const std::vector<std::string>& counters, std::int64_t seconds = 30) {
    const relog::InputLogs logs({path});
    command::Query query(logs.handle());
    for (const auto& counter : counters) {
        REQUIRE(query.add_column(counter) == ERROR_SUCCESS);
    }
    AverageRows rows;
    const auto written = relog::write_averages(
        query, seconds * ticks_per_second,
        [&](const command::Sample& sample) { rows.push_back(sample.values); }, [] { return true; });
    CHECK(written.samples == rows.size());
    return rows;
}

} // namespace

TEST_CASE("averages of a binary log: a rate spans its samples, other values have a mean") {
    const pdh_shim::test::TemporaryFolder folder;
    const auto log = folder.path("log.blg");
    write_log(log, script(), 15, {"\\Widget(*)\\Items/sec", "\\Widget(*)\\% Full", "\\Hall\\Items/sec"});
    // The third interval has a pair that falls; in the fifth one there is no value.
    CHECK(averages(log, {rate_of_a, level_of_a, rate_of_hall}) ==
          AverageRows{{15.0, 2.0, 1.0}, {25.0, 4.5, 1.0}, {20.0, 8.5, 1.0}, {10.0, 10.0, 1.0},
              {std::nullopt, std::nullopt, 1.0}});
    // An instance that is not there in an interval, or for the first time in its only record, has no rate.
    CHECK(averages(log, {rate_of_a}, 10).back() == AverageRow{std::nullopt});
    CHECK(averages(log, {rate_of_a}, 10).front() == AverageRow{std::nullopt});
    CHECK(averages(log, {level_of_a}) == AverageRows{{2.0}, {4.5}, {8.5}, {10.0}, {std::nullopt}});
}

TEST_CASE("averages of a binary log: raw samples of a rate are found across blocks") {
    const pdh_shim::test::TemporaryFolder folder;
    const auto log = folder.path("log.blg");
    write_log(log, long_script(), 300, {"\\Widget(*)\\Items/sec"});
    // The squares of two numbers, divided by their distance, differ by their sum.
    AverageRows expected;
    for (int end = 30; end <= 300; end += 30) {
        expected.push_back({static_cast<double>(std::max(end - 30, 1) + end), std::nullopt});
    }
    expected[6][1] = 200 + 210;
    expected[7][1] = 210 + 240;
    expected[8][1] = 240 + 249;
    CHECK(averages(log, {rate_of_a, "\\Widget(b)\\Items/sec"}) == expected);
}

TEST_CASE("averages of a text log: intervals continue across blocks, and reading can stop") {
    const pdh_shim::test::TemporaryFolder folder;
    const auto path = folder.path("log.csv");
    std::ofstream file(path);
    file << "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\BOX\\Widget\\Depth\"\r\n";
    for (int i = 1; i <= 600; ++i) {
        file << "\"01/13/2018 05:" << two_digits(i / 60) << ':' << two_digits(i % 60) << ".000\",\"" << i
             << "\"\r\n";
    }
    file.close();
    AverageRows expected;
    for (int end = 30; end <= 600; end += 30) {
        expected.push_back({end - 14.5});
    }
    CHECK(averages(path, {"\\\\BOX\\Widget\\Depth"}) == expected);
    const relog::InputLogs logs({path});
    command::Query query(logs.handle());
    REQUIRE(query.add_column("\\\\BOX\\Widget\\Depth") == ERROR_SUCCESS);
    AverageRows rows;
    const auto written = relog::write_averages(
        query, 30 * ticks_per_second, [&](const command::Sample& sample) { rows.push_back(sample.values); },
        [] { return false; });
    CHECK(written.samples < 20);
    CHECK(rows.front() == AverageRow{15.5});
}
