// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/times.h"
#include "tools/logman/command_line.h"
#include "tools/logman/set_options.h"
#include "tools/terminal/program_error.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using namespace pdh_shim::tools;
using namespace std::chrono_literals;

using logman::CollectorSet;
using logman::Verb;
using Words = std::vector<std::string>;

namespace {

std::string read_settings(const std::string& /*name*/) {
    return "[si]\n30\n[c]\n\\a\\b\n";
}

// The set that a command line makes of one.
CollectorSet changed(const Words& arguments, CollectorSet set = {}) {
    const auto line = logman::parse_arguments(arguments, read_settings);
    set.name = line.name;
    set.kind = line.kind;
    logman::change_set(set, line, read_settings);
    return set;
}

std::string line_failure(const Words& arguments) {
    try {
        static_cast<void>(changed(arguments));
    } catch (const terminal::UsageError& error) {
        return error.what();
    }
    return "none";
}

Words created(const Words& options) {
    Words words{"create", "counter", "web", "-c", "\\a\\b", "-o", "/logs/web"};
    words.insert(words.end(), options.begin(), options.end());
    return words;
}

} // namespace

TEST_CASE("create has a kind, a name and options") {
    const auto set =
        changed({"CREATE", "Counter", "-n", "web", "-c", "\\a\\b", "\\c\\d", "-si", "1:00", "-sc", "5", "-f",
            "CSV", "-o", "/logs/../logs/web", "-v", "mmddhhmm", "-max", "10", "-cnf", "01:00:00", "-a", "-b",
            "1/2/2026 5:00PM", "-rf", "10:00", "-r", "-rc", "/bin/true", "-u", "nobody", "-y"});
    CHECK(set.name == "web");
    CHECK(set.counters == Words{"\\a\\b", "\\c\\d"});
    CHECK(set.interval == 60s);
    CHECK(set.samples == 5);
    CHECK(set.output == "/logs/web");
    CHECK(set.versioning == logman::Versioning::date);
    CHECK(set.megabytes == 10);
    CHECK(set.segment == 3600s);
    CHECK(set.is_appended);
    CHECK(set.is_daily);
    CHECK(set.run_time == 600s);
    CHECK(set.user == "nobody");
    CHECK(changed({"create", "alert", "full", "-th", "\\a\\b>5", "-rc", "/bin/true"}).thresholds.size() == 1);
}

TEST_CASE("a second - negates an option, wherever it is") {
    CollectorSet set =
        changed(created({"-v", "-max", "1", "-cnf", "5", "-rf", "6", "-rc", "/x", "-ow", "-u", "x"}));
    set =
        changed({"update", "web", "--V", "--max", "--cnf", "--rf", "--rc", "--ow", "--u", "--r", "--a"}, set);
    CHECK(set.versioning == logman::Versioning::none);
    CHECK_FALSE(set.megabytes.has_value());
    CHECK_FALSE(set.segment.has_value());
    CHECK_FALSE(set.run_time.has_value());
    CHECK(set.command.empty());
    CHECK_FALSE(set.is_overwritten);
    CHECK(set.user.empty());
    CHECK(set.counters == Words{"\\a\\b"});
}

TEST_CASE("update changes only what is given, and -m takes times away") {
    auto set = changed(created({"-b", "1/2/2026", "-e", "1/3/2026"}));
    set = changed({"update", "counter", "web", "-si", "5"}, set);
    CHECK(set.interval == 5s);
    CHECK(set.begin.has_value());
    set = changed({"update", "web", "-m", "start", "stop"}, set);
    CHECK_FALSE(set.begin.has_value());
    CHECK_FALSE(set.end.has_value());
}

TEST_CASE("a time may be several arguments, as Windows' pages write it") {
    const auto set =
        changed(created({"-b", "1/1/2027", "6:00:00", "AM", "-e", "1/1/2027", "7:00:00PM", "-r"}));
    CHECK(set.begin == command::parse_time("1/1/2027 6:00:00 AM"));
    CHECK(set.end == command::parse_time("1/1/2027 7:00:00 PM"));
}

TEST_CASE("the name of a log in a database may be without SQL:") {
    CHECK(changed({"create", "counter", "w", "-c", "\\a\\b", "-f", "sql", "-o", "dsn!log"}).output ==
          "SQL:dsn!log");
}

