// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "samples.h"
#include "tools/command/paths.h"
#include "tools/formats/record_format.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using pdh_shim::tools::command::Column;
using pdh_shim::tools::command::OutputFormat;
using pdh_shim::tools::formats::make_record_format;
using pdh_shim::tools::formats::needs_utc;

TEST_CASE("samples without a place are counted in a sentence") {
    using pdh_shim::tools::formats::left_out_text;
    CHECK(
        left_out_text(OutputFormat::openmetrics, 2) ==
        "Records that are not later than the one before, or from before 1970, were left out (2): this format "
        "has no place for them.");
    CHECK(left_out_text(OutputFormat::influx, 1) ==
          "Records from before 1677 or after 2262 were left out (1): this format has no place for them.");
}

TEST_CASE("some formats have times in UTC") {
    CHECK(needs_utc(OutputFormat::influx, {}));
    CHECK(needs_utc(OutputFormat::openmetrics, {}));
    CHECK(needs_utc(OutputFormat::long_table, {.epoch = true}));
    CHECK_FALSE(needs_utc(OutputFormat::long_table, {}));
    CHECK_FALSE(needs_utc(OutputFormat::json, {}));
}

TEST_CASE("each format is made by its name") {
    CHECK(make_record_format(OutputFormat::json, {})->head().empty());
    CHECK(make_record_format(OutputFormat::long_table, {})->head().starts_with("time,"));
    CHECK(make_record_format(OutputFormat::influx, {})->tail().empty());
    CHECK(make_record_format(OutputFormat::openmetrics, {})->tail() == "# EOF\n");
}

