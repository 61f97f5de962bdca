// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/numbers_and_times.h"
#include "tools/logman/listing.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace pdh_shim::tools;
using namespace std::chrono_literals;

using logman::RunStatus;
using logman::SetReport;
using Lines = std::vector<std::string>;

namespace {

SetReport small_report() {
    SetReport report;
    report.set.name = "web";
    report.set.counters = {"\\System\\Processes"};
    report.set.output = "/logs/web";
    return report;
}

} // namespace

TEST_CASE("the status of a set is that of its process, and what it says") {
    SetReport report;
    CHECK(logman::status_name(report) == "Stopped");
    report.state.status = RunStatus::running;
    CHECK(logman::status_name(report) == "Died");
    report.has_runner = true;
    CHECK(logman::status_name(report) == "Running");
    report.state.failing_since = 5;
    CHECK(logman::status_name(report) == "Failing");
    report.state.status = RunStatus::pending;
    CHECK(logman::status_name(report) == "Pending");
    report.damage = "not a set";
    CHECK(logman::status_name(report) == "Damaged");
}

TEST_CASE("the table of sets has the columns of Windows' program") {
    auto alert = small_report();
    alert.set.name = "an alert with a name that is wider than its column";
    alert.set.kind = logman::SetKind::alert;
    alert.is_system = true;
    CHECK(logman::table_of({small_report(), alert}) ==
          Lines{"", "Data Collector Set                      Type                          Status",
              "-------------------------------------------------------------------------------",
              "web                                     Counter                       Stopped",
              "an alert with a name that is wider than its column Alert (system)                Stopped"});
}

TEST_CASE("the details of a set") {
    auto report = small_report();
    report.has_runner = true;
    report.set.megabytes = 5;
    report.set.segment = 60s;
    report.set.begin = command::parse_time("1/2/2026 5:00PM");
    report.set.run_time = 90s;
    report.set.is_daily = true;
    report.set.command = "/bin/true";
    report.state = {RunStatus::running, command::parse_time("1/2/2026 5:01PM"), "/logs/web_000001.blg", true,
        "", command::parse_time("1/2/2026 5:02PM"), {"\\a\\b"}, "The disk is full.", "it is missing",
        std::nullopt};
    CHECK(logman::details_of(report) ==
          Lines{"", "Name:                 web", "Status:               Failing",
              "Running Since:        1/2/2026 17:01:00", "Failing Since:        1/2/2026 17:02:00",
              "Reason:               The disk is full.", "Command Failed:       it is missing",
              "Left Out:", "                      \\a\\b", "Root Path:            /logs",
              "Segment:              On", "Segment Max Duration: 60 second(s)", "Segment Max Size:     5 MB",
              "Schedules:            On", "Begin:                1/2/2026 17:00:00",
              "Duration:             90 second(s)", "Repeat:               Daily",
              "Command:              /bin/true", "Run as:               the user", "",
              "Name:                 web\\web", "Type:                 Counter",
              "Output Location:      /logs/web_000001.blg", "Append:               Off",
              "Circular:             Off", "Overwrite:            Off", "Sample Interval:      15 second(s)",
              "Counters:", "                      \\System\\Processes"});
}

TEST_CASE("the details of an alert have the last one, and what it does") {
    SetReport report;
    report.set.name = "full";
    report.set.kind = logman::SetKind::alert;
    report.set.thresholds = {{"\\a\\b", true, 50}};
    report.set.started_set = "web";
    report.set.task = "/bin/say";
    report.set.task_arguments = "{value}";
    report.state.alerts = 3;
    report.state.last_alert = {*command::parse_time("1/2/2026 5:01PM"), "\\a\\b>50", "\\\\c\\a\\b", "73.5"};
    CHECK(logman::details_of(report) ==
          Lines{"", "Name:                 full", "Status:               Stopped", "Alerts:               3",
              "Last Alert:           1/2/2026 17:01:00", "Alert Counter:        \\\\c\\a\\b",
              "Alert Value:          73.5", "Alert Threshold:      \\a\\b>50", "Segment:              Off",
              "Schedules:            Off", "Run as:               the user", "",
              "Name:                 full\\full", "Type:                 Alert",
              "Sample Interval:      15 second(s)", "Thresholds:", "                      \\a\\b>50",
              "Event Log:            Off", "Starts:               web", "Task:                 /bin/say",
              "Task Arguments:       {value}"});
    report.set.output = "/logs/full";
    const auto lines = logman::details_of(report);
    CHECK(lines[8] == "Root Path:            /logs");
    CHECK(lines.back() == "Overwrite:            Off");
}

TEST_CASE("the size of a log in a database is a number of records") {
    auto report = small_report();
    report.set.output = "SQL:d!s";
    report.set.format = command::OutputFormat::sql;
    report.set.megabytes = 1000;
    report.set.ends_when_full = true;
    const auto lines = logman::details_of(report);
    CHECK(lines[4] == "Segment Max Size:     1000 record(s)");
}

TEST_CASE("the time of a set is named after its state") {
    auto report = small_report();
    const auto label = [&](RunStatus status, bool has_runner) {
        report.state.status = status;
        report.has_runner = has_runner;
        const auto lines = logman::details_of(report);
        return lines[3].substr(0, lines[3].find(':'));
    };
    report.state.since = command::parse_time("1/2/2026 5:01PM");
    CHECK(label(RunStatus::running, true) == "Running Since");
    CHECK(label(RunStatus::pending, true) == "Pending Since");
    CHECK(label(RunStatus::stopped, false) == "Stopped Since");
    CHECK(label(RunStatus::running, false) == "Started");
    CHECK(label(RunStatus::pending, false) == "Started");
}

TEST_CASE("a failure that is over is shown, with what it may have cost") {
    auto report = small_report();
    report.state.past_failure = {*command::parse_time("1/2/2026 5:01PM"),
        *command::parse_time("1/2/2026 5:02PM"), 60, "The disk was full."};
    const auto lines = logman::details_of(report);
    CHECK(lines[3] ==
          "Last Failure:         1/2/2026 17:01:00 to 1/2/2026 17:02:00, 60 record(s) late or lost");
    CHECK(lines[4] == "Last Reason:          The disk was full.");
}

TEST_CASE("a set that died says that the computer was started again") {
    auto report = small_report();
    report.state.status = RunStatus::running;
    report.is_of_another_boot = true;
    CHECK(logman::status_name(report) == "Died");
    CHECK(logman::details_of(report)[3] == "Reason:               The computer was started again.");
    report.state.reason = "The disk is full.";
    CHECK(logman::details_of(report)[3] ==
          "Reason:               The computer was started again. Before that: The disk is full.");
    report.has_runner = true;
    CHECK(logman::details_of(report)[3] == "Reason:               The disk is full.");
}
