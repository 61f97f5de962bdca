// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/run_state.h"

#include "tools/command/arguments.h"
#include "tools/command/paths.h"
#include "tools/terminal/terminal_text.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>

namespace pdh_shim::tools::logman {

namespace {

using command::Texts;

constexpr std::array<std::string_view, 3> status_names = {"stopped", "pending", "running"};

std::optional<std::int64_t> file_time_of(const std::string& text) {
    const auto number = command::parse_number(text);
    return number && *number <= INT64_MAX ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

// The values of a time or number, and of a text, that may be missing.
Texts time_values(std::optional<std::int64_t> time) {
    return time ? Texts{std::to_string(*time)} : Texts();
}

Texts number_values(std::uint64_t number) {
    return number > 0 ? Texts{std::to_string(number)} : Texts();
}

Texts text_values(const std::string& text) {
    return text.empty() ? Texts() : Texts{text};
}

void read_past_failure(RunState& state, const Texts& values) {
    const auto since = file_time_of(values[0]);
    const auto until = file_time_of(values[1]);
    const auto records = command::parse_number(values[2]);
    if (since && until && records) {
        state.past_failure = PastFailure{*since, *until, *records, values[3]};
    }
}

void read_last_alert(RunState& state, const Texts& values) {
    if (const auto time = file_time_of(values[0])) {
        state.last_alert = LastAlert{*time, values[1], values[2], values[3]};
    }
}

/// A part of a state, and the values that the file has of it, a line each.
struct StatePart {
    std::string_view name;
    std::size_t count; ///< of the values; 0 = any number
    void (*read)(RunState& state, const Texts& values);
    Texts (*values)(const RunState& state); ///< none: the file leaves the part out
};

constexpr std::array parts = {
    StatePart{"status", 1,
        [](RunState& state, const Texts& values) {
            const auto* const found = std::ranges::find(status_names, values[0]);
            state.status = found == status_names.end() ? RunStatus::stopped
                                                       : static_cast<RunStatus>(found - status_names.begin());
        },
        [](const RunState& state) {
            return Texts{std::string(status_names.at(static_cast<std::size_t>(state.status)))};
        }},
    StatePart{"since", 1, [](RunState& state, const Texts& values) { state.since = file_time_of(values[0]); },
        [](const RunState& state) { return time_values(state.since); }},
    StatePart{"file", 1,
        [](RunState& state, const Texts& values) { state.file = command::meant_name(values[0]); },
        [](const RunState& state) { return text_values(command::listed_path(state.file)); }},
    StatePart{"open", 1, [](RunState& state, const Texts& values) { state.is_open = values[0] == "yes"; },
        [](const RunState& state) { return text_values(state.is_open ? "yes" : ""); }},
    StatePart{"process", 1, [](RunState& state, const Texts& values) { state.process = values[0]; },
        [](const RunState& state) { return text_values(state.process); }},
    StatePart{"failing", 1,
        [](RunState& state, const Texts& values) { state.failing_since = file_time_of(values[0]); },
        [](const RunState& state) { return time_values(state.failing_since); }},
    StatePart{"reason", 1, [](RunState& state, const Texts& values) { state.reason = values[0]; },
        [](const RunState& state) { return text_values(state.reason); }},
    StatePart{"command", 1, [](RunState& state, const Texts& values) { state.command_failure = values[0]; },
        [](const RunState& state) { return text_values(state.command_failure); }},
    StatePart{"notrun", 1,
        [](RunState& state, const Texts& values) {
            state.commands_not_run = command::parse_number(values[0]).value_or(0);
        },
        [](const RunState& state) { return number_values(state.commands_not_run); }},
    StatePart{"alerts", 1,
        [](RunState& state, const Texts& values) {
            state.alerts = command::parse_number(values[0]).value_or(0);
        },
        [](const RunState& state) { return number_values(state.alerts); }},
    StatePart{"missing", 0,
        [](RunState& state, const Texts& values) {
            std::ranges::transform(values, std::back_inserter(state.missing), command::meant_name);
        },
        [](const RunState& state) {
            Texts counters;
            std::ranges::transform(state.missing, std::back_inserter(counters), command::listed_path);
            return counters;
        }},
    StatePart{"failure", 4, read_past_failure,
        [](const RunState& state) {
            const auto& past = state.past_failure;
            return past ? Texts{std::to_string(past->since), std::to_string(past->until),
                              std::to_string(past->records), past->reason}
                        : Texts();
        }},
    StatePart{"alert", 4, read_last_alert,
        [](const RunState& state) {
            const auto& last = state.last_alert;
            return last ? Texts{std::to_string(last->time), last->threshold, last->path, last->value}
                        : Texts();
        }},
};

// A line `name=value`, or, of an earlier version, `[name]` and then the values, each in quotes.
std::map<std::string, Texts, std::less<>> read_values(std::string_view text) {
    std::map<std::string, Texts, std::less<>> all;
    std::string name; // of the earlier form
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.starts_with('[') && line.ends_with(']')) {
            name = line.substr(1, line.size() - 2);
        } else if (!name.empty()) {
            const bool is_quoted = line.size() > 1 && line.starts_with('"') && line.ends_with('"');
            all[name].emplace_back(is_quoted ? line.substr(1, line.size() - 2) : line);
        } else if (const auto sign = line.find('='); sign != std::string_view::npos) {
            all[std::string(line.substr(0, sign))].emplace_back(line.substr(sign + 1));
        }
    }
    return all;
}

} // namespace

std::string state_text(const RunState& state) {
    std::string text;
    for (const auto& part : parts) {
        for (const auto& value : part.values(state)) {
            text.append(part.name).append("=").append(terminal::escaped(value)).append("\n");
        }
    }
    return text;
}

RunState parse_state(std::string_view text) {
    RunState state;
    const auto all = read_values(text);
    for (const auto& part : parts) {
        const auto found = all.find(part.name);
        if (found != all.end() && (part.count == 0 || found->second.size() == part.count)) {
            part.read(state, found->second);
        }
    }
    return state;
}

} // namespace pdh_shim::tools::logman
