// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "temporary_folder.h"
#include "tools/command/numbers_and_times.h"
#include "tools/command/rows.h"
#include "tools/command/text_file.h"
#include "tools/streams/seekable_input.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools;

using command::Audience;
using command::OutputFormat;
using command::RowFormat;
using command::Sample;
using command::TimeZone;

namespace {

const std::vector<std::string> paths = {R"(\\box\a(b,c)\d)", R"(\\box\e\f)"};
const Sample sample = {116'444'736'000'000'000, {1.25, std::nullopt}};

} // namespace

TEST_CASE("the console shows no zone and short numbers") {
    const auto format = RowFormat::console(OutputFormat::csv, Audience::system);
    CHECK(format.header(paths) == "\"(PDH-CSV 4.0)\",\"\\\\box\\a(b,c)\\d\",\"\\\\box\\e\\f\"");
    CHECK(format.row(sample) == "\"01/01/1970 00:00:00.000\",\"1.250000\",\" \"");
}

TEST_CASE("a log names zone and bias and has all digits") {
    const auto format = RowFormat::log(OutputFormat::csv, {"CEST", -120});
    CHECK(format.header({"\\\\box\\e\\f"}) == "\"(PDH-CSV 4.0) (CEST)(-120)\",\"\\\\box\\e\\f\"");
    CHECK(format.row({116'444'736'000'000'000, {0.1}}) ==
          "\"01/01/1970 00:00:00.000\",\"0.10000000000000000555\"");
}

TEST_CASE("TSV has tabs between the cells") {
    CHECK(RowFormat::console(OutputFormat::tsv, Audience::system).header({"\\e\\f"}) ==
          "\"(PDH-TSV 4.0)\"\t\"\\e\\f\"");
    CHECK(RowFormat::log(OutputFormat::tsv, {"UTC", 0}).header({"\\e\\f"}) ==
          "\"(PDH-TSV 4.0) (UTC)(0)\"\t\"\\e\\f\"");
    CHECK(RowFormat::console(OutputFormat::tsv, Audience::system).row(sample) ==
          "\"01/01/1970 00:00:00.000\"\t\"1.250000\"\t\" \"");
}

TEST_CASE("a quote in a name is doubled") {
    CHECK(RowFormat::console(OutputFormat::csv, Audience::system).header({"\\a(b\"c)\\d"}) ==
          "\"(PDH-CSV 4.0)\",\"\\a(b\"\"c)\\d\"");
}

TEST_CASE("rows are in the file, or on the console, as soon as they are added") {
    const pdh_shim::test::TemporaryFolder folder;
    FakePlatform platform;
    command::Console console(platform, "typeperf", command::Audience::system);
    const auto name = folder.path("rows.csv");
    command::OutputFile file(name, true, console);
    command::FileRows in_file(file, RowFormat::console(OutputFormat::csv, Audience::system), {"\\e\\f"});
    in_file.add({116'444'736'000'000'000, {1.25}});
    CHECK(command::read_file(name) ==
          "\"(PDH-CSV 4.0)\",\"\\e\\f\"\r\n\"01/01/1970 00:00:00.000\",\"1.250000\"\r\n");
    command::ConsoleRows on_console(
        console, RowFormat::console(OutputFormat::csv, Audience::system), {"\\e\\f"});
    on_console.add({116'444'736'000'000'000, {1.25}});
    CHECK(platform.console == "\n\"(PDH-CSV 4.0)\",\"\\e\\f\"\n\"01/01/1970 00:00:00.000\",\"1.250000\"\n");
}

TEST_CASE("programs for Windows read -1 on the console where there is no value, and whether a row has any is "
          "known") {
    FakePlatform platform;
    command::Console console(platform, "typeperf", Audience::windows);
    command::ConsoleRows rows(
        console, RowFormat::console(OutputFormat::csv, console.audience()), {"\\e\\f", "\\e\\g"});
    CHECK_FALSE(rows.is_last_empty());
    rows.add({116'444'736'000'000'000, {std::nullopt, std::nullopt}});
    CHECK(rows.is_last_empty());
    CHECK(platform.console.ends_with("\r\n\"01/01/1970 00:00:00.000\",\"-1\",\"-1\"\r\n"));
    rows.add({116'444'736'000'000'000, {1.25, std::nullopt}});
    CHECK_FALSE(rows.is_last_empty());
    CHECK(platform.console.ends_with(",\"1.250000\",\"-1\"\r\n"));
}

TEST_CASE("a text log of values has a header, blanks for missing values, and all digits") {
    const pdh_shim::test::TemporaryFolder folder;
    FakePlatform platform;
    command::Console console(platform, "relog", command::Audience::system);
    command::OutputFile file(folder.path("log.csv"), true, console);
    command::FileRows log(file, RowFormat::computed(OutputFormat::csv, TimeZone{"UTC-08:00", 480}),
        {"\\\\A\\x(\"1\")\\y", "\\\\A\\z\\y"});
    const auto time = command::parse_time("1/3/2018 5:03:00").value_or(0);
    log.add({.local_time = time, .values = {0.1, std::nullopt}});
    log.close();
    CHECK(folder.read("log.csv") ==
          "\"(PDH-CSV 4.0) (UTC-08:00)(480)\",\"\\\\A\\x(\"\"1\"\")\\y\",\"\\\\A\\z\\y\"\r\n"
          "\"01/03/2018 05:03:00.000\",\"0.1\",\" \"\r\n");
}

#ifdef PDH_SHIM_HAS_COMPRESSION
TEST_CASE("a compressed log is whole") {
    const pdh_shim::test::TemporaryFolder folder;
    FakePlatform platform;
    command::Console console(platform, "relog", command::Audience::system);
    const auto name = folder.path("log.csv.gz");
    command::OutputFile file(name, true, console);
    command::FileRows(file, RowFormat::computed(OutputFormat::csv, std::nullopt), {"\\x\\y"}).close();
    const auto input = streams::seekable_input(name, [] { return false; });
    CHECK_FALSE(input.is_cut);
    CHECK(command::read_file(input.path) == "\"(PDH-CSV 4.0)\",\"\\x\\y\"\r\n");
}
#endif

TEST_CASE("a log of a zone that is not known does not say one") {
    const pdh_shim::test::TemporaryFolder folder;
    FakePlatform platform;
    command::Console console(platform, "relog", command::Audience::system);
    command::OutputFile file(folder.path("log.tsv"), true, console);
    command::FileRows(file, RowFormat::computed(OutputFormat::tsv, std::nullopt), {"\\x\\y"}).close();
    CHECK(folder.read("log.tsv") == "\"(PDH-TSV 4.0)\"\t\"\\x\\y\"\r\n");
}
