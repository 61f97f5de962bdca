// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/log_names.h"
#include "tools/command/numbers_and_times.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <utility>

using namespace pdh_shim::tools;
using namespace std::chrono_literals;

using command::LogFiles;
using command::LogNames;
using command::OutputFormat;
using command::Versioning;

namespace {

const std::int64_t noon = *command::parse_time("1/2/2026 12:05:59");

LogFiles files_of(const std::string& output, Versioning versioning = Versioning::none) {
    LogFiles files;
    files.output = output;
    files.versioning = versioning;
    return files;
}

bool nothing_exists(const std::string& /*name*/) {
    return false;
}

} // namespace

TEST_CASE("the format gives a log its extension, unless it has it") {
    CHECK(LogNames(files_of("/l/web"), {}).next(noon, nothing_exists) == "/l/web.blg");
    CHECK(LogNames(files_of("/l/web.BLG"), {}).next(noon, nothing_exists) == "/l/web.BLG");
    CHECK(LogNames(files_of("/l/web.csv"), {}).next(noon, nothing_exists) == "/l/web.csv.blg");
    for (const auto& [format, name] : {std::pair{OutputFormat::json, "/l/web.json"},
             std::pair{OutputFormat::long_table, "/l/web.csv"}, std::pair{OutputFormat::influx, "/l/web.lp"},
             std::pair{OutputFormat::openmetrics, "/l/web.om"}}) {
        auto lines = files_of("/l/web");
        lines.format = format;
        CHECK(LogNames(lines, {}).next(noon, nothing_exists) == name);
    }
    auto files = files_of("/l.csv/web.csv", Versioning::number);
    files.format = command::OutputFormat::csv;
    CHECK(LogNames(files, {}).next(noon, nothing_exists) == "/l.csv/web_000001.csv");
}

TEST_CASE("numbers continue behind the ones in the folder") {
    LogNames names(files_of("/l/web", Versioning::number),
        {"web_000007.blg", "web_000009.csv", "web_00010.blg", "web_00001x.blg", "xweb_000050.blg",
            "web_999999.blg.gz"});
    CHECK(names.next(noon, nothing_exists) == "/l/web_000008.blg");
    CHECK(names.next(noon, [](const std::string& name) { return name == "/l/web_000009.blg"; }) ==
          "/l/web_000010.blg");
    LogNames many(files_of("/l/web", Versioning::number), {"web_999999.blg"});
    CHECK(many.next(noon, nothing_exists) == "/l/web_1000000.blg");
}

TEST_CASE("dates have the minute, and a second file of a minute has a number") {
    LogNames names(files_of("/l/web", Versioning::date), {});
    std::set<std::string> files;
    const auto exists = [&](const std::string& name) { return files.contains(name); };
    for (const auto* const name : {"/l/web_01021205.blg", "/l/web_01021205_2.blg", "/l/web_01021205_3.blg"}) {
        CHECK(names.next(noon, exists) == name);
        files.insert(name);
    }
}

TEST_CASE("several logs are numbered") {
    auto files = files_of("/l/web");
    CHECK(command::versioning_of(files) == Versioning::none);
    files.megabytes = 1;
    CHECK(command::versioning_of(files) == Versioning::number);
    files.is_circular = true;
    CHECK(command::versioning_of(files) == Versioning::none);
    files.segment = 5s;
    CHECK(command::versioning_of(files) == Versioning::number);
    files.versioning = Versioning::date;
    CHECK(command::versioning_of(files) == Versioning::date);
}

TEST_CASE("names can have numbers from a log on") {
    LogNames names(files_of("/l/web"), {"web.blg", "web_000003.blg"});
    CHECK(names.next(noon, nothing_exists) == "/l/web.blg");
    names.number();
    CHECK(names.next(noon, nothing_exists) == "/l/web_000004.blg");
}

TEST_CASE("a name is known as one of the logs") {
    const LogNames one(files_of("/l/web"), {});
    CHECK(one.has("/l/web.blg"));
    CHECK(one.has("/l/web_000001.blg"));
    CHECK_FALSE(one.has("/l/web_x.blg"));
    CHECK_FALSE(one.has("/m/web_000001.blg"));
    const LogNames many(files_of("/l/web", Versioning::number), {});
    CHECK(many.has("/l/web_000001.blg"));
    for (const auto* const other : {"/l/web.blg", "/l/web_.blg", "/l/web_000001.csv", "/l/other_000001.blg",
             "/l/web_1/000001.blg", "/m/web_000001.blg"}) {
        CHECK_FALSE(many.has(other));
    }
}

using pdh_shim::tools::command::is_number_or_utc;

TEST_CASE("the library understands UTC and the minutes of a day, either way") {
    for (const auto* const zone : {"UTC", "0", "-330", "1440", "-1440"}) {
        CHECK(is_number_or_utc(zone));
    }
    for (const auto* const zone :
        {"", "utc", "local", "1441", "-1441", "+60", "60 ", "6x", "99999999999999999999"}) {
        CHECK_FALSE(is_number_or_utc(zone));
    }
}
