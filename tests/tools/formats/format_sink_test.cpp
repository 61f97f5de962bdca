// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "samples.h"
#include "temporary_folder.h"
#include "tools/formats/format_sink.h"

#include <doctest/doctest.h>

#include <filesystem>

using namespace pdh_shim::tools;
using command::OutputFormat;
using formats::FormatSink;
using formats::make_record_format;

namespace {

/// A sink of OPENMETRICS, which has a head and a tail, in a folder of its own.
struct WrittenFile {
    pdh_shim::test::TemporaryFolder folder;
    FakePlatform platform;
    command::Console console{platform, "typeperf", command::Audience::system};
    command::OutputFile file{folder.path("a.om"), true, console};
    FormatSink sink{file, make_record_format(OutputFormat::openmetrics, {}), some_columns};

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
        command::OutputFile file(name, true, console);
        FormatSink sink(file, make_record_format(format, {}), columns);
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

TEST_CASE("a file that was moved away ends as its format says, and one that was not goes on") {
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
