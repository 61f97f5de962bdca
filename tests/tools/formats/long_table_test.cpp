// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "samples.h"
#include "tools/formats/long_table.h"
#include "tools/terminal/program_error.h"

#include <doctest/doctest.h>

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
