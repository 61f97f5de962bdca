// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::logman {

enum class RunStatus {
    stopped,
    pending, ///< waits for its begin
    running
};

/// A time in which records were not written when they were taken, and which is over.
struct PastFailure {
    std::int64_t since = 0; ///< local FILETIMEs
    std::int64_t until = 0;
    std::uint64_t records = 0; ///< that were taken meanwhile: written later, or lost
    std::string reason;
};

/// A crossing of a threshold.
struct LastAlert {
    std::int64_t time = 0; ///< a local FILETIME
    std::string threshold; ///< as threshold_text() has it
    std::string path;      ///< of the counter
    std::string value;

    bool operator==(const LastAlert& other) const = default;
};

/// What the runner of a set says of its run, for `logman query`. Times are local FILETIMEs.
struct RunState {
    RunStatus status = RunStatus::stopped;
    std::optional<std::int64_t> since; ///< when it was started, or ended
    std::string file;                  ///< the newest one that was written
    bool is_open = false;              ///< it is not finished: a run writes it, or died while it did
    std::string process;               ///< that runs the set, see own_process(); empty = it was stopped
    std::optional<std::int64_t> failing_since;
    std::vector<std::string> missing; ///< counters that were left out
    std::string reason;               ///< why it is failing, or why it ended; empty = there is nothing to say
    std::string command_failure;      ///< why the last command was not run; empty = it was
    std::optional<PastFailure> past_failure = std::nullopt; ///< the newest of this run
    std::uint64_t commands_not_run = 0;                     ///< in this run
    std::optional<LastAlert> last_alert = std::nullopt;     ///< the newest of all runs
    std::uint64_t alerts = 0;                               ///< in this run
};

/// Lines `name=value`.
[[nodiscard]] std::string state_text(const RunState& state);

/// Reads the same, or the form of earlier versions: a line `[name]`, then its values in quotes. Malformed
/// text gives the initial state.
[[nodiscard]] RunState parse_state(std::string_view text);

} // namespace pdh_shim::tools::logman
