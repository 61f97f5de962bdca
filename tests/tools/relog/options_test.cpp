// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "help_text.h"
#include "tools/command/numbers_and_times.h"
#include "tools/relog/options.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <string>

using namespace pdh_shim::tools;

using command::OutputFormat;
using relog::Mode;
using relog::Options;
using terminal::ProgramError;
using Words = std::vector<std::string>;

namespace {

// Reads the one file there is.
Options parse(const Words& arguments, const std::string& content = {}) {
    return relog::parse_options(arguments, [&](const std::string& name) {
        CHECK(name == "/etc/a file");
        return content;
    });
}

// The end of the second that a text names.
std::int64_t last_of(const std::string& text) {
    return command::parse_time(text).value() + 9'999'999;
}

// The error message for these arguments.
std::string failure(const Words& arguments, const std::string& content = {}) {
    try {
        (void)parse(arguments, content);
    } catch (const ProgramError& error) {
        return error.what();
    }
    return "none";
}

} // namespace

TEST_CASE("a log without options is read from its begin to its end, and written nowhere") {
    const auto options = parse({"a.blg"});
    CHECK(options.mode == Mode::convert);
    CHECK(options.inputs == Words{"a.blg"});
    CHECK(options.counters.empty());
    CHECK(options.format == OutputFormat::bin);
    CHECK(options.every == 1);
    CHECK(options.output.empty());
    CHECK(options.begin == 0);
    CHECK(options.end == std::numeric_limits<std::int64_t>::max());
    CHECK_FALSE(options.append);
    CHECK_FALSE(options.yes_to_all);
}

TEST_CASE("every option, in either case, before and after the logs") {
    const auto options = parse({"-F", "csv", "/tmp/a.blg", "b.blg", "/t", "2", "-o", "/tmp/x", "-y", "-b",
        "1/13/2018 5:13:23", "-E", "1/13/2018 2:29:55PM"});
    CHECK(options.inputs == Words{"/tmp/a.blg", "b.blg"});
    CHECK(options.format == OutputFormat::csv);
    CHECK(options.every == 2);
    CHECK(options.output == "/tmp/x");
    CHECK(options.yes_to_all);
    CHECK(options.begin == command::parse_time("1/13/2018 5:13:23"));
    CHECK(options.end == last_of("1/13/2018 14:29:55"));
    CHECK(parse({"a", "-a", "-o", "x"}).append);
    const auto text = parse({"a.csv", "-encoding", "CP932", "-Dates", "DMY", "-decimal", "comma"});
    CHECK(text.encoding == "CP932");
    CHECK(text.dates == "dmy");
    CHECK(text.decimal == "comma");
    CHECK(parse({"a", "-q"}).mode == Mode::list);
}

TEST_CASE("-c takes counters up to the next option, and -cf takes them from a file") {
    CHECK(parse({"a", "-c", "\\x\\y", "\\z", "-q"}).counters == Words{"\\x\\y", "\\z"});
    CHECK(parse({"a", "-q", "-cf", "/etc/a file"}, "\"\\x\\y\"\r\n; no\n\\z\n").counters ==
          Words{"\\x\\y", "\\z"});
    CHECK(parse({"a", "-q", "-c", "$'\\\\x\\\\y\\n'"}).counters == Words{"\\x\\y\n"});
    CHECK(failure({"a", "-cf", "/etc/a file"}, "; none\n") == "The file \"/etc/a file\" names no counters.");
}

TEST_CASE("in a settings file, [i] has the logs") {
    const auto options = parse({"-config", "/etc/a file", "-f", "tsv"},
        "[i]\na.blg\nb.blg\n[c]\n\\x\\y\n[f]\ncsv\n[t]\n5\n[y]\n[-o]\nout.tsv\n");
    CHECK(options.inputs == Words{"a.blg", "b.blg"});
    CHECK(options.counters == Words{"\\x\\y"});
    CHECK(options.format == OutputFormat::tsv);
    CHECK(options.every == 5);
    CHECK(options.yes_to_all);
    CHECK(options.output == "out.tsv");
}

TEST_CASE("logs of the command line replace the logs of the settings") {
    CHECK(parse({"c.blg", "-config", "/etc/a file"}, "[i]\na.blg\n").inputs == Words{"c.blg"});
    CHECK(parse({"a", "-q", "-c", "\\x", "-config", "/etc/a file"}, "[cf]\nlist\n").counters == Words{"\\x"});
}

