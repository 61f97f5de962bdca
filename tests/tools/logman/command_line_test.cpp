// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "help_text.h"
#include "tools/command/numbers_and_times.h"
#include "tools/command/text_file.h"
#include "tools/logman/command_line.h"
#include "tools/logman/set_options.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <unistd.h>
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

constexpr const char* usual_output = "/usual/web";

// Makes the changes of a command line in a set. @return what was left out, and then the remarks
Words change(CollectorSet& set, const Words& arguments) {
    const auto line = logman::parse_arguments(arguments, read_settings);
    set.name = line.name;
    set.kind = line.verb == Verb::create ? line.kind : set.kind;
    auto notes = logman::change_set(set, line, read_settings, usual_output);
    notes.left_out.insert(notes.left_out.end(), notes.remarks.begin(), notes.remarks.end());
    return notes.left_out;
}

// The set that a command line makes of one.
CollectorSet changed(const Words& arguments, CollectorSet set = {}) {
    static_cast<void>(change(set, arguments));
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
    CHECK(line_failure({"stop", "web", "-background"}) == "-background is for run and start.");
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
    CHECK(line_failure(created({"-f", "bincirc"})) == "-f BINCIRC needs -max, up to 4095 megabytes.");
    CHECK(line_failure(created({"-f", "bincirc", "-max", "4096"})) ==
          "-f BINCIRC needs -max, up to 4095 megabytes.");
    CHECK(line_failure(created({"-f", "bincirc", "-max", "0"})) ==
          "-f BINCIRC needs -max, up to 4095 megabytes.");
    CHECK(line_failure(created({"-max", "x"})) == "\"x\" is not a size in megabytes.");
    CHECK(line_failure(created({"-cnf", "x"})) ==
          "\"x\" is not the time of a file; it is written [[hh:]mm:]ss.");
    CHECK(line_failure(created({"-v", "x"})) == "\"x\" is not nnnnnn or mmddhhmm.");
    CHECK(line_failure(created({"-b", "noon"})).find("\"noon\" is not a time") == 0);
    CHECK(line_failure(created({"-b", "1/2/2026", "-e", "1/1/2026"})) == "The end is not after the begin.");
    CHECK(line_failure(created({"-r"})) == "-r needs the times of each day: -b, and -e or -rf.");
    CHECK(line_failure(created({"-rc", "echo"})).find("\"echo\" is not the path of a program") == 0);
    CHECK(line_failure(created({"-u", "x", "secret", "more"})).find("-u takes the name of a user") == 0);
    for (const auto& option : std::array<Words, 4>{
             {{"-th", "\\a\\b>5"}, {"-el"}, {"-rdcs", "other"}, {"-tn", "/x", "-targ", "y"}}}) {
        CHECK(line_failure(created(option)) ==
              "-th, -el, -rdcs, -tn and -targ are for alerts: logman create alert.");
    }
    const auto alert_failure = [](const Words& options) {
        Words words{"create", "alert", "a", "-th", "\\a\\b>5"};
        words.insert(words.end(), options.begin(), options.end());
        return line_failure(words);
    };
    CHECK(
        alert_failure({"-targ", "x"}) == "-targ has the arguments of the program of -tn, which is missing.");
    CHECK(alert_failure({"-tn", "/x", "-targ", "\"x"}) == "\"\"x\" has a quote without an end.");
    CHECK(alert_failure({"-tn", "task"}).find("\"task\" is not the path of a program: -tn needs one") == 0);
    CHECK(alert_failure({"-rdcs", "a"}).find("-rdcs names the alert itself") == 0);
    CHECK(alert_failure({"-f", "bincirc"}) == "-f BINCIRC needs -max, up to 4095 megabytes.");
}

TEST_CASE("a name may be that of -n or -name, with a slash too, for every command") {
    for (const auto* const option : {"-n", "-name", "/n", "/NAME", "-Name"}) {
        for (const std::string verb :
            {"update", "delete", "start", "stop", "query", "run", "import", "export"}) {
            Words words{verb, option, "web"};
            if (verb == "import" || verb == "export") {
                words.insert(words.end(), {"-xml", "/a.xml"});
            }
            CHECK(logman::parse_arguments(words, read_settings).name == "web");
        }
        CHECK(changed({"create", "counter", option, "web", "-c", "\\a\\b"}).name == "web");
    }
    CHECK(line_failure({"start", "-na", "web"}) == "\"-na\" is not an option; logman -? lists them.");
}

TEST_CASE("a limit of 0 means no limit") {
    auto set = changed(created({"-cnf", "60", "-max", "5", "-rf", "1:00", "-sc", "7"}));
    for (const auto* const no_time : {"0", "00:00:00", "0:0"}) {
        const auto unlimited =
            changed({"update", "web", "-cnf", no_time, "-max", "0", "-rf", no_time, "-sc", "0"}, set);
        CHECK_FALSE(unlimited.segment.has_value());
        CHECK_FALSE(unlimited.megabytes.has_value());
        CHECK_FALSE(unlimited.run_time.has_value());
        CHECK_FALSE(unlimited.samples.has_value());
        CHECK_FALSE(unlimited.ends_when_full);
        const auto sized = changed(created({"-cnf", no_time, "-max", "5"}));
        CHECK(sized.megabytes == 5);
        CHECK_FALSE(sized.segment.has_value());
        CHECK_FALSE(sized.ends_when_full); // but begins a new file
    }
    CHECK_FALSE(changed(created({"-cnf"})).segment.has_value());
    set = changed(created({"-e", "1/3/2030"}));
    CHECK(set.end.has_value());
    CHECK(changed({"update", "web", "-rf", "0"}, set).end == set.end);
}