TEST_CASE("options of a settings file are added") {
    const auto set = changed({"create", "counter", "web", "-config", "/file", "-o", "/logs/web"});
    CHECK(set.interval == 30s);
    CHECK(set.counters == Words{"\\a\\b"});
}

TEST_CASE("the other commands have a name, and query may have none") {
    CHECK(logman::parse_arguments({"query"}, read_settings).name.empty());
    CHECK(logman::parse_arguments({"start", "a b"}, read_settings).name == "a b");
    CHECK(logman::parse_arguments({"run", "--", "-x"}, read_settings).name == "-x");
    CHECK(logman::parse_arguments({"stop", "web", "-system"}, read_settings).is_system);
    CHECK(logman::parse_arguments({"import", "web", "-xml", "/a.xml"}, read_settings).xml == "/a.xml");
    CHECK(logman::parse_arguments({"create", "-?"}, read_settings).verb == Verb::help);
    CHECK(logman::parse_arguments({"--version"}, read_settings).verb == Verb::version);
}

TEST_CASE("a wrong command line is refused with the reason") {
    CHECK(line_failure({}) == "No command is given; logman -? lists them.");
    CHECK(line_failure({"begin", "web"}) == "\"begin\" is not a command; logman -? lists them.");
    CHECK(line_failure({"start"}) == "No set is named.");
    CHECK(line_failure({"start", "a", "b"}) ==
          "Two sets are named, \"a\" and \"b\"; a name with blanks needs quotes.");
    CHECK(line_failure({"create", "web"}) ==
          "It is not said what is created: create counter, or create alert.");
    CHECK(
        line_failure({"create", "trace", "web", "-p", "{0}", "-ets"}).find("\"trace\" sets collect events") ==
        0);
    CHECK(line_failure({"start", "web", "-si", "5"}) == "-si is for create and update.");
    CHECK(line_failure({"start", "web", "--max"}) == "--max is for create and update.");
    CHECK(line_failure(created({"-s", "other"})).find("-s, another computer, is not possible") == 0);
    CHECK(line_failure({"start", "-n", "a", "-name", "b"}).find("Two sets are named") == 0);
    CHECK(line_failure(created({"-xml", "a"})) == "-xml is for import and export.");
    CHECK(line_failure({"import", "web"}) == "-xml names the file of the template.");
    CHECK(line_failure({"start", "web", "-background"}) == "-background is for run.");
}

TEST_CASE("a new set numbers its logs, unless it keeps to one") {
    const auto names_of = [](const Words& options) {
        return logman::logs_of(changed(created(options))).versioning;
    };
    using logman::Versioning;
    for (const auto* const format : {"bin", "csv", "tsv", "json", "long", "influx", "openmetrics"}) {
        CHECK(names_of({"-f", format}) == Versioning::number);
    }
    CHECK(names_of({"--v"}) == Versioning::none);
    CHECK(names_of({"-v", "mmddhhmm"}) == Versioning::date);
    CHECK(names_of({"-v", "nnnnnn", "-a"}) == Versioning::number);
    for (const auto& option : std::array<Words, 3>{{{"-a"}, {"-ow"}, {"-f", "bincirc", "-max", "1"}}}) {
        CHECK(names_of(option) == Versioning::none);
    }
    const auto database = changed({"create", "counter", "w", "-c", "\\a\\b", "-f", "sql", "-o", "SQL:d!s"});
    CHECK(logman::logs_of(database).versioning == Versioning::none);
    auto set = changed(created({}));
    CHECK(logman::logs_of(changed({"update", "web", "-a"}, set)).versioning == Versioning::none);
    CHECK(logman::logs_of(changed({"update", "web", "--v"}, set)).versioning == Versioning::none);
    CHECK(logman::logs_of(changed({"update", "web", "-si", "5"}, set)).versioning == Versioning::number);
    set.has_usual_names = false; // of an earlier version, or a template
    CHECK(logman::logs_of(changed({"update", "web", "-si", "5"}, set)).versioning == Versioning::none);
}

