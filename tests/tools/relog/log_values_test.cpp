// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "temporary_folder.h"
#include "tools/relog/convert.h"
#include "tools/relog/inputs.h"
#include "tools/relog/log_values.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

using namespace pdh_shim::tools;

using namespace std::chrono_literals;
using relog::bar;
using relog::percentage;
using relog::Progress;

TEST_CASE("a percentage has two decimals, which are cut") {
    CHECK(percentage(0) == "0.00%");
    CHECK(percentage(0.42179) == "42.17%");
    CHECK(percentage(0.99999) == "99.99%");
    CHECK(percentage(1) == "100.00%");
}

TEST_CASE("a bar is as full as the percentage behind it") {
    CHECK(bar(0) == "[" + std::string(40, ' ') + "] 0.00%");
    CHECK(bar(0.5) == "[" + std::string(20, '#') + std::string(20, ' ') + "] 50.00%");
    CHECK(bar(1) == "[" + std::string(40, '#') + "] 100.00%");
}

TEST_CASE("a terminal shows a bar that the next one, and at last the percentage, replaces") {
    FakePlatform platform;
    platform.is_terminal = true;
    command::Console console(platform, "relog", command::Audience::system);
    Progress progress(platform, console, 100, 300);
    CHECK(progress.is_due());
    progress.show(200);
    CHECK_FALSE(progress.is_due());
    platform.time += 100ms;
    CHECK(progress.is_due());
    progress.show(400);
    progress.finish();
    const auto erased = [](std::size_t columns) { return '\r' + std::string(columns, ' ') + '\r'; };
    CHECK(platform.console ==
          bar(0.5) + erased(bar(0.5).size()) + bar(1) + erased(bar(1).size()) + "100.00%\n");
}

TEST_CASE("elsewhere only the end is shown") {
    FakePlatform platform;
    command::Console console(platform, "relog", command::Audience::system);
    Progress progress(platform, console, 100, 300);
    progress.show(200);
    progress.finish();
    CHECK(platform.console == "100.00%\n");
}

TEST_CASE("one record has no progress") {
    FakePlatform platform;
    platform.is_terminal = true;
    command::Console console(platform, "relog", command::Audience::system);
    Progress(platform, console, 100, 100).show(100);
    CHECK(platform.console == bar(0));
}

using namespace pdh_shim::tools;

using relog::RecordTime;
using relog::ValueBlock;

namespace {

std::vector<double> values_of(ValueBlock& block, std::size_t column) {
    const auto values = block.column(column).values;
    return {values.begin(), values.end()};
}

} // namespace

TEST_CASE("a column has its values, without the records that have none, and their times") {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const command::SampleBlock samples = {
        3, {1, 2, 3, none, infinite, 4}, {10, 20, 30}, {60, std::nullopt, 0}};
    ValueBlock block;
    block.show(samples, 2, 0, 1);
    CHECK(block.records() == 3);
    CHECK(values_of(block, 0) == std::vector<double>{1, 3});
    CHECK(values_of(block, 1) == std::vector<double>{2, 4});
    CHECK(block.column(0).times.front() == RecordTime{10, 60});
    CHECK(block.column(0).times.back() == RecordTime{20, std::nullopt});
    CHECK(block.column(1).times.back() == RecordTime{30, 0});
}

TEST_CASE("records can be left out") {
    command::SampleBlock samples = {5, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {0, 0, 0, 0, 0}};
    ValueBlock block;
    block.show(samples, 1, 1, 3);
    CHECK(block.records() == 2);
    CHECK(values_of(block, 0) == std::vector<double>{1, 4});
    samples = {2, {7, 8}, {5, 6}, {0, 0}};
    block.show(samples, 1, 2, 3);
    CHECK(block.records() == 0);
    CHECK(block.column(0).values.empty());
}

