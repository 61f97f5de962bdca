// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "samples.h"
#include "temporary_folder.h"
#include "tools/formats/text_output.h"
#include "tools/terminal/program_end.h"

#include <pdh_shim/control.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

using namespace pdh_shim::tools;
using command::OutputFormat;
using formats::TextOutput;

namespace {

constexpr std::array line_formats = {
    OutputFormat::json, OutputFormat::long_table, OutputFormat::influx, OutputFormat::openmetrics};

/// A query of one counter, and a folder for its logs. Each record is a second later.
struct LogBed : boost::noncopyable {
    LogBed() {
        REQUIRE(pdh_shim_set_sources("linux") == 0);
        REQUIRE(pdh_shim_freeze_clock(134'100'000'000'000'000) == 0);
        REQUIRE(query.add(R"(\Memory\Available MBytes)") == ERROR_SUCCESS);
        REQUIRE(query.collect());
    }
    ~LogBed() { static_cast<void>(pdh_shim_release_clock()); }

    void add(TextOutput& log) const {
        REQUIRE(pdh_shim_advance_clock(10'000'000) == 0);
        REQUIRE(log.update());
    }
    [[nodiscard]] std::ptrdiff_t lines() const {
        const auto text = folder.read("log");
        return std::count(text.begin(), text.end(), '\n');
    }
    [[nodiscard]] bool has_end() const { return folder.read("log").ends_with("# EOF\n"); }

    const pdh_shim::test::TemporaryFolder folder;
    const std::string name = folder.path("log");
    command::Query query;
};

std::ptrdiff_t lines_of_head(OutputFormat format) {
    const auto head = formats::make_record_format(format, {})->head();
    return std::count(head.begin(), head.end(), '\n');
}

} // namespace

TEST_CASE("a log of lines has its head, a line for each record at once, and its end") {
    for (const auto format : line_formats) {
        CAPTURE(command::name_of_format(format));
        LogBed bed;
        TextOutput log(bed.name, format, {}, bed.query, false);
        CHECK(bed.lines() == lines_of_head(format));
        bed.add(log);
        CHECK(bed.lines() == lines_of_head(format) + 1);
        bed.add(log);
        log.close();
        CHECK(bed.has_end() == (format == OutputFormat::openmetrics));
        CHECK(bed.lines() == lines_of_head(format) + 2 + (bed.has_end() ? 1 : 0));
    }
}

TEST_CASE("a log of lines is appended to, after its end and half lines are removed") {
    for (const auto format : line_formats) {
        for (const auto* const left : {"", "half a li"}) {
            CAPTURE(command::name_of_format(format));
            LogBed bed;
            {
                TextOutput log(bed.name, format, {}, bed.query, false);
                bed.add(log);
                if (*left == '\0') {
                    log.close();
                }
            }
            const auto text = bed.folder.read("log");
            static_cast<void>(bed.folder.write("log", text + left));
            TextOutput log(bed.name, format, {}, bed.query, true);
            bed.add(log);
            log.close();
            CHECK(bed.lines() == lines_of_head(format) + 2 + (bed.has_end() ? 1 : 0));
            CHECK(bed.has_end() == (format == OutputFormat::openmetrics));
            CHECK(bed.folder.read("log").find("half") == std::string::npos);
        }
    }
}

TEST_CASE("a file in another format is not appended to") {
    for (const auto format : {OutputFormat::json, OutputFormat::long_table, OutputFormat::openmetrics}) {
        LogBed bed;
        static_cast<void>(bed.folder.write("log", "precious\n"));
        CHECK_THROWS_WITH_AS(TextOutput(bed.name, format, {}, bed.query, true),
            ("The log \"" + bed.name + "\" is in another format.").c_str(), terminal::ProgramError);
        CHECK(bed.folder.read("log") == "precious\n");
    }
}

TEST_CASE("a log of lines that somebody empties or moves away begins again with its head") {
    LogBed bed;
    TextOutput log(bed.name, OutputFormat::openmetrics, {}, bed.query, false);
    bed.add(log);
    std::filesystem::resize_file(bed.name, 0);
    bed.add(log);
    CHECK(bed.lines() == lines_of_head(OutputFormat::openmetrics) + 1);
    log.reopen();
    CHECK_FALSE(bed.has_end());
    std::filesystem::rename(bed.name, bed.folder.path("old"));
    log.reopen();
    CHECK(bed.folder.read("old").ends_with("# EOF\n"));
    bed.add(log);
    CHECK(bed.lines() == lines_of_head(OutputFormat::openmetrics) + 1);
}

TEST_CASE("a log that another program writes is refused") {
    LogBed bed;
    const TextOutput log(bed.name, OutputFormat::json, {}, bed.query, false);
    CHECK_THROWS_WITH_AS(TextOutput(bed.name, OutputFormat::json, {}, bed.query, false),
        ("The file \"" + bed.name + "\" is being written by another program.").c_str(),
        terminal::ProgramError);
    CHECK_THROWS_AS(TextOutput(bed.folder.path("none/log"), OutputFormat::json, {}, bed.query, false),
        terminal::ProgramError);
}

TEST_CASE("a record without a place in the format is a failure, and the next ones continue") {
    LogBed bed;
    TextOutput log(bed.name, OutputFormat::openmetrics, {}, bed.query, false);
    bed.add(log);
    bed.add(log);
    REQUIRE(pdh_shim_freeze_clock(134'100'000'000'000'000) == 0);
    CHECK_THROWS_AS(bed.add(log), terminal::ProgramError);
    CHECK_THROWS_AS(bed.add(log), terminal::ProgramError);
    bed.add(log);
    CHECK(bed.lines() == lines_of_head(OutputFormat::openmetrics) + 3);
}

using namespace pdh_shim::tools;
using command::OutputFormat;
using formats::make_record_format;
using formats::TextOutput;

namespace {

/// A sink of OPENMETRICS, which has a head and a tail, in a folder of its own.
struct WrittenFile {
    pdh_shim::test::TemporaryFolder folder;
    FakePlatform platform;
    command::Console console{platform, "typeperf", command::Audience::system};
    TextOutput sink{std::make_unique<command::OutputFile>(folder.path("a.om"), true, console),
        make_record_format(OutputFormat::openmetrics, {}), some_columns};

    [[nodiscard]] std::string text() const { return folder.read("a.om"); }
    void add(int second) {
        auto sample = some_sample();
        sample.local_time += second * std::int64_t{10'000'000};
        sample.readings = {{0, static_cast<double>(second)}};
        sink.add(sample);
    }
};

const std::string head = formats::make_record_format(OutputFormat::openmetrics, {})->head();

std::string line_of(int second) {
    return "pdh_value{machine=\"BOX\",object=\"Processor\",instance=\"_Total\",counter=\"% Processor "
           "Time\"} " +
           std::to_string(second) + " 151479360" + std::to_string(second) + ".500\n";
}

} // namespace

TEST_CASE("samples are in the file when they are flushed, and the end when it is closed") {
    WrittenFile written;
    CHECK(written.text() == head);
    written.add(0);
    CHECK(written.text() == head);
    written.sink.flush();
    CHECK(written.text() == head + line_of(0));
    written.sink.close();
    CHECK(written.text() == head + line_of(0) + "# EOF\n");
}

TEST_CASE("columns that have become others are written as they are now, in each format") {
    const pdh_shim::test::TemporaryFolder folder;
    FakePlatform platform;
    command::Console console(platform, "typeperf", command::Audience::system);
    for (const auto format :
        {OutputFormat::json, OutputFormat::long_table, OutputFormat::influx, OutputFormat::openmetrics}) {
        auto columns = some_columns;
        const auto name = folder.path("out");
        TextOutput sink(std::make_unique<command::OutputFile>(name, true, console),
            make_record_format(format, {}), columns);
        auto sample = some_sample();
        sample.readings = {{0, 1}};
        sink.add(sample);
        columns.front().instance = "later";
        sample.local_time += 10'000'000;
        ++sample.columns_version;
        sink.add(sample);
        sink.close();
        const auto text = folder.read("out");
        CHECK(text.find("_Total") < text.find("later"));
        CHECK(text.find("_Total") == text.rfind("_Total"));
        CHECK(text.find("later") != std::string::npos);
    }
}

TEST_CASE("a long log does not wait in memory until it is closed") {
    WrittenFile written;
    for (int second = 0; second < 1000; ++second) {
        written.add(second);
    }
    CHECK(written.text().size() > 60'000);
}

TEST_CASE("a file that was moved away ends as its format says; any other is continued") {
    WrittenFile written;
    written.add(0);
    written.sink.reopen();
    written.add(1);
    std::filesystem::rename(written.folder.path("a.om"), written.folder.path("a.om.1"));
    written.sink.reopen();
    written.add(2);
    written.sink.close();
    CHECK(written.folder.read("a.om.1") == head + line_of(0) + line_of(1) + "# EOF\n");
    CHECK(written.text() == head + line_of(2) + "# EOF\n");
}
