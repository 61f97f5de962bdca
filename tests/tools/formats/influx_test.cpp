// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "samples.h"
#include "tools/formats/influx.h"
#include "tools/terminal/program_error.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>

using namespace pdh_shim::tools;
using formats::Influx;
using formats::influx_name;
using formats::telegraf_name;

TEST_CASE("a line of INFLUX has all counters of an instance, and none without a value") {
    Influx format;
    auto sample = some_sample();
    CHECK(format.head().empty());
    CHECK(lines_of(format, sample) ==
          "win_perf_counters,instance=_Total,objectname=Processor,source=BOX Percent_Processor_Time=12.5 "
          "1514793600500000000\n"
          "win_perf_counters,objectname=Memory Available_MBytes=1e+300 1514793600500000000\n");
    auto columns = some_columns;
    columns.push_back({"BOX", "Processor", "", "_Total", 0, "% User Time"});
    sample.readings = {{3, 1.5}, {1, 2.0}, {0, 3.0}};
    CHECK(lines_of(format, sample, columns) ==
          "win_perf_counters,instance=_Total,objectname=Processor,source=BOX "
          "Percent_User_Time=1.5,Percent_Processor_Time=3 1514793600500000000\n"
          "win_perf_counters,instance=a\\,\"b\"/x\\=y\\ z#2,objectname=Thread,source=BOX "
          "Context_Switches_persec=2 1514793600500000000\n");
}

TEST_CASE("a counter is a field with the name that Telegraf gives it") {
    CHECK(telegraf_name("% Processor Time") == "Percent_Processor_Time");
    CHECK(telegraf_name("Disk Reads/sec") == "Disk_Reads_persec");
    CHECK(telegraf_name("Bytes/Sec") == "Bytes_persec");
    CHECK(telegraf_name("Avg. Disk Bytes/Read") == "Avg._Disk_Bytes/Read");
    CHECK(telegraf_name("a\\b") == "ab");
}

TEST_CASE("keys and values of tags have the escapes of the line protocol") {
    CHECK(influx_name("a b,c=d") == "a\\ b\\,c\\=d");
    CHECK(influx_name("C:\\x") == "C:\\x");
    CHECK(influx_name("C:\\\\") == "C://"); // would escape what comes behind it
    CHECK(influx_name("a\nb\r") == "a\\ b\\ ");
    CHECK(influx_name("\xFF") == "\xEF\xBF\xBD");
}

TEST_CASE("INFLUX needs a zone") {
    Influx format;
    auto sample = some_sample();
    sample.bias_minutes = std::nullopt;
    CHECK_THROWS_AS(static_cast<void>(lines_of(format, sample)), terminal::ProgramError);
}

TEST_CASE("INFLUX leaves out and counts samples of a time that 64 bits of nanoseconds cannot hold") {
    constexpr std::int64_t epoch = 116'444'736'000'000'000;
    constexpr std::int64_t last = 92'233'720'368'547'758; // ticks since 1970
    Influx format;
    auto sample = some_sample();
    sample.bias_minutes = 0;
    std::uint64_t left_out = 0;
    for (const std::int64_t time : {std::int64_t{0}, epoch - last - 1, epoch + last + 1,
             std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
        CAPTURE(time);
        sample.local_time = time;
        CHECK(lines_of(format, sample).empty());
        CHECK(format.left_out() == ++left_out);
    }
    sample.local_time = epoch + last;
    CHECK(lines_of(format, sample).find(" 9223372036854775800\n") != std::string::npos);
    sample.local_time = epoch - last;
    CHECK(lines_of(format, sample).find(" -9223372036854775800\n") != std::string::npos);
    CHECK(format.left_out() == left_out);
}