TEST_CASE("a block of many columns has few records") {
    for (const std::size_t columns : {1U, 500U, 30'000U, 1'000'000U}) {
        CAPTURE(columns);
        CHECK(ValueBlock::rows_for(columns) >= 16);
        CHECK(ValueBlock::rows_for(columns) <= 120);
    }
}

using namespace pdh_shim::tools;

namespace {

std::string thousand_records(const pdh_shim::test::TemporaryFolder& folder) {
    auto name = folder.path("log.csv");
    std::ofstream log(name);
    log << "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\BOX\\Widget\\Depth\"\r\n";
    for (int i = 0; i < 1000; ++i) {
        log << "\"01/13/2018 05:" << 10 + i / 60 << ':' << 10 + i % 60 / 2 << ".000\",\"" << i << "\"\r\n";
    }
    return name;
}

} // namespace

TEST_CASE("the user can stop the reading of a log, however few records are wanted") {
    const pdh_shim::test::TemporaryFolder folder;
    const auto name = thousand_records(folder);
    FakePlatform platform;
    int asked = 0;
    platform.on_wait = [&](std::chrono::nanoseconds) {
        ++asked;
        return command::WakeReason::stop_requested;
    };
    command::Console console(platform, "relog", command::Audience::system);
    relog::Options options;
    options.every = 1'000'000;
    std::size_t taken = 0;
    const auto read = relog::read_values(relog::InputLogs({name}), options, {}, platform, console,
        {[](std::size_t columns) { CHECK(columns == 1); },
            [&](std::size_t, const relog::ColumnValues& values) { taken += values.values.size(); }});
    CHECK(read.is_stopped);
    CHECK(read.paths == std::vector<std::string>{R"(\\BOX\Widget\Depth)"});
    CHECK(read.records == 1);
    CHECK(taken == 1);
    CHECK(asked == 1);
}

TEST_CASE("the user can stop a pass over a log that only looks for losses") {
    const pdh_shim::test::TemporaryFolder folder;
    const relog::InputLogs logs({thousand_records(folder)});
    FakePlatform platform;
    CHECK_FALSE(relog::has_loss(logs, platform));
    platform.on_wait = [](std::chrono::nanoseconds) { return command::WakeReason::stop_requested; };
    try {
        (void)relog::has_loss(logs, platform);
        FAIL("it was not stopped");
    } catch (const terminal::ProgramError& error) {
        CHECK(error.status() == terminal::ExitStatus::interrupted);
    }
}

using pdh_shim::test::TemporaryFolder;
using relog::input_files;
using relog::matches;
using Names = std::vector<std::string>;

TEST_CASE("a star stands for any characters, a question mark for one") {
    CHECK(matches("a.blg", "*.blg"));
    CHECK(matches("A.BLG", "a*.blg"));
    CHECK(matches("a.b.blg", "*.b*g"));
    CHECK(matches("log1", "log?"));
    CHECK(matches("log", "log**"));
    CHECK(matches("a*b", "a*b"));
    CHECK(matches("", "*"));
    CHECK_FALSE(matches("log", "log?"));
    CHECK_FALSE(matches("a.csv", "*.blg"));
    CHECK_FALSE(matches("a.blg2", "*.blg"));
    CHECK_FALSE(matches("x", ""));
}

TEST_CASE("a name with wildcards is all matching files of its folder, sorted") {
    const TemporaryFolder folder;
    const auto b = folder.write("b.blg", "x");
    const auto a = folder.write("a.blg", "x");
    const auto c = folder.write("c.csv", "x");
    std::filesystem::create_directory(folder.path("d.blg"));
    CHECK(input_files({c, folder.path("*.blg")}) == Names{c, a, b});
}

TEST_CASE("a name without wildcards is a file, there or not") {
    CHECK(input_files({"no such file"}) == Names{"no such file"});
}

TEST_CASE("a file may have an asterisk in its name") {
    const TemporaryFolder folder;
    const auto name = folder.write("*.blg", "x");
    (void)folder.write("a.blg", "x");
    CHECK(input_files({name}) == Names{name});
}

TEST_CASE("wildcards that match nothing are an error") {
    const TemporaryFolder folder;
    const auto pattern = folder.path("*.blg");
    CHECK_THROWS_WITH_AS((void)input_files({pattern}), ("No file matches \"" + pattern + "\".").c_str(),
        terminal::ProgramError);
    CHECK_THROWS_AS((void)input_files({folder.path("none/*.blg")}), terminal::ProgramError);
}
