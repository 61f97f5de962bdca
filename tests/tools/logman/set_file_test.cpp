// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/numbers_and_times.h"
#include "tools/logman/collector_set.h"
#include "tools/logman/set_file.h"
#include "tools/logman/set_options.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

using namespace pdh_shim::tools;
using namespace std::chrono_literals;

using logman::CollectorSet;
using logman::parse_set;
using logman::set_text;
using logman::Versioning;

namespace {

CollectorSet small_set() {
    CollectorSet set;
    set.name = "web";
    set.counters = {"\\System\\Processes"};
    set.output = "/logs/web";
    return set;
}

std::string set_failure(const std::string& text) {
    try {
        static_cast<void>(parse_set("web", text));
    } catch (const terminal::ProgramError& error) {
        return error.what();
    }
    return "none";
}

} // namespace

TEST_CASE("the file of a set has its options, and gives the same set") {
    auto set = small_set();
    CHECK(set_text(set) ==
          "# A data collector set of logman.\n[version]\n\"2\"\n[type]\n\"counter\"\n"
          "[c]\n\"\\System\\Processes\"\n[f]\n\"bin\"\n[o]\n\"/logs/web\"\n[si]\n\"15\"\n[v]\n\"none\"\n");
    set.has_usual_names = true;
    CHECK(set_text(set).find("[v]") == std::string::npos);
    CHECK(parse_set("web", set_text(set)).has_usual_names);
    set.has_usual_names = false;
    set.counters = {"\\a(\"x\")\\b", "\\a(line\nfeed)\\b", "\\Process(;)\\c"};
    set.format = command::OutputFormat::csv;
    set.versioning = Versioning::date;
    set.is_appended = true;
    set.megabytes = 100;
    set.segment = 3600s;
    set.begin = command::parse_time("11/26/2026 5:00:00PM");
    set.run_time = 60s;
    set.is_daily = true;
    set.command = "/bin/a b";
    set.user = "nobody";
    set.most_commands = 3;
    set.samples = 7;
    for (const auto format :
        {command::OutputFormat::tsv, command::OutputFormat::json, command::OutputFormat::long_table,
            command::OutputFormat::influx, command::OutputFormat::openmetrics}) {
        set.format = format;
        CHECK(parse_set("web", set_text(set)).format == format);
    }
    const auto again = parse_set("web", set_text(set));
    CHECK(set_text(again) == set_text(set));
    CHECK(again.counters == set.counters);
    CHECK(again.begin == set.begin);
    CHECK(again.segment == set.segment);
    CHECK(again.command == set.command);
    CHECK(again.versioning == set.versioning);
}

TEST_CASE("an alert has thresholds in place of counters") {
    CollectorSet set;
    set.kind = logman::SetKind::alert;
    set.has_usual_names = true;
    set.thresholds = {{"\\System\\Processes", true, 90.5}, {"\\Memory\\Available MBytes", false, -1e-300}};
    set.command = "/bin/true";
    const auto again = parse_set("a", set_text(set));
    REQUIRE(again.thresholds.size() == 2);
    CHECK(again.thresholds[0].limit == 90.5);
    CHECK_FALSE(again.thresholds[1].is_upper);
    CHECK(again.thresholds[1].limit == -1e-300);
    CHECK(again.output.empty());
}

TEST_CASE("the file of an alert has what it does, and the log that it writes") {
    CollectorSet set;
    set.name = "a";
    set.kind = logman::SetKind::alert;
    set.has_usual_names = true;
    set.thresholds = {{"\\System\\Processes", true, 90}};
    CHECK(parse_set("a", set_text(set)) == set);
    set.is_in_system_log = true;
    set.started_set = "web";
    set.task = "/bin/say so";
    set.task_arguments = "-x \"a b\" {value}";
    CHECK(parse_set("a", set_text(set)) == set);
    set.output = "/logs/a";
    set.format = command::OutputFormat::csv;
    set.counters = {"\\Memory\\*"};
    set.has_usual_names = false;
    CHECK(parse_set("a", set_text(set)) == set);
}