TEST_CASE("what has no meaning together is left out and named") {
    CollectorSet set;
    const auto left_out = [&set](const Words& options) {
        set = {};
        return change(set, created(options));
    };
    CHECK(left_out({"-f", "bincirc", "-max", "300", "-cnf", "24:00:00"}) ==
          Words{"-cnf is left out: a circular log is one file, which overwrites its oldest records."});
    CHECK(set.is_circular);
    CHECK(set.megabytes == 300);
    CHECK_FALSE(set.segment.has_value());
    CHECK(left_out({"-f", "bincirc", "-max", "300", "-cnf", "0"}).size() == 1);
    CHECK(left_out({"-f", "bincirc", "-max", "300", "-a"}) ==
          Words{"-a is left out: nothing can be appended to a circular log."});
    CHECK(left_out({"-f", "bincirc", "-max", "300", "-ow"}).empty());
    CHECK(left_out({"-a", "-ow"}) == Words{"-ow is left out: with -a, what a log has is kept."});
    CHECK(set.is_appended);
    CHECK_FALSE(set.is_overwritten);
    CHECK(left_out({"-f", "csv", "-max", "300", "-cnf", "24:00:00"}).empty());
    const Words database{"create", "counter", "web", "-c", "\\a\\b", "-f", "sql", "-o", "SQL:d!s", "-v",
        "nnnnnn", "-cnf", "60", "-ow"};
    set = {};
    CHECK(change(set, database).size() == 3);
    CHECK(set.versioning == logman::Versioning::none);
}

TEST_CASE("-max of a database is a number of records, which is not the size of a file") {
    CollectorSet set;
    CHECK(change(
        set, {"create", "counter", "web", "-c", "\\a\\b", "-f", "sql", "-o", "SQL:d!s", "-max", "1000"})
              .empty());
    CHECK(set.megabytes == 1000);
    CHECK_FALSE(logman::logs_of(set).megabytes.has_value());
    CHECK_FALSE(logman::logs_of(set).ends_when_full);
}

TEST_CASE("a log in a database without the name of a set of logs has the name of the set") {
    const Words words{"create", "counter", "web", "-c", "\\a\\b", "-f", "sql", "-o"};
    const auto output_of = [&words](const std::string& output) {
        auto all = words;
        all.push_back(output);
        return changed(all).output;
    };
    CHECK(output_of("SQL:wl") == "SQL:wl!web");
    CHECK(output_of("SQL:wl!logs") == "SQL:wl!logs");
    CHECK_THROWS_AS(static_cast<void>(output_of("SQL:wl!")), terminal::UsageError);
    CHECK_THROWS_AS(static_cast<void>(output_of("wl")), terminal::UsageError);
}

TEST_CASE("a set may be made before its counters are named") {
    auto set = changed({"create", "counter", "web"});
    CHECK(set.output == usual_output);
    CHECK(
        logman::what_is_missing(set) == "The set \"web\" has no counters: logman update web -c names them.");
    set = changed({"update", "web", "-c", "\\a\\b"}, set);
    CHECK(logman::what_is_missing(set).empty());
    auto alert = changed({"create", "alert", "a"});
    CHECK(
        logman::what_is_missing(alert) == "The set \"a\" has no thresholds: logman update a -th names them.");
}

TEST_CASE("a password of -u is not kept, which is said") {
    CollectorSet set;
    CHECK(change(set, created({"-u", "DOMAIN\\USER", "*"})) ==
          Words{"Passwords are neither needed nor kept here."});
    CHECK(set.user == "DOMAIN\\USER");
    CHECK(change(set, created({"-u", "x"})).empty());
}

TEST_CASE("options of other kinds of sets are named as such") {
    for (const std::string option :
        {"-mode", "-ct", "-rt", "-p", "-pf", "-ln", "-ft", "-ul", "-bs", "-nb", "-fd", "--rt", "--p"}) {
        CAPTURE(option);
        const auto name = "-" + option.substr(option.find_first_not_of('-'));
        CHECK(line_failure(created({option, "1"})).find(name + " is an option of trace sets") == 0);
    }
    CHECK(line_failure(created({"-rt"})).find("-rt is an option of trace sets") == 0); // without a value too
    CHECK(line_failure(created({"-reg", "HKLM"})).find("-reg is an option of cfg sets") == 0);
    CHECK(line_failure({"update", "web", "-exe", "x"}).find("-exe is an option of api sets") == 0);
    CHECK(line_failure({"start", "x", "-p", "y", "0x10", "-ets"}).find("-p is an option of trace sets") == 0);
    CHECK(changed(created({"-m", "start"})).name == "web");
}

