// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/log_names.h"

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::tools::logman {

using command::Versioning;

enum class SetKind { counter, alert };

/// What an alert watches: a counter, and the value at which it acts.
struct Threshold {
    std::string path;
    bool is_upper = true; ///< the value crosses it upwards
    double limit = 0;

    bool operator==(const Threshold& other) const = default;
};

/// A data collector set: what is collected when, and where it is written. Its file has all of it but the
/// name.
struct CollectorSet : command::LogFiles {
    std::string name;
    bool has_usual_names = false; ///< its logs have numbers if there may be several: see logs_of()
    SetKind kind = SetKind::counter;
    std::vector<std::string> counters;
    std::chrono::seconds interval{15};
    std::optional<std::uint64_t> samples;         ///< none = until stopped
    std::optional<std::chrono::seconds> run_time; ///< from the begin, or from the start
    std::optional<std::int64_t> begin;            ///< local time as a FILETIME; none = when it is started
    std::optional<std::int64_t> end;              ///< the same; none = until stopped
    bool is_daily = false;                        ///< begins each day at the time of `begin`
    std::string command; ///< absolute path of a program that gets the name of each closed file; empty = none
    std::string user;    ///< who runs the command, of a set of the system; empty = the owner of the set
    std::size_t most_commands = 8;     ///< programs that run at once
    std::vector<Threshold> thresholds; ///< of an alert
    // What an alert does at a crossing, beside running `command`.
    bool is_in_system_log = false; ///< it is said in the system's log, in place of the messages of the set
    std::string started_set;       ///< is started; empty = none
    std::string task;              ///< absolute path of a program that is run; empty = none
    std::string task_arguments;    ///< of the task, see words_of(); empty = the same as `command` gets

    bool operator==(const CollectorSet& other) const = default;
};

/// Whether the values of a counter cross a threshold. After a crossing there is not another one until a value
/// has been back by a twentieth of the limit, so that values around the limit are one crossing.
class Crossing {
  public:
    explicit Crossing(Threshold threshold) : threshold_(std::move(threshold)) {}

    [[nodiscard]] const Threshold& threshold() const { return threshold_; }

    /// Whether this value, the next one, crosses the threshold.
    [[nodiscard]] bool is_crossed(double value) {
        constexpr double hysteresis = 0.05;
        const double beyond =
            threshold_.is_upper ? value - threshold_.limit : threshold_.limit - value; // by how much
        if (is_beyond_) {
            is_beyond_ = beyond > -hysteresis * std::abs(threshold_.limit);
            return false;
        }
        is_beyond_ = beyond > 0;
        return is_beyond_;
    }

  private:
    Threshold threshold_;
    bool is_beyond_ = false;
};

} // namespace pdh_shim::tools::logman
