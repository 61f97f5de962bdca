// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/listing.h"

#include "tools/command/log_names.h"
#include "tools/command/numbers_and_times.h"
#include "tools/command/paths.h"
#include "tools/logman/set_options.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>

namespace pdh_shim::tools::logman {

namespace {

using command::OutputFormat;

constexpr std::size_t label_width = 22;

std::string in_columns(std::string text, std::size_t width) {
    text.resize(std::max(text.size() + 1, width), ' ');
    return text;
}

std::string on_or_off(bool is_on) {
    return is_on ? "On" : "Off";
}

std::string kind_name(const CollectorSet& set) {
    return set.kind == SetKind::alert ? "Alert" : "Counter";
}

/// Lines of a label and a value, as Windows' program has them.
class Details {
  public:
    void add(std::string label, const std::string& value) {
        label += ':';
        lines.push_back(in_columns(std::move(label), label_width) + value);
    }
    void add_unless_empty(const char* label, const std::string& value) {
        if (!value.empty()) {
            add(label, value);
        }
    }
    void add_list(const char* label, const std::vector<std::string>& values) {
        lines.push_back(std::string(label) + ':');
        for (const auto& value : values) {
            lines.push_back(std::string(label_width, ' ') + value);
        }
    }

    std::vector<std::string> lines;
};

std::string root_of(const CollectorSet& set) {
    return has_files(set) ? std::filesystem::path(set.output).parent_path().string() : std::string();
}

std::vector<std::string> shown_paths(const std::vector<std::string>& paths) {
    std::vector<std::string> shown;
    std::ranges::transform(paths, std::back_inserter(shown), command::listed_path);
    return shown;
}

// What the time of a state is. A run that died has only said when it began.
std::string time_label(const SetReport& report) {
    if (report.state.status == RunStatus::stopped) {
        return "Stopped Since";
    }
    if (!report.has_runner) {
        return "Started";
    }
    return report.state.status == RunStatus::pending ? "Pending Since" : "Running Since";
}

// Why it is failing, or why it ended.
std::string reason_of(const SetReport& report) {
    const bool has_died = !report.has_runner && report.state.status != RunStatus::stopped;
    if (!has_died || !report.is_of_another_boot) {
        return report.state.reason;
    }
    const auto& before = report.state.reason;
    return "The computer was started again." + (before.empty() ? before : " Before that: " + before);
}

// What a reader has to know of its run, beyond its status.
void add_run(Details& details, const SetReport& report) {
    const RunState& state = report.state;
    if (state.since) {
        details.add(time_label(report), command::shown_time(*state.since));
    }
    if (state.failing_since) {
        details.add("Failing Since", command::shown_time(*state.failing_since));
    }
    details.add_unless_empty("Reason", reason_of(report));
    if (state.past_failure) {
        const PastFailure& past = *state.past_failure;
        details.add("Last Failure", command::shown_time(past.since) + " to " +
                                        command::shown_time(past.until) + ", " +
                                        std::to_string(past.records) + " record(s) late or lost");
        details.add_unless_empty("Last Reason", past.reason);
    }
    details.add_unless_empty("Command Failed", state.command_failure);
    if (state.commands_not_run > 0) {
        details.add("Commands Not Run", std::to_string(state.commands_not_run));
    }
    if (state.alerts > 0) {
        details.add("Alerts", std::to_string(state.alerts));
    }
    if (state.last_alert) {
        const LastAlert& alert = *state.last_alert;
        details.add("Last Alert", command::shown_time(alert.time));
        details.add("Alert Counter", alert.path);
        details.add("Alert Value", alert.value);
        details.add("Alert Threshold", alert.threshold);
    }
    if (!state.missing.empty()) {
        details.add_list("Left Out", shown_paths(state.missing));
    }
}

void add_schedule(Details& details, const CollectorSet& set) {
    details.add("Schedules", on_or_off(set.begin.has_value()));
    if (set.begin) {
        details.add("Begin", command::shown_time(*set.begin));
    }
    if (set.end) {
        details.add("End", command::shown_time(*set.end));
    }
    if (set.run_time) {
        details.add("Duration", std::to_string(set.run_time->count()) + " second(s)");
    }
    if (set.is_daily) {
        details.add("Repeat", "Daily");
    }
}

void add_collector(Details& details, const SetReport& report) {
    const CollectorSet& set = report.set;
    details.add("Name", set.name + '\\' + set.name);
    details.add("Type", kind_name(set));
    if (set.kind == SetKind::alert) {
        std::vector<std::string> thresholds;
        std::ranges::transform(set.thresholds, std::back_inserter(thresholds), threshold_text);
        details.add("Sample Interval", std::to_string(set.interval.count()) + " second(s)");
        details.add_list("Thresholds", thresholds);
        details.add("Event Log", on_or_off(set.is_in_system_log));
        details.add_unless_empty("Starts", set.started_set);
        details.add_unless_empty("Task", set.task);
        details.add_unless_empty("Task Arguments", set.task_arguments);
        if (set.output.empty()) {
            return;
        }
    }
    details.add("Output Location", report.state.file.empty() ? set.output : report.state.file);
    details.add("Append", on_or_off(set.is_appended));
    details.add("Circular", on_or_off(set.is_circular));
    details.add("Overwrite", on_or_off(set.is_overwritten));
    if (set.kind == SetKind::counter) {
        details.add("Sample Interval", std::to_string(set.interval.count()) + " second(s)");
    }
    if (set.kind == SetKind::counter || !set.counters.empty()) {
        details.add_list("Counters", shown_paths(set.counters));
    }
}

} // namespace

std::string status_name(const SetReport& report) {
    if (!report.damage.empty()) {
        return "Damaged";
    }
    if (!report.has_runner) {
        return report.state.status == RunStatus::stopped ? "Stopped" : "Died";
    }
    if (report.state.status == RunStatus::pending) {
        return "Pending";
    }
    return report.state.failing_since ? "Failing" : "Running";
}

std::vector<std::string> table_of(const std::vector<SetReport>& reports) {
    constexpr std::size_t name_width = 40;
    constexpr std::size_t type_width = 30;
    constexpr std::size_t rule_width = 79;
    std::vector<std::string> lines{"",
        in_columns("Data Collector Set", name_width) + in_columns("Type", type_width) + "Status",
        std::string(rule_width, '-')};
    for (const auto& report : reports) {
        const auto kind = kind_name(report.set) + (report.is_system ? " (system)" : "");
        lines.push_back(
            in_columns(report.set.name, name_width) + in_columns(kind, type_width) + status_name(report));
    }
    return lines;
}

std::vector<std::string> details_of(const SetReport& report) {
    const CollectorSet& set = report.set;
    Details details;
    details.lines.emplace_back();
    details.add("Name", set.name);
    details.add("Status", status_name(report));
    add_run(details, report);
    details.add_unless_empty("Root Path", root_of(set));
    details.add(
        "Segment", on_or_off(set.segment || (set.megabytes && !set.is_circular && !set.ends_when_full)));
    if (set.segment) {
        details.add("Segment Max Duration", std::to_string(set.segment->count()) + " second(s)");
    }
    if (set.megabytes) {
        details.add("Segment Max Size",
            std::to_string(*set.megabytes) + (set.format == OutputFormat::sql ? " record(s)" : " MB"));
    }
    add_schedule(details, set);
    details.add_unless_empty("Command", set.command);
    if (set.most_commands != CollectorSet().most_commands) {
        details.add("Commands at Once", std::to_string(set.most_commands));
    }
    details.add("Run as", !set.user.empty() ? set.user : (report.is_system ? "root" : "the user"));
    details.lines.emplace_back();
    add_collector(details, report);
    return details.lines;
}

} // namespace pdh_shim::tools::logman
