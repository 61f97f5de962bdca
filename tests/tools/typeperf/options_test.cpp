// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "help_text.h"
#include "tools/terminal/program_end.h"
#include "tools/typeperf/options.h"

#include <doctest/doctest.h>

#include <string>

using namespace pdh_shim::tools;

using namespace std::chrono_literals;
using command::OutputFormat;
using terminal::ProgramError;
using typeperf::Mode;
using typeperf::Options;
using Words = std::vector<std::string>;

namespace {

// Reads the one file there is.
Options parse(const Words& arguments, const std::string& content = {}) {
    return typeperf::parse_options(arguments, [&](const std::string& name) {
        CHECK(name == "/etc/a file");
        return content;
    });
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

TEST_CASE("a counter without options is sampled every second as CSV until stopped") {
    const auto options = parse({"\\a\\b"});
    CHECK(options.mode == Mode::sample);
    CHECK(options.counters == Words{"\\a\\b"});
    CHECK(options.format == OutputFormat::csv);
    CHECK(options.interval == 1s);
    CHECK_FALSE(options.samples.has_value());
    CHECK(options.output.empty());
    CHECK(options.computer.empty());
    CHECK_FALSE(options.yes_to_all);
}

TEST_CASE("options stand before, between and after the counters") {
    const auto options = parse({"-sc", "3", "\\a\\b", "-si", "5", "\\c\\d", "-o", "/tmp/x", "-y"});
    CHECK(options.counters == Words{"\\a\\b", "\\c\\d"});
    CHECK(options.samples == 3);
    CHECK(options.interval == 5s);
    CHECK(options.output == "/tmp/x");
    CHECK(options.yes_to_all);
}

TEST_CASE("the file of a capture, also after two dashes") {
    CHECK(parse({"\\a\\b"}).capture.empty());
    CHECK(parse({"\\a\\b", "-capture", "x"}).capture == "x");
    CHECK(parse({"--capture", "/tmp/x", "\\a\\b"}).capture == "/tmp/x");
    CHECK(failure({"\\a\\b", "-capture"}) == "The option -capture needs a value.");
}

TEST_CASE("an option begins with a slash or a dash, in either case") {
    const auto options = parse({"/SC", "3", "\\a\\b", "/f", "Tsv", "-S", "\\\\box"});
    CHECK(options.samples == 3);
    CHECK(options.format == OutputFormat::tsv);
    CHECK(options.computer == "box");
}

TEST_CASE("-c goes before counters and changes nothing") {
    CHECK(parse({"-c", "\\a\\b", "\\c\\d", "-c", "\\e\\f"}).counters == Words{"\\a\\b", "\\c\\d", "\\e\\f"});
}

TEST_CASE("-cf reads the counters from a file") {
    CHECK(parse({"-cf", "/etc/a file"}, "\\a\\b\r\n\r\n\\c\\d\r\n").counters == Words{"\\a\\b", "\\c\\d"});
    CHECK(parse({"-cf", "/etc/a file"}, "").counters.empty());
    CHECK(parse({"\\x\\y", "-cf", "/etc/a file"}, "\\a\\b").counters == Words{"\\x\\y", "\\a\\b"});
}

TEST_CASE("-b asks for counters, besides those that are given") {
    CHECK_FALSE(parse({"\\a\\b"}).browse);
    const auto options = parse({"-b", "\\a\\b", "-sc", "3"});
    CHECK(options.browse);
    CHECK(options.mode == Mode::sample);
    CHECK(options.counters == Words{"\\a\\b"});
    CHECK(parse({"/B"}).counters.empty());
    CHECK(parse({"-config", "/etc/a file"}, "[b]\n").browse);
    CHECK(failure({"-b", "-q"}) == "Counters to sample, -q and -qx cannot be combined.");
    CHECK(failure({"-qx", "-b"}) == "Counters to sample, -q and -qx cannot be combined.");
}

TEST_CASE("-q and -qx list all objects or one") {
    CHECK(parse({"-q"}).mode == Mode::list_counters);
    CHECK(parse({"-q"}).object.empty());
    CHECK(parse({"-qx", "-s", "box"}).mode == Mode::list_instances);
    CHECK(parse({"-qx", "Processor", "-s", "box"}).object == "Processor");
    CHECK(parse({"-qx", "", "-s", "box"}).object.empty());
}

TEST_CASE("-? shows the help, with any other arguments") {
    CHECK(parse({"-?"}).mode == Mode::help);
    CHECK(parse({"/?"}).mode == Mode::help);
    CHECK(parse({"-q", "-sc", "x", "-?"}).mode == Mode::help);
}

TEST_CASE("--help and --version, as programs of this system have them") {
    CHECK(parse({"--help"}).mode == Mode::help);
    CHECK(parse({"\\a\\b", "--Help"}).mode == Mode::help);
    CHECK(parse({"--version"}).mode == Mode::version);
    CHECK(parse({"--version", "-?"}).mode == Mode::help);
}

TEST_CASE("after two dashes all arguments are counters") {
    const auto options = parse({"-sc", "3", "\\a\\b", "--", "-si", "/x", "--", "-?"});
    CHECK(options.counters == Words{"\\a\\b", "-si", "/x", "--", "-?"});
    CHECK(options.samples == 3);
    CHECK(parse({"-q", "--"}).mode == Mode::list_counters);
    CHECK(failure({"--"}) == "No counters are given; typeperf -? shows how.");
    CHECK(failure({"-sc", "--", "\\a\\b"}) == "The option -sc needs a value.");
}

TEST_CASE("a dash is standard input as a file to read, and standard output as one to write") {
    const auto read_input = [](const std::string& name) {
        CHECK(name == "-");
        return std::string("\\a\\b\n");
    };
    CHECK(typeperf::parse_options({"-cf", "-", "-sc", "1"}, read_input).counters == Words{"\\a\\b"});
    CHECK(parse({"\\a\\b", "-o", "-"}).output == "-");
}

TEST_CASE("formats with a line for each value go to standard output without a file") {
    for (const auto* const format : {"JSON", "long", "influx", "OpenMetrics"}) {
        CHECK(parse({"\\a\\b", "-f", format}).output == "-");
        CHECK(parse({"\\a\\b", "-f", format, "-o", "x"}).output == "x");
    }
}

TEST_CASE("raw values and times in milliseconds are for formats that have room for them") {
    CHECK(parse({"\\a\\b", "-f", "json", "-raw"}).with_raw);
    const auto options = parse({"\\a\\b", "-f", "long", "-raw", "-epoch"});
    CHECK((options.with_raw && options.epoch));
    CHECK(failure({"\\a\\b", "-f", "influx", "-raw"}) == "-raw is for -f JSON and -f LONG.");
    CHECK(failure({"\\a\\b", "-f", "json", "-epoch"}) == "-epoch is for -f LONG.");
}

TEST_CASE("a carriage return at the end of a name is not part of it") {
    CHECK(parse({"\\a\\b\r", "c\r"}).counters == Words{"\\a\\b", "c"});
    CHECK(parse({"-q", "Processor\r", "-s", "box\r"}).object == "Processor");
    CHECK(parse({"-q", "Processor\r", "-s", "box\r"}).computer == "box");
    CHECK(parse({"-cf", "/etc/a file"}, "\"\\a\\b\"\r\n").counters == Words{"\\a\\b"});
}

TEST_CASE("a counter may be quoted as lists quote it") {
    CHECK(parse({"$'\\\\a(\\n)\\\\b'"}).counters == Words{"\\a(\n)\\b"});
    CHECK(parse({"-cf", "/etc/a file"}, "$'\\\\a(\\n)\\\\b'\n").counters == Words{"\\a(\n)\\b"});
    CHECK(parse({"-q", "$'a\\tb'"}).object == "a\tb");
}

TEST_CASE("an interval is seconds, minutes and seconds, or hours, minutes and seconds") {
    const auto interval = [](const std::string& text) { return parse({"\\a\\b", "-si", text}).interval; };
    CHECK(interval("90") == 90s);
    CHECK(interval("1:30") == 90s);
    CHECK(interval("00:00:05") == 5s);
    CHECK(interval("100:00:01") == 360'001s);
    CHECK(interval("4294967295") == 4'294'967'295s);
    CHECK(interval("0.5") == 500ms);
    for (const auto* const text : {"0", "0.0", "", "x", "1x", "1.5555", "-1", ":5", "5:", "1:60", "1:2:3:4",
             "0:0:0", "4294967296", "4294967295:00", "99999999999999999999"}) {
        CHECK(failure({"\\a\\b", "-si", text}) != "none");
    }
}

TEST_CASE("a number of samples is a whole number above 0") {
    for (const auto* const text : {"0", "x", "1.5", "+1", "99999999999999999999"}) {
        CHECK(
            failure({"\\a\\b", "-sc", text}) == "\"" + std::string(text) + "\" is not a number of samples.");
    }
}

TEST_CASE("a log or a page of plots needs a file") {
    CHECK(parse({"\\a\\b", "-f", "BIN", "-o", "x"}).format == OutputFormat::bin);
    CHECK(parse({"\\a\\b", "-f", "sql", "-o", "SQL:dsn!set"}).format == OutputFormat::sql);
    CHECK(parse({"\\a\\b", "-f", "html", "-o", "x"}).format == OutputFormat::html);
    CHECK(failure({"\\a\\b", "-f", "BIN"}) == "This format needs a file: -o names it.");
}

TEST_CASE("typeperf's error messages name the wrong argument") {
    CHECK(failure({}) == "No counters are given; typeperf -? shows how.");
    CHECK(failure({"-sc", "3"}) == "No counters are given; typeperf -? shows how.");
    CHECK(failure({"-z", "\\a\\b"}) == "\"-z\" is not an option; typeperf -? lists them.");
    CHECK(failure({"-"}) == "\"-\" is not an option; typeperf -? lists them.");
    CHECK(failure({"\\a\\b", "-sc"}) == "The option -sc needs a value.");
    CHECK(failure({"\\a\\b", "-sc", "-y"}) == "The option -sc needs a value.");
    CHECK(failure({"-c"}) == "The option -c needs a value.");
    CHECK(failure({"\\a\\b", "-sc", "1", "-sc", "2"}) == "The option -sc is given more than once.");
    CHECK(failure({"\\a\\b", "-s", "\\\\"}) == "\"\\\\\" is not the name of a computer.");
    const auto* const conflict = "Counters to sample, -q and -qx cannot be combined.";
    CHECK(failure({"-q", "a", "\\a\\b"}) == conflict);
    CHECK(failure({"\\a\\b", "-qx"}) == conflict);
    CHECK(failure({"-q", "-qx"}) == conflict);
}

TEST_CASE("a settings file names options in brackets and their values below") {
    const auto options =
        parse({"-config", "/etc/a file"}, "[c]\r\n\\a\\b\r\n\"\\c(d e)\\f\"\r\n\r\n; every two "
                                          "minutes\r\n[SI]\r\n2:00\r\n[-o]\r\n/tmp/x\r\n[y]\r\n");
    CHECK(options.counters == Words{"\\a\\b", "\\c(d e)\\f"});
    CHECK(options.interval == 120s);
    CHECK(options.output == "/tmp/x");
    CHECK(options.yes_to_all);
}

TEST_CASE("the command line goes before the settings file") {
    const std::string settings = "[c]\n\\a\\b\n[si]\n5\n[sc]\n7\n";
    const auto options = parse({"\\x\\y", "-si", "3", "-config", "/etc/a file"}, settings);
    CHECK(options.counters == Words{"\\x\\y"});
    CHECK(options.interval == 3s);
    CHECK(options.samples == 7);
    CHECK(parse({"-q", "-config", "/etc/a file"}, settings).mode == Mode::list_counters);
}

TEST_CASE("a settings file that makes no sense is refused") {
    const auto refused = [](const std::string& settings) {
        return failure({"-config", "/etc/a file"}, settings);
    };
    CHECK(refused("5\n[si]\n") == "The settings begin with \"5\" in place of an [option].");
    CHECK(refused("[zz]\n5\n") == "\"-zz\" is not an option; typeperf -? lists them.");
    CHECK(refused("[si]\n") == "The option -si needs a value.");
    CHECK(refused("[si]\n5\n6\n") == "The option -si needs a value.");
    CHECK(refused("[y]\n5\n") == "The option -y takes no value.");
    CHECK(refused("[q]\na\nb\n") == "The option -q takes one value.");
    CHECK(refused("[si]\n5\n[si]\n6\n") == "The option -si is given more than once.");
    CHECK(refused("[config]\nx\n") == "The option -config cannot stand in a settings file.");
    CHECK(refused("[?]\n") == "The option -? cannot stand in a settings file.");
    CHECK(refused("") == "No counters are given; typeperf -? shows how.");
    CHECK(failure({"-config"}) == "The option -config needs a value.");
}

TEST_CASE("a file may be followed by another one, by size and by time") {
    const auto options = parse({"\\a\\b", "-o", "x.csv", "-max", "10", "-cnf", "1:00:00"});
    CHECK(options.megabytes == 10);
    CHECK(options.segment == 3600s);
    CHECK(failure({"\\a\\b", "-o", "x", "-max", "0"}) == "\"0\" is not a size in megabytes.");
    CHECK(failure({"\\a\\b", "-o", "x", "-cnf", "1:60"}) ==
          "\"1:60\" is not the time of a file; it is written [[hh:]mm:]ss.");
    CHECK(failure({"\\a\\b", "-max", "1"}) ==
          "-max and -cnf need a file of -o that is not compressed, in another format than SQL and HTML.");
    CHECK(failure({"\\a\\b", "-o", "x", "-f", "html", "-cnf", "5"}) ==
          "-max and -cnf need a file of -o that is not compressed, in another format than SQL and HTML.");
    CHECK(failure({"\\a\\b", "-o", "x", "-cnf", "5", "-capture", "y"}) ==
          "-capture writes one file: -max and -cnf do not go with it.");
}

TEST_CASE("typeperf takes each option that its help explains") {
    check_explained_options(typeperf::help_lines(), 23, [](const std::string& option) {
        static_cast<void>(
            typeperf::parse_options({option}, [](const std::string& /*file*/) { return std::string(); }));
    });
}

TEST_CASE("each line of typeperf's help is printable, without trailing blanks, and fits") {
    check_lines(typeperf::help_lines());
}