TEST_CASE("a zone is a name or a number that may be negative") {
    CHECK(parse({"a", "-tz", "-540"}).zone == "-540");
    CHECK(parse({"a", "-tz", "Europe/Berlin"}).zone == "Europe/Berlin");
    CHECK(parse({"a", "-config", "/etc/a file"}, "[tz]\n-540\n").zone == "-540");
    CHECK(failure({"a", "-tz", "-y"}) == "The option -tz needs a value.");
}

TEST_CASE("help and version need no logs") {
    CHECK(parse({"-?"}).mode == Mode::help);
    CHECK(parse({"--help"}).mode == Mode::help);
    CHECK(parse({"--version"}).mode == Mode::version);
}

TEST_CASE("relog's error messages name the wrong argument") {
    CHECK(failure({}) == "No input file is given; relog -? shows how.");
    CHECK(failure({"a", ""}) == "An argument is empty.");
    CHECK(failure({"a", "-o", ""}) == "The option -o has an empty value.");
    CHECK(failure({"a", "-f", "", "-o", "b"}) == "The option -f has an empty value.");
    CHECK(failure({"a", "-z"}) == "\"-z\" is not an option; relog -? lists them.");
    CHECK(failure({"a", "-t", "0"}) == "\"0\" is not a number of records.");
    CHECK(failure({"a", "-t", "2x"}) == "\"2x\" is not a number of records.");
    CHECK(failure({"a", "-b", "noon"}) ==
          "\"noon\" is not a time; it is written M/D/YYYY H:MM:SS, with or without AM or PM, or "
          "YYYY-MM-DDTHH:MM:SS.");
    CHECK(failure({"a", "-b", "1/2/2020", "-e", "1/1/2020", "-q"}) == "The end is before the begin.");
    CHECK(failure({"a", "-dates", "ymd"}) == "\"ymd\" is not mdy or dmy.");
    CHECK(failure({"a", "-decimal", ","}) == "\",\" is not point or comma.");
    CHECK(failure({"a", "-encoding", ""}) == "The option -encoding has an empty value.");
    CHECK(failure({"a", "-a", "-f", "csv"}) == "-a appends only to binary logs.");
    CHECK(failure({"a", "-f", "xml"}) == "\"xml\" is not a format; the formats are CSV, TSV, BIN, SQL, HTML, "
                                         "JSON, LONG, INFLUX and OPENMETRICS.");
}

