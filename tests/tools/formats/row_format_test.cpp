// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "samples.h"
#include "temporary_folder.h"
#include "tools/command/numbers_and_times.h"
#include "tools/command/text_file.h"
#include "tools/formats/row_format.h"
#include "tools/formats/text_output.h"
#include "tools/streams/seekable_input.h"

#include <pdh_shim/control.h>

#include <doctest/doctest.h>

#include <memory>

using namespace pdh_shim::tools;

using command::Audience;
using command::OutputFile;
using command::OutputFormat;
using command::Sample;
using command::TimeZone;
using formats::RowFormat;
using formats::TextOutput;

namespace {

const std::vector<std::string> paths = {R"(\\box\a(b,c)\d)", R"(\\box\e\f)"};
const Sample sample = {116'444'736'000'000'000, {1.25, std::nullopt}};

/// A folder for files of rows, and a console.
struct RowBed {
    const pdh_shim::test::TemporaryFolder folder;
    FakePlatform platform;
    command::Console console{platform, "relog", Audience::system};

    TextOutput output(const std::string& name, std::unique_ptr<RowFormat> format) {
        const auto path = name.empty() ? name : folder.path(name);
        return {std::make_unique<OutputFile>(path, true, console), std::move(format)};
    }
};

} // namespace

TEST_CASE("the console shows no zone and short numbers") {
    const auto format = RowFormat::console(OutputFormat::csv, Audience::system, paths);
    CHECK(format->head() == "\"(PDH-CSV 4.0)\",\"\\\\box\\a(b,c)\\d\",\"\\\\box\\e\\f\"\r\n");
    CHECK(lines_of(*format, sample) == "\"01/01/1970 00:00:00.000\",\"1.250000\",\" \"\r\n");
}

TEST_CASE("a log names zone and bias and has all digits") {
    const auto format = RowFormat::log(OutputFormat::csv, {"CEST", -120}, {"\\\\box\\e\\f"});
    CHECK(format->head() == "\"(PDH-CSV 4.0) (CEST)(-120)\",\"\\\\box\\e\\f\"\r\n");
    CHECK(lines_of(*format, {116'444'736'000'000'000, {0.1}}) ==
          "\"01/01/1970 00:00:00.000\",\"0.10000000000000000555\"\r\n");
}

TEST_CASE("TSV has tabs between the cells") {
    const auto format = RowFormat::console(OutputFormat::tsv, Audience::system, {"\\e\\f"});
    CHECK(format->head() == "\"(PDH-TSV 4.0)\"\t\"\\e\\f\"\r\n");
    CHECK(RowFormat::log(OutputFormat::tsv, {"UTC", 0}, {"\\e\\f"})->head() ==
          "\"(PDH-TSV 4.0) (UTC)(0)\"\t\"\\e\\f\"\r\n");
    CHECK(lines_of(*format, sample) == "\"01/01/1970 00:00:00.000\"\t\"1.250000\"\t\" \"\r\n");
}

TEST_CASE("a quote in a name is doubled") {
    CHECK(RowFormat::console(OutputFormat::csv, Audience::system, {"\\a(b\"c)\\d"})->head() ==
          "\"(PDH-CSV 4.0)\",\"\\a(b\"\"c)\\d\"\r\n");
}

TEST_CASE_FIXTURE(RowBed, "rows are in the file when they are flushed, and on the console as its lines") {
    const auto rows = [] { return RowFormat::console(OutputFormat::csv, Audience::system, {"\\e\\f"}); };
    auto in_file = output("rows.csv", rows());
    in_file.add({116'444'736'000'000'000, {1.25}});
    in_file.flush();
    CHECK(folder.read("rows.csv") ==
          "\"(PDH-CSV 4.0)\",\"\\e\\f\"\r\n\"01/01/1970 00:00:00.000\",\"1.250000\"\r\n");
    auto on_console = output("", rows());
    on_console.add({116'444'736'000'000'000, {1.25}});
    on_console.flush();
    CHECK(platform.console == "\"(PDH-CSV 4.0)\",\"\\e\\f\"\n\"01/01/1970 00:00:00.000\",\"1.250000\"\n");
}

TEST_CASE("programs for Windows read -1 on the console for a missing value") {
    const auto format = RowFormat::console(OutputFormat::csv, Audience::windows, paths);
    CHECK(lines_of(*format, {116'444'736'000'000'000, {std::nullopt, 1.25}})
              .ends_with(",\"-1\",\"1.250000\"\r\n"));
}

TEST_CASE_FIXTURE(RowBed, "whether the newest record of a query has any value is known") {
    REQUIRE(pdh_shim_set_sources("linux") == 0);
    command::Query query;
    REQUIRE(query.add(R"(\System\Context Switches/sec)") == ERROR_SUCCESS);
    TextOutput rows(std::make_unique<OutputFile>("", true, console),
        RowFormat::console(OutputFormat::csv, Audience::system, query.columns()), query,
        TextOutput::Writing::at_once);
    CHECK_FALSE(rows.is_last_empty());
    REQUIRE(rows.update()); // a rate needs two
    CHECK(rows.is_last_empty());
    CHECK(platform.console.ends_with(",\" \"\n"));
    REQUIRE(rows.update());
    CHECK_FALSE(rows.is_last_empty());
}

TEST_CASE_FIXTURE(RowBed, "a text log of values has a header, blanks for missing values, and all digits") {
    auto log = output("log.csv", RowFormat::computed(OutputFormat::csv, TimeZone{"UTC-08:00", 480},
                                     {"\\\\A\\x(\"1\")\\y", "\\\\A\\z\\y"}));
    const auto time = command::parse_time("1/3/2018 5:03:00").value_or(0);
    log.add({.local_time = time, .values = {0.1, std::nullopt}});
    log.close();
    CHECK(folder.read("log.csv") ==
          "\"(PDH-CSV 4.0) (UTC-08:00)(480)\",\"\\\\A\\x(\"\"1\"\")\\y\",\"\\\\A\\z\\y\"\r\n"
          "\"01/03/2018 05:03:00.000\",\"0.1\",\" \"\r\n");
}

#ifdef PDH_SHIM_HAS_COMPRESSION
TEST_CASE_FIXTURE(RowBed, "a compressed log is whole") {
    output("log.csv.gz", RowFormat::computed(OutputFormat::csv, std::nullopt, {"\\x\\y"})).close();
    const auto input = streams::seekable_input(folder.path("log.csv.gz"), [] { return false; });
    CHECK_FALSE(input.is_cut);
    CHECK(command::read_file(input.path) == "\"(PDH-CSV 4.0)\",\"\\x\\y\"\r\n");
}
#endif

TEST_CASE_FIXTURE(RowBed, "a log of a zone that is not known does not say one") {
    output("log.tsv", RowFormat::computed(OutputFormat::tsv, std::nullopt, {"\\x\\y"})).close();
    CHECK(folder.read("log.tsv") == "\"(PDH-TSV 4.0)\"\t\"\\x\\y\"\r\n");
}