TEST_CASE("generated sets are read as they were written") {
    std::minstd_rand random(1);
    const auto chance = [&random](unsigned one_of) { return random() % one_of == 0; };
    const auto seconds = [&random] { return std::chrono::seconds(1 + random() % 100'000); };
    for (int i = 0; i < 2000; ++i) {
        CollectorSet set;
        set.name = "web";
        set.kind = chance(2) ? logman::SetKind::alert : logman::SetKind::counter;
        set.interval = seconds();
        if (chance(2)) {
            set.samples = 1 + random();
        }
        if (chance(2)) {
            set.begin = command::parse_time("11/26/2026 5:00:00PM");
        }
        if (chance(3)) {
            set.end = command::parse_time("11/27/2026 5:00:00PM");
        } else if (chance(2)) {
            set.run_time = seconds();
        }
        set.is_daily = set.begin && (set.end || set.run_time) && chance(2);
        set.command = chance(2) ? "/bin/a b" : "";
        set.user = chance(2) ? "nobody" : "";
        set.most_commands = chance(2) ? 1 + random() % 1000 : set.most_commands;
        if (set.kind == logman::SetKind::alert) {
            set.thresholds.assign(
                random() % 3, {"\\a(#;\n)\\b", chance(2), static_cast<double>(random()) / 7});
            set.is_in_system_log = chance(2);
            set.started_set = chance(2) ? "other" : "";
            set.task = chance(2) ? "/bin/say" : "";
            set.task_arguments = set.task.empty() || chance(2) ? "" : " -x \"a b\" {value}";
            set.has_usual_names = true;
        }
        if (set.kind == logman::SetKind::counter || chance(2)) {
            set.counters.assign(random() % 3, "\\Process(\xC3\xA4 [c])\\% \t");
            set.format = static_cast<command::OutputFormat>(random() % 9);
            set.format = set.format == command::OutputFormat::html ? command::OutputFormat::bin : set.format;
            set.output = set.format == command::OutputFormat::sql ? "SQL:dsn!web" : "/logs/w eb";
            set.has_usual_names = chance(2);
            set.versioning = set.has_usual_names ? Versioning::none : static_cast<Versioning>(random() % 3);
            set.is_appended = chance(3);
            set.is_overwritten = chance(3);
            set.is_circular = set.format == command::OutputFormat::bin && chance(3);
            if (set.is_circular || chance(2)) {
                set.megabytes = 1 + random() % 4095;
            }
            if (chance(3)) {
                set.segment = seconds();
            }
            set.ends_when_full = set.megabytes && !set.segment && chance(2);
        }
        const auto text = set_text(set);
        CAPTURE(text);
        CHECK(parse_set("web", text) == set);
    }
}

TEST_CASE("a text that is not a set is refused with the reason") {
    CHECK(set_failure("") == "No output is given: -o names it.");
    CHECK(set_failure("[o]\n/x\n") == "none"); // its counters are named later
    CHECK(set_failure("hello\n") == "The settings begin with \"hello\" in place of an [option].");
    CHECK(set_failure("[nothing]\n") == "\"-nothing\" is not an option; logman -? lists them.");
    CHECK(set_failure("[cf]\n/etc/passwd\n[o]\n/x\n") ==
          "It names the file \"/etc/passwd\", which a set cannot read.");
}

TEST_CASE("a value that looks like an option, or like a remark, stays a value") {
    auto set = small_set();
    set.counters = {
        "[rc]", "/bin/pwn.sh", "#x", ";y", "The command completed successfully.", " [u] ", "\"z\""};
    const auto again = parse_set("web", set_text(set));
    CHECK(again == set);
    CHECK(again.command.empty());
    set.counters = {"$'x'"}; // would be read as x
    CHECK_THROWS_WITH_AS(static_cast<void>(set_text(set)), "A value of the set cannot stand in its file.",
        terminal::UsageError);
    set.counters = {"\\a\\b", ""}; // would be lost
    CHECK_THROWS_AS(static_cast<void>(set_text(set)), terminal::UsageError);
}

TEST_CASE("a value with the end of a line cannot stand in a file") {
    auto set = small_set();
    set.command = "/bin/a\nb";
    CHECK_THROWS_WITH_AS(static_cast<void>(set_text(set)), "A value of -rc has the end of a line in it.",
        terminal::UsageError);
}

TEST_CASE("the set of an earlier version keeps its meaning: -max begins new logs") {
    const std::string text = "[type]\ncounter\n[c]\n\\a\\b\n[o]\n/logs/web\n[f]\ncsv\n";
    CHECK(logman::logs_of(parse_set("web", text)).versioning == Versioning::none);
    const auto sized = parse_set("web", text + "[max]\n5\n");
    CHECK_FALSE(sized.ends_when_full);
    CHECK(parse_set("web", set_text(sized)) == sized);
    const auto now = parse_set("web", "[version]\n2\n" + text + "[max]\n5\n");
    CHECK(now.ends_when_full);
    CHECK(logman::logs_of(now).versioning == Versioning::number);
    CHECK(parse_set("web", set_text(now)) == now);
    for (const bool is_circular : {false, true}) {
        auto set = now;
        set.is_circular = is_circular;
        set.format = command::OutputFormat::bin;
        for (const bool ends : {false, true}) {
            set.ends_when_full = ends;
            CHECK(parse_set("web", set_text(set)) == set);
        }
    }
    CHECK(set_failure("[version]\n3\n" + text) == "It is that of another version of logman, 3.");
}

using pdh_shim::tools::logman::Crossing;

namespace {

std::vector<bool> crossings(bool is_upper, double limit, const std::vector<double>& values) {
    Crossing crossing({"\\a\\b", is_upper, limit});
    std::vector<bool> crossed;
    for (const double value : values) {
        crossed.push_back(crossing.is_crossed(value));
    }
    return crossed;
}

} // namespace

TEST_CASE("a value beyond the threshold is a crossing, also the first one") {
    CHECK(crossings(true, 100, {101, 102}) == std::vector<bool>{true, false});
    CHECK(crossings(true, 100, {100, 99, 101}) == std::vector<bool>{false, false, true});
    CHECK(crossings(false, 100, {100, 101, 99}) == std::vector<bool>{false, false, true});
}

TEST_CASE("there is not another crossing until a value is back by a twentieth of the limit") {
    CHECK(
        crossings(true, 100, {101, 99, 101, 95, 101}) == std::vector<bool>{true, false, false, false, true});
    CHECK(
        crossings(false, 100, {99, 101, 99, 105, 99}) == std::vector<bool>{true, false, false, false, true});
    CHECK(crossings(false, -100, {-101, -99, -101, -95, -101}) ==
          std::vector<bool>{true, false, false, false, true});
    CHECK(crossings(true, 0, {1, 0, 1}) == std::vector<bool>{true, false, true});
}

using logman::parse_threshold;
using terminal::UsageError;

TEST_CASE("a threshold is a counter, a direction and a number") {
    const auto upper = parse_threshold("\\Process(a>b)\\% Processor Time > 90.5");
    CHECK(upper.path == "\\Process(a>b)\\% Processor Time");
    CHECK(upper.is_upper);
    CHECK(upper.limit == 90.5);
    CHECK_FALSE(parse_threshold("\\Memory\\Available MBytes<100").is_upper);
    CHECK(logman::threshold_text(upper) == "\\Process(a>b)\\% Processor Time>90.5");
    for (const auto* const text :
        {"", ">", "\\a\\b", "\\a\\b>", "\\a\\b>x", ">5", "\\a\\b>inf", "\\a\\b>5 MB"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(static_cast<void>(parse_threshold(text)), UsageError);
    }
}

TEST_CASE("the name of a set is a part of the names of files") {
    for (const auto* const name : {"web", "a b", "\xC3\xA4", "a.b", "-x"}) {
        CAPTURE(name);
        CHECK_NOTHROW(logman::check_set_name(name));
    }
    for (const std::string& name :
        std::array<std::string, 6>{"", ".", "..", "a/b", "a\nb", std::string(201, 'a')}) {
        CAPTURE(name);
        CHECK_THROWS_AS(logman::check_set_name(name), UsageError);
    }
}