TEST_CASE("-e has all of its second or millisecond, and may be the time of -b") {
    const auto range = [](const std::string& begin, const std::string& end) {
        const auto options = parse({"a", "-b", begin, "-e", end, "-q"});
        return options.end - options.begin;
    };
    CHECK(range("1/2/2020 3:04:05", "1/2/2020 3:04:05") == 9'999'999);
    CHECK(range("1/2/2020 3:04:05 AM", "2020-01-02T03:04:05") == 9'999'999);
    CHECK(range("2020-01-02T03:04:05.678", "2020-01-02T03:04:05.678") == 9'999);
    CHECK(range("2020-01-02T03:04:05.678", "1/2/2020 3:04:05") == 3'219'999);
    CHECK(failure({"a", "-b", "2020-01-02T03:04:05.678", "-e", "2020-01-02T03:04:05.677", "-q"}) ==
          "The end is before the begin.");
    const auto second =
        parse({"a", "-compare", "-b2", "1/14/2018 1:00", "-e2", "1/14/2018 1:00"}).second.value();
    CHECK(second.end - second.begin == 9'999'999);
}

TEST_CASE("what chooses counters or records needs an output, or -q") {
    const std::string needed = "-c, -cf, -b, -e and -t choose what is written or listed: -o FILE names the "
                               "output, and -q lists the counters.";
    for (const auto& choice : {Words{"-c", "\\x"}, Words{"-cf", "/etc/a file"}, Words{"-b", "1/2/2020"},
             Words{"-e", "1/2/2020"}, Words{"-t", "2"}}) {
        Words arguments = {"a"};
        arguments.insert(arguments.end(), choice.begin(), choice.end());
        CAPTURE(choice.front());
        CHECK(failure(arguments, "\\x\n") == needed);
        arguments.insert(arguments.end(), {"-o", "b"});
        CHECK(failure(arguments, "\\x\n") == "none");
        arguments.back() = "-";
        arguments.emplace_back("-q");
        CHECK(failure(arguments, "\\x\n") == (choice.front() == "-t" ? "-q has no -t." : "none"));
    }
}

TEST_CASE("-stats has its own formats, and -top takes a number and a column") {
    const auto options = parse({"-stats", "-top", "5", "P95", "a.blg", "-f", "JSON"});
    CHECK(options.mode == Mode::stats);
    CHECK(options.inputs == Words{"a.blg"});
    CHECK(options.top.count == 5);
    CHECK(options.top.by == "p95");
    CHECK(options.result == relog::ResultFormat::json);
    CHECK(parse({"-stats", "a"}).result == relog::ResultFormat::table);
    CHECK(parse({"-stats", "a", "-f", "csv"}).result == relog::ResultFormat::csv);
}

TEST_CASE("what does not go with -stats or without it") {
    CHECK(failure({"a", "-stats", "-f", "BIN"}) ==
          "\"BIN\" is not a format of a result; the formats are CSV and JSON, without -f it is a table.");
    CHECK(failure({"a", "-stats", "-a", "-o", "x"}) == "-a appends only to binary logs.");
    CHECK(failure({"a", "-stats", "-q"}) == "-q and -stats exclude each other.");
    CHECK(failure({"a", "-stats", "-f", "json", "-raw"}) == "-stats has no -raw.");
    CHECK(failure({"a", "-trend", "-epoch"}) == "-trend has no -epoch.");
    CHECK(failure({"a", "-top", "5", "mean"}) == "-top is an option of -stats, -compare and -trend.");
    CHECK(failure({"a", "-stats", "-top", "5"}) == "The option -top needs two values.");
    CHECK(failure({"a", "-stats", "-top", "none", "mean"}) == "\"none\" is not a number of counters.");
}

TEST_CASE("-compare takes two logs, or two ranges of one") {
    const auto logs = parse({"a.blg", "b.blg", "-compare"});
    CHECK(logs.mode == Mode::compare);
    CHECK_FALSE(logs.second);
    const auto ranges =
        parse({"a.blg", "-compare", "-e", "1/13/2018", "-b2", "1/14/2018", "-e2", "1/15/2018"});
    CHECK(ranges.end == last_of("1/13/2018"));
    REQUIRE(ranges.second);
    CHECK(ranges.second->begin == command::parse_time("1/14/2018"));
    CHECK(ranges.second->end == last_of("1/15/2018"));
    const std::string needed = "-compare needs two logs, or one and -b2 or -e2, the second range of time.";
    CHECK(failure({"a", "-compare"}) == needed);
    CHECK(failure({"a", "b", "c", "-compare"}) == needed);
    CHECK(failure({"a", "-compare", "-b2", "1/14/2018", "-e2", "1/13/2018"}) ==
          "The end of the second range is before its begin.");
    CHECK(failure({"a", "-b2", "1/14/2018"}) == "-b2 and -e2 are options of -compare.");
    CHECK(failure({"a", "-compare", "-trend"}) == "-compare and -trend exclude each other.");
}

TEST_CASE("-trend has a result") {
    CHECK(parse({"a", "-trend", "-f", "CSV"}).mode == Mode::trend);
    CHECK(parse({"a", "-trend", "-f", "CSV"}).result == relog::ResultFormat::csv);
}

TEST_CASE("-average takes an interval, and writes values") {
    const auto options = parse({"a", "-average", "5m", "-f", "TSV", "-o", "x"});
    CHECK(options.mode == Mode::convert);
    CHECK(options.average == std::int64_t{300} * 10'000'000);
    CHECK(failure({"a", "-average", "soon", "-f", "CSV", "-o", "x"}) ==
          "\"soon\" is not an interval; it is written as 30s, 5m, 1h or 1d, up to a year.");
    const std::string values =
        "-average writes values, not raw samples: choose CSV, TSV or HTML with -f, and a file with -o.";
    CHECK(failure({"a", "-average", "5m", "-o", "x"}) == values);
    CHECK(failure({"a", "-average", "5m", "-f", "JSON", "-o", "x"}) == values);
    CHECK(failure({"a", "-average", "5m", "-f", "CSV"}) == values);
    const std::string excluded = "-average excludes -t, -q, -stats, -compare and -trend.";
    CHECK(failure({"a", "-average", "5m", "-f", "CSV", "-o", "x", "-t", "2"}) == excluded);
    CHECK(failure({"a", "-average", "5m", "-stats"}) == excluded);
}

TEST_CASE("relog takes each option that its help explains") {
    check_explained_options(relog::help_lines(), 30, [](const std::string& option) {
        static_cast<void>(
            relog::parse_options({option}, [](const std::string& /*file*/) { return std::string(); }));
    });
}

TEST_CASE("each line of relog's help is printable, without trailing blanks, and fits") {
    check_lines(relog::help_lines());
}