TEST_CASE("-max alone ends a set, and with -cnf begins new logs") {
    CHECK(changed(created({"-max", "5"})).ends_when_full);
    for (const auto& option :
        std::array<Words, 4>{{{"-cnf"}, {"-cnf", "0"}, {"-cnf", "60"}, {"-cnf", "1:00:00"}}}) {
        Words words{"-max", "5"};
        words.insert(words.end(), option.begin(), option.end());
        const auto set = changed(created(words));
        CHECK_FALSE(set.ends_when_full);
        CHECK(set.segment.has_value() == (option.size() == 2 && option[1] != "0"));
        CHECK_FALSE(changed({"update", "web", "-max", "6"}, set).ends_when_full);
        CHECK(changed({"update", "web", "--cnf"}, set).ends_when_full);
        CHECK_FALSE(changed({"update", "web", "--max", "-cnf", "9"}, set).ends_when_full);
    }
    const auto set = changed(created({"-max", "5"}));
    CHECK_FALSE(changed({"update", "web", "-cnf"}, set).ends_when_full);
    CHECK(changed({"update", "web", "-max", "6"}, set).ends_when_full);
    CHECK_FALSE(changed({"update", "web", "--max"}, set).ends_when_full);
}

TEST_CASE("options that do not go together are refused") {
    CHECK(line_failure(created({"-f", "xml"})) ==
          "\"xml\" is not a format of a set; the formats are BIN, BINCIRC, CSV, TSV, SQL, JSON, LONG, INFLUX "
          "and OPENMETRICS.");
    CHECK(line_failure(created({"-f", "sql"})) == "-f SQL needs an output SQL:DSN!SET.");
    CHECK(line_failure({"create", "counter", "w", "-c", "\\a\\b", "-o", "SQL:d!s"}) ==
          "SQL:DSN!SET needs -f SQL.");
    CHECK(line_failure({"create", "counter", "w", "-c", "\\a\\b", "-o", "/logs/"}) ==
          "-o \"/logs/\" is a folder; the name of a file goes behind it.");
    CHECK(line_failure(created({"-a", "-ow"})) == "-a and -ow cannot be combined.");
    CHECK(line_failure(created({"-f", "bincirc"})) == "-f BINCIRC needs -max, up to 4095 megabytes.");
    CHECK(line_failure(created({"-f", "bincirc", "-max", "4096"})) ==
          "-f BINCIRC needs -max, up to 4095 megabytes.");
    CHECK(line_failure(created({"-f", "bincirc", "-max", "1", "-cnf", "5"})) ==
          "-f BINCIRC keeps one file: -cnf and -a do not go with it.");
    CHECK(line_failure(created({"-max", "0"})) == "\"0\" is not a size in megabytes.");
    CHECK(line_failure(created({"-cnf", "0:0"})) ==
          "\"0:0\" is not the time of a file; it is written [[hh:]mm:]ss.");
    for (const auto& option : std::array<Words, 2>{{{"-cnf"}, {"-cnf", "0"}}}) {
        CHECK(line_failure(created(option)) ==
              "-cnf without a time, or with 0, needs -max: a new file begins at that size.");
    }
    CHECK(line_failure(created({"-v", "x"})) == "\"x\" is not nnnnnn or mmddhhmm.");
    CHECK(line_failure(created({"-b", "noon"})).find("\"noon\" is not a time") == 0);
    CHECK(line_failure(created({"-b", "1/2/2026", "-e", "1/1/2026"})) == "The end is not after the begin.");
    CHECK(line_failure(created({"-r"})) == "-r needs the times of each day: -b, and -e or -rf.");
    CHECK(line_failure(created({"-rc", "echo"})).find("\"echo\" is not the path of a program") == 0);
    CHECK(line_failure(created({"-u", "x", "secret"})).find("-u takes a name only") == 0);
    CHECK(line_failure(created({"-th", "\\a\\b>5"})) == "-th is for alerts: logman create alert.");
    CHECK(line_failure({"create", "alert", "a"}).find("An alert needs -th") == 0);
    CHECK(line_failure({"create", "alert", "a", "-th", "\\a\\b>5", "-rc", "/x", "-c", "\\a\\b"}) ==
          "An alert writes no log: -c, -cf and -o do not go with it.");
    for (const auto& option : std::array<Words, 5>{{{"-a"}, {"-ow"}, {"-v"}, {"-max", "5"}, {"-f", "csv"}}}) {
        Words words{"create", "alert", "a", "-th", "\\a\\b>5", "-rc", "/x"};
        words.insert(words.end(), option.begin(), option.end());
        CHECK(line_failure(words) ==
              "An alert writes no log: -f, -v, -a, -ow, -max and -cnf do not go with it.");
    }
}