TEST_CASE("a sample of many columns is taken in parts, which end with a line") {
    std::vector<Column> columns;
    auto sample = some_sample();
    sample.readings.clear();
    for (std::size_t i = 0; i < 2000; ++i) {
        columns.push_back({"BOX", "Process", "", "p", static_cast<std::uint32_t>(i), "ID Process", 65'536});
        columns.back().instance += std::to_string(i); // Influx has a line for each instance
        sample.readings.push_back({i, 7, PDH_CSTATUS_VALID_DATA, {}});
    }
    for (const OutputFormat name :
        {OutputFormat::json, OutputFormat::long_table, OutputFormat::influx, OutputFormat::openmetrics}) {
        CAPTURE(static_cast<int>(name));
        std::string text;
        std::string taken;
        int parts = 0;
        const auto take = [&] {
            CHECK(text.ends_with('\n'));
            CHECK(text.size() < 100'000);
            taken += text;
            text.clear();
            ++parts;
        };
        make_record_format(name, {})->append(text, sample, columns, take);
        CHECK(parts > 0);
        CHECK(taken + text == lines_of(*make_record_format(name, {}), sample, columns));
    }
}

using namespace pdh_shim::tools;
using namespace pdh_shim::tools::formats;

TEST_CASE("UTC needs a zone, and the message says how it is given") {
    auto sample = some_sample();
    CHECK(utc_ticks(sample) == 15'147'936'005'000'000);
    sample.bias_minutes = std::nullopt;
    CHECK_THROWS_WITH_AS(static_cast<void>(utc_ticks(sample)),
        "This format needs times in UTC, and the log does not say its time zone: say it with -tz.",
        terminal::ProgramError);
}

TEST_CASE("a status has its name, or else its number") {
    CHECK(status_name(PDH_CSTATUS_NO_INSTANCE) == "PDH_CSTATUS_NO_INSTANCE");
    CHECK(status_name(0) == "PDH_CSTATUS_VALID_DATA");
    CHECK(status_name(0xE0000001) == "0xe0000001");
}

TEST_CASE("an instance is written as in a path") {
    CHECK(command::instance_text(some_columns[0]) == "_Total");
    CHECK(command::instance_text(some_columns[1]) == "a,\"b\"/x=y z#2");
    CHECK(command::instance_text(some_columns[2]).empty());
}

TEST_CASE("the text of a column is made once, also of one that comes later") {
    int made = 0;
    ColumnTexts texts([&](const command::Column& column) {
        ++made;
        return column.counter;
    });
    Columns columns = {some_columns[0]};
    CHECK(texts.of(columns, 0) == "% Processor Time");
    columns.push_back(some_columns[2]);
    CHECK(texts.of(columns, 1) == "Available MBytes");
    CHECK(texts.of(columns, 0) == "% Processor Time");
    CHECK(made == 2);
}

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

TEST_CASE("INFLUX leaves out and counts samples beyond 64 bits of nanoseconds") {
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

using namespace pdh_shim::tools;
using formats::json_string;
using formats::JsonLines;

TEST_CASE("JSON has an object for each value, and null for what is not there") {
    JsonLines format(false);
    CHECK(format.head().empty());
    CHECK(format.tail().empty());
    CHECK(lines_of(format) ==
          "{\"time\":\"2018-01-01T00:00:00.500-08:00\",\"machine\":\"BOX\",\"object\":\"Processor\","
          "\"parent\":null,\"instance\":\"_Total\",\"index\":0,\"counter\":\"% Processor Time\","
          "\"value\":12.5,\"status\":\"PDH_CSTATUS_VALID_DATA\"}\n"
          "{\"time\":\"2018-01-01T00:00:00.500-08:00\",\"machine\":\"BOX\",\"object\":\"Thread\","
          "\"parent\":\"a,\\\"b\\\"\",\"instance\":\"x=y z\",\"index\":2,"
          "\"counter\":\"Context Switches/sec\",\"value\":null,\"status\":\"PDH_CSTATUS_INVALID_DATA\"}\n"
          "{\"time\":\"2018-01-01T00:00:00.500-08:00\",\"machine\":null,\"object\":\"Memory\","
          "\"parent\":null,\"instance\":null,\"index\":null,\"counter\":\"Available MBytes\","
          "\"value\":1e+300,\"status\":\"PDH_CSTATUS_NEW_DATA\"}\n");
}

TEST_CASE("JSON has the raw value behind the status, with its type") {
    JsonLines format(true);
    const auto text = lines_of(format);
    CHECK(text.find("\"status\":\"PDH_CSTATUS_VALID_DATA\",\"FirstValue\":1,\"SecondValue\":-2,"
                    "\"MultiCount\":3,\"TimeStamp\":4,\"Type\":558957824}\n") != std::string::npos);
}

TEST_CASE("a string of JSON has escapes for what may not stand in it") {
    CHECK(json_string("a\"\\\n\x1F") == "\"a\\\"\\\\\\u000a\\u001f\"");
    // And for what controls a terminal.
    CHECK(json_string("\x7F\xC2\x80\xC2\x9B\xC2\xA0\xC3\x9B") == "\"\\u007f\\u0080\\u009b\xC2\xA0\xC3\x9B\"");
    CHECK(json_string("\xC2") == "\"\xEF\xBF\xBD\"");
    CHECK(json_string("\xFF") == "\"\xEF\xBF\xBD\"");
}

using namespace pdh_shim::tools;
using formats::LongTable;

TEST_CASE("LONG has a row for each value, and quotes only where they are needed") {
    LongTable format({});
    CHECK(format.head() == "time,machine,object,parent,instance,index,counter,value,status\n");
    CHECK(format.tail().empty());
    CHECK(lines_of(format) ==
          "2018-01-01T00:00:00.500-08:00,BOX,Processor,,_Total,0,% Processor Time,12.5,"
          "PDH_CSTATUS_VALID_DATA\n"
          "2018-01-01T00:00:00.500-08:00,BOX,Thread,\"a,\"\"b\"\"\",x=y z,2,Context Switches/sec,,"
          "PDH_CSTATUS_INVALID_DATA\n"
          "2018-01-01T00:00:00.500-08:00,,Memory,,,,Available MBytes,1e+300,PDH_CSTATUS_NEW_DATA\n");
}

TEST_CASE("LONG has raw values in columns of their own") {
    LongTable format({true, false});
    CHECK(format.head() == "time,machine,object,parent,instance,index,counter,value,status,FirstValue,"
                           "SecondValue,MultiCount,TimeStamp,Type\n");
    CHECK(lines_of(format).find(",PDH_CSTATUS_VALID_DATA,1,-2,3,4,558957824\n") != std::string::npos);
}

TEST_CASE("LONG has milliseconds since 1970 if it is asked to, which needs a zone") {
    LongTable format({false, true});
    CHECK(lines_of(format).starts_with("1514793600500,BOX,"));
    auto sample = some_sample();
    sample.bias_minutes = std::nullopt;
    CHECK_THROWS_AS(static_cast<void>(lines_of(format, sample)), terminal::ProgramError);
}

TEST_CASE("a cell with a line end or a blank at an end is quoted") {
    LongTable format({});
    command::Sample sample = some_sample();
    sample.readings.resize(1);
    const auto text = lines_of(format, sample, {{"", "a\nb", " p", "i ", 0, "c"}});
    CHECK(text == "2018-01-01T00:00:00.500-08:00,,\"a\nb\",\" p\",\"i \",0,c,12.5,PDH_CSTATUS_VALID_DATA\n");
}

using namespace pdh_shim::tools;
using formats::label_value;
using formats::OpenMetrics;

TEST_CASE("OPENMETRICS is one family of gauges with an end") {
    OpenMetrics format;
    CHECK(format.head() ==
          "# TYPE pdh_value gauge\n# HELP pdh_value The formatted value of a performance counter.\n");
    CHECK(lines_of(format) == "pdh_value{machine=\"BOX\",object=\"Processor\",instance=\"_Total\","
                              "counter=\"% Processor Time\"} 12.5 1514793600.500\n"
                              "pdh_value{object=\"Memory\",counter=\"Available MBytes\"} 1e+300 "
                              "1514793600.500\n");
    CHECK(format.tail() == "# EOF\n");
    CHECK(format.left_out() == 0);
}

TEST_CASE("parent and index are labels where an instance has them") {
    OpenMetrics format;
    auto sample = some_sample();
    sample.readings = {{1, 2.0}};
    CHECK(lines_of(format, sample) ==
          "pdh_value{machine=\"BOX\",object=\"Thread\",parent=\"a,\\\"b\\\"\",instance=\"x=y z\",index=\"2\","
          "counter=\"Context Switches/sec\"} 2 1514793600.500\n");
}

TEST_CASE("a sample that is not later than the one before is left out and counted") {
    OpenMetrics format;
    auto sample = some_sample();
    CHECK_FALSE(lines_of(format, sample).empty());
    CHECK(lines_of(format, sample).empty());
    sample.local_time -= 10'000;
    CHECK(lines_of(format, sample).empty());
    CHECK(format.left_out() == 2);
    sample.local_time += 20'000;
    CHECK_FALSE(lines_of(format, sample).empty());
    sample.local_time -= 36'000'000'000; // summer time ends: UTC goes on
    *sample.bias_minutes += 60;
    sample.local_time += 10'000'000;
    CHECK_FALSE(lines_of(format, sample).empty());
    CHECK(format.left_out() == 2);
}

TEST_CASE("the value of a label has the escapes of OpenMetrics") {
    CHECK(label_value("a\\\"\nb") == "a\\\\\\\"\\nb");
    CHECK(label_value("\xFF") == "\xEF\xBF\xBD");
}

TEST_CASE("OPENMETRICS needs a zone") {
    OpenMetrics format;
    auto sample = some_sample();
    sample.bias_minutes = std::nullopt;
    CHECK_THROWS_AS(static_cast<void>(lines_of(format, sample)), terminal::ProgramError);
}
