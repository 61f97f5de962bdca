// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/run_state.h"

#include "tools/command/arguments.h"
#include "tools/command/paths.h"
#include "tools/command/text_file.h"
#include "tools/terminal/program_error.h"
#include "tools/terminal/terminal_text.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace pdh_shim::tools::logman {

namespace {

constexpr std::array<std::string_view, 3> status_names = {"stopped", "pending", "running"};

void add_line(std::string& text, std::string_view name, std::string_view value) {
    if (!value.empty()) {
        text.append("[").append(name).append("]\n\"").append(terminal::escaped(value)).append("\"\n");
    }
}

std::string time_number(std::optional<std::int64_t> time) {
    return time ? std::to_string(*time) : std::string();
}

command::Grammar state_grammar() {
    command::Grammar grammar{"logman", {}, false, {}};
    for (const std::string_view name :
        {"status", "since", "file", "open", "process", "failing", "reason", "command", "notrun", "alerts"}) {
        grammar.options.push_back({name, command::OptionValues::one});
    }
    grammar.options.push_back({"missing", command::OptionValues::many});
    grammar.options.push_back({"failure", command::OptionValues::many});
    grammar.options.push_back({"alert", command::OptionValues::many});
    return grammar;
}

std::optional<std::int64_t> parse_file_time(const std::string& text) {
    const auto number = command::parse_number(text);
    return number && *number <= INT64_MAX ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

RunStatus parse_status(const std::string& name) {
    for (std::size_t i = 0; i < status_names.size(); ++i) {
        if (status_names[i] == name) {
            return static_cast<RunStatus>(i);
        }
    }
    return RunStatus::stopped;
}

std::string missing_text(const std::vector<std::string>& counters) {
    std::string text = counters.empty() ? "" : "[missing]\n";
    for (const auto& counter : counters) {
        text.append("\"").append(command::listed_path(counter)).append("\"\n");
    }
    return text;
}

std::string past_failure_text(const std::optional<PastFailure>& failure) {
    return failure ? "[failure]\n\"" + std::to_string(failure->since) + "\"\n\"" +
                         std::to_string(failure->until) + "\"\n\"" + std::to_string(failure->records) +
                         "\"\n\"" + terminal::escaped(failure->reason) + "\"\n"
                   : std::string();
}

std::optional<PastFailure> parse_past_failure(const std::vector<std::string>& values) {
    constexpr std::size_t parts = 4;
    if (values.size() != parts) {
        return std::nullopt;
    }
    const auto since = parse_file_time(values[0]);
    const auto until = parse_file_time(values[1]);
    const auto records = command::parse_number(values[2]);
    if (!since || !until || !records) {
        return std::nullopt;
    }
    return PastFailure{*since, *until, *records, values[3]};
}

std::string last_alert_text(const std::optional<LastAlert>& alert) {
    return alert ? "[alert]\n\"" + std::to_string(alert->time) + "\"\n\"" +
                       terminal::escaped(alert->threshold) + "\"\n\"" + terminal::escaped(alert->path) +
                       "\"\n\"" + alert->value + "\"\n"
                 : std::string();
}

std::optional<LastAlert> parse_last_alert(const std::vector<std::string>& values) {
    constexpr std::size_t parts = 4;
    const auto time = values.size() == parts ? parse_file_time(values[0]) : std::nullopt;
    return time ? std::optional(LastAlert{*time, values[1], values[2], values[3]}) : std::nullopt;
}

void set_value(RunState& state, const std::string& name, const std::string& value) {
    if (name == "status") {
        state.status = parse_status(value);
    } else if (name == "since") {
        state.since = parse_file_time(value);
    } else if (name == "file") {
        state.file = command::meant_name(value);
    } else if (name == "open") {
        state.is_open = value == "yes";
    } else if (name == "process") {
        state.process = value;
    } else if (name == "failing") {
        state.failing_since = parse_file_time(value);
    } else if (name == "command") {
        state.command_failure = value;
    } else if (name == "notrun") {
        state.commands_not_run = command::parse_number(value).value_or(0);
    } else if (name == "alerts") {
        state.alerts = command::parse_number(value).value_or(0);
    } else {
        state.reason = value;
    }
}

} // namespace

std::string state_text(const RunState& state) {
    std::string text;
    add_line(text, "status", status_names[static_cast<std::size_t>(state.status)]);
    add_line(text, "since", time_number(state.since));
    add_line(text, "file", command::listed_path(state.file));
    add_line(text, "open", state.is_open ? "yes" : "");
    add_line(text, "process", state.process);
    add_line(text, "failing", time_number(state.failing_since));
    add_line(text, "reason", state.reason);
    add_line(text, "command", state.command_failure);
    add_line(text, "notrun", state.commands_not_run > 0 ? std::to_string(state.commands_not_run) : "");
    add_line(text, "alerts", state.alerts > 0 ? std::to_string(state.alerts) : "");
    return text + missing_text(state.missing) + past_failure_text(state.past_failure) +
           last_alert_text(state.last_alert);
}

RunState parse_state(std::string_view text) {
    RunState state;
    try {
        for (const auto& given : command::parse_settings(state_grammar(), text)) {
            if (given.option == "missing") {
                std::ranges::transform(given.values, std::back_inserter(state.missing), command::meant_name);
            } else if (given.option == "failure") {
                state.past_failure = parse_past_failure(given.values);
            } else if (given.option == "alert") {
                state.last_alert = parse_last_alert(given.values);
            } else if (given.values.size() == 1) {
                set_value(state, given.option, given.values.front());
            }
        }
    } catch (const terminal::ProgramError&) {
        return {};
    }
    return state;
}

} // namespace pdh_shim::tools::logman