TEST_CASE("-ets and -as are for start and stop, where they change nothing") {
    for (const auto* const verb : {"start", "stop"}) {
        for (const auto* const option : {"-as", "-ets", "/ETS"}) {
            CHECK(logman::parse_arguments({verb, "web", option}, read_settings).name == "web");
        }
    }
    CHECK(line_failure(created({"-ets"})).find("-ets would collect without keeping the set") == 0);
    for (const auto* const verb : {"query", "update", "delete"}) {
        CHECK(line_failure({verb, "web", "-ets"}).find("-ets means the event trace sessions") == 0);
    }
    CHECK(line_failure({"query", "-ets"}).find("-ets means the event trace sessions") == 0);
}

TEST_CASE("the providers of events are not here, and a set may have their name") {
    CHECK(line_failure({"query", "providers"}).find("The providers of events are a part of Windows") == 0);
    CHECK(line_failure({"query", "Providers", "{0}"}).find("The providers of events") == 0);
    CHECK(logman::parse_arguments({"query", "-n", "providers"}, read_settings).name == "providers");
}

TEST_CASE("-s takes every name and address of this computer") {
    std::array<char, 256> host = {};
    REQUIRE(::gethostname(host.data(), host.size() - 1) == 0);
    const std::string own(host.data());
    for (const std::string& name : std::array<std::string, 8>{
             "localhost", ".", own, "\\\\" + own, own + '.', command::lower_case(own), "127.0.0.1", "::1"}) {
        CAPTURE(name);
        CHECK(logman::parse_arguments({"query", "-s", name}, read_settings).verb == Verb::query);
    }
    CHECK(line_failure({"query", "-s", own + "x"}).find("-s, another computer") == 0);
    CHECK(line_failure({"query", "-s", "192.0.2.1"}).find("-s, another computer") == 0);
}

TEST_CASE("an alert needs no program, and acts in several ways") {
    auto set = changed({"create", "alert", "a", "-th", "\\a\\b>5"});
    CHECK(set.output.empty());
    CHECK_FALSE(logman::has_programs(set));
    set = changed(
        {"update", "a", "-el", "-rdcs", "web", "-tn", "/bin/say", "-targ", "-x \"a b\" {value}"}, set);
    CHECK(set.is_in_system_log);
    CHECK(set.started_set == "web");
    CHECK(set.task == "/bin/say");
    CHECK(logman::words_of(set.task_arguments) == Words{"-x", "a b", "{value}"});
    CHECK(logman::has_programs(set));
    set = changed({"update", "a", "--el", "--rdcs", "--targ"}, set);
    CHECK_FALSE(set.is_in_system_log);
    CHECK(set.started_set.empty());
    CHECK(set.task_arguments.empty());
    CHECK(set.task == "/bin/say");
    CHECK_FALSE(logman::has_programs(changed({"update", "a", "--tn"}, set)));
    for (const auto* const text : {"--max", "-v", "--", "/x", "a"}) { // is never an option
        const auto with_text = changed({"update", "a", "-targ", text, "--el"}, set);
        CHECK(with_text.task_arguments == text);
    }
}

TEST_CASE("an alert writes a log if an option of logs is given") {
    const Words alert{"create", "alert", "a", "-th", "\\a\\b>5"};
    for (const auto& option : std::array<Words, 6>{
             {{"-f", "csv"}, {"-v"}, {"-max", "5"}, {"-a"}, {"-cnf", "60"}, {"-c", "\\c\\d"}}}) {
        auto words = alert;
        words.insert(words.end(), option.begin(), option.end());
        CHECK(changed(words).output == usual_output);
    }
    auto words = alert;
    words.insert(words.end(), {"-o", "/logs/a"});
    CHECK(changed(words).output == "/logs/a");
    CHECK(logman::logs_of(changed(words)).versioning == logman::Versioning::number);
    const auto without = changed({"update", "a", "--v"}, changed(alert));
    CHECK(without.output.empty());
    CHECK(without.has_usual_names);
}

TEST_CASE("logman takes each option that its help explains") {
    check_explained_options(logman::help_lines(), 36, [](const std::string& option) {
        static_cast<void>(logman::parse_arguments(
            {"query", option}, [](const std::string& /*file*/) { return std::string(); }));
    });
}

TEST_CASE("each line of logman's help is printable, without trailing blanks, and fits") {
    check_lines(logman::help_lines());
}

TEST_CASE("the help names the options that a second - negates") {
    std::string help;
    for (const auto& line : logman::help_lines()) {
        help += line + ' ';
    }
    const auto first = help.find("negates ");
    const auto sentence = help.substr(first, help.find(':', first) - first) + ',';
    for (const auto& row : logman::set_options()) {
        const std::string name(row.spec.name);
        CAPTURE(name);
        const bool is_named = sentence.find(" -" + name + ',') != std::string::npos ||
                              sentence.find(" -" + name + " and") != std::string::npos;
        CHECK(is_named == (row.effect.negate != nullptr));
    }
}
