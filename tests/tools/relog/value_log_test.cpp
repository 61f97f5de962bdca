// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "temporary_folder.h"
#include "tools/command/text_file.h"
#include "tools/command/times.h"
#include "tools/relog/value_log.h"
#include "tools/streams/seekable_input.h"

#include <doctest/doctest.h>

#include <string>

using namespace pdh_shim::tools;

TEST_CASE("a text log of values has a header, blanks where there is no value, and all digits") {
    const pdh_shim::test::TemporaryFolder folder;
    FakePlatform platform;
    command::Console console(platform, "relog", command::Audience::system);
    command::OutputFile file(folder.path("log.csv"), true, console);
    relog::ValueLog log(file, ',', {"\\\\A\\x(\"1\")\\y", "\\\\A\\z\\y"}, 480);
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
    relog::ValueLog(file, ',', {"\\x\\y"}, std::nullopt).close();
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
    relog::ValueLog(file, '\t', {"\\x\\y"}, std::nullopt).close();
    CHECK(folder.read("log.tsv") == "\"(PDH-TSV 4.0)\"\t\"\\x\\y\"\r\n");
}
