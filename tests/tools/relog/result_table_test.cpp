// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "temporary_folder.h"
#include "tools/command/numbers_and_times.h"
#include "tools/command/text_file.h"
#include "tools/relog/result_table.h"
#include "tools/streams/seekable_input.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

using namespace pdh_shim::tools;

using relog::ResultCell;
using relog::ResultFormat;
using relog::ResultRow;
using relog::ResultTable;
using Lines = std::vector<std::string>;

namespace {

ResultTable table() {
    const auto row = [](std::size_t i) {
        return std::vector<ResultRow>{
            {ResultCell::count(7), ResultCell::number(0.1), ResultCell::text("\\\\A\\x(1)\\y")},
            {ResultCell::count(1234), ResultCell::number(std::nan("")), ResultCell::text("a \"b\", \n")},
            {ResultCell::count(8), ResultCell::number(123'456'789.25), ResultCell::text("z")}}[i];
    };
    return {{"samples", "mean", "counter"}, 3, row};
}

Lines written(const ResultTable& result, ResultFormat format) {
    Lines lines;
    relog::write_result(result, format, [&](const std::string& line) { lines.push_back(line); });
    return lines;
}

} // namespace

TEST_CASE("a table has its numbers rounded and below each other") {
    CHECK(written(table(), ResultFormat::table) ==
          Lines{"samples       mean  counter", "      7        0.1  \\\\A\\x(1)\\y",
              "   1234          -  $'a \"b\", \\n'", "      8  123456789  z"});
}

TEST_CASE("CSV and JSON have all digits, and nothing for what is not a number") {
    CHECK(written(table(), ResultFormat::csv) == Lines{"samples,mean,counter", "7,0.1,\"\\\\A\\x(1)\\y\"",
                                                     "1234,,\"a \"\"b\"\", \n\"", "8,123456789.25,\"z\""});
    CHECK(written(table(), ResultFormat::json) ==
          Lines{R"({"samples":7,"mean":0.1,"counter":"\\\\A\\x(1)\\y"})",
              R"({"samples":1234,"mean":null,"counter":"a \"b\", \u000a"})",
              R"({"samples":8,"mean":123456789.25,"counter":"z"})"});
}

TEST_CASE("the top rows have the highest values, and rows without values follow") {
    auto result = table();
    relog::choose_top(result, {3, "mean"});
    CHECK(result.row(0)[0].exact == "8");
    CHECK(result.row(1)[0].exact == "7");
    CHECK(result.row(2)[0].exact == "1234");
    relog::choose_top(result, {1, "samples"});
    CHECK(result.rows == 1);
    CHECK(result.row(0)[0].exact == "1234");
    CHECK_THROWS_WITH_AS(relog::choose_top(result, {1, "counter"}),
        "\"counter\" is not a column of numbers; these are samples, mean.", terminal::UsageError);
}

TEST_CASE("what cannot be written is refused before there is a result") {
    const pdh_shim::test::TemporaryFolder folder;
    FakePlatform platform;
    command::Console console(platform, "relog", command::Audience::system);
    relog::Options options;
    options.top = {1, "colour"};
    CHECK_THROWS_AS(relog::check_result(table().names, options, console), terminal::UsageError);
    options.top = {1, "mean"};
    relog::check_result(table().names, options, console);
    options.output = folder.path("old.csv");
    std::ofstream(options.output) << "old";
    platform.typed = "n";
    CHECK_THROWS_AS(relog::check_result(table().names, options, console), terminal::ProgramError);
    platform.typed = "y";
    relog::check_result(table().names, options, console);
    CHECK(command::read_file(options.output) == "old");
    relog::write_result(table(), {1, "samples"}, options, console); // asks nothing more
    CHECK(command::read_file(options.output) != "old");
}

#ifdef PDH_SHIM_HAS_COMPRESSION
TEST_CASE("a result is compressed as the name of its file says") {
    const pdh_shim::test::TemporaryFolder folder;
    FakePlatform platform;
    command::Console console(platform, "relog", command::Audience::system);
    relog::Options options;
    options.result = ResultFormat::csv;
    for (const auto* const ending : {".gz", ".xz", ".zst"}) {
        options.output = folder.path("result" + std::string(ending));
        relog::write_result(table(), {1, "samples"}, options, console);
        const auto written = streams::seekable_input(options.output, [] { return false; });
        CHECK(command::read_file(written.path) == "samples,mean,counter\r\n1234,,\"a \"\"b\"\", \n\"\r\n");
    }
}
#endif

TEST_CASE("numbers of all sizes in a table") {
    CHECK(ResultCell::number(0).shown == "0");
    CHECK(ResultCell::number(-1.5).shown == "-1.5");
    CHECK(ResultCell::number(1.0 / 3).shown == "0.333333");
    CHECK(ResultCell::number(999'999.5).shown == "1e+06");
    CHECK(ResultCell::number(-1'234'567.5).shown == "-1234568");
    CHECK(ResultCell::number(1e15).shown == "1e+15");
    CHECK(ResultCell::number(1e-9).shown == "1e-09");
}

TEST_CASE("a time is local, and for programs has its distance from UTC") {
    const auto local = command::parse_time("1/13/2018 5:13:23").value_or(0) + 5'000'000;
    const auto cell = ResultCell::time({local, 480});
    CHECK(cell.shown == "1/13/2018 5:13:23");
    CHECK(cell.exact == "2018-01-13T05:13:23.500-08:00");
    CHECK(ResultCell::time({local, std::nullopt}).exact == "2018-01-13T05:13:23.500");
}
