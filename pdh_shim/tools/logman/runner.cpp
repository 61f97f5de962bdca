// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/runner.h"

#include "tools/command/console.h"
#include "tools/command/numbers_and_times.h"
#include "tools/command/paths.h"
#include "tools/command/query.h"
#include "tools/command/sampler.h"
#include "tools/command/status_text.h"
#include "tools/formats/text_output.h"
#include "tools/logman/command_process.h"
#include "tools/logman/set_options.h"
#include "tools/terminal/program_end.h"

#include <pdh.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::tools::logman {

namespace {

using command::WakeReason;
using std::chrono::nanoseconds;
using terminal::ExitStatus;

constexpr std::int64_t ticks_per_second = 10'000'000;
constexpr std::int64_t ticks_per_day = ticks_per_second * 24 * 3600;

std::int64_t ticks_of(std::chrono::seconds seconds) {
    return seconds.count() * ticks_per_second;
}

// The arguments of the program of -tn: the words of -targ, in which names in braces stand for what has
// happened, as in the texts of Windows' alerts; without -targ what the program of -rc gets.
std::vector<std::string> task_arguments(const CollectorSet& set, const LastAlert& alert) {
    if (set.task_arguments.empty()) {
        return {alert.threshold, alert.path, alert.value};
    }
    const std::array<std::pair<std::string_view, std::string>, 5> parts{
        {{"{name}", set.name}, {"{date}", command::shown_time(alert.time)}, {"{counter}", alert.path},
            {"{threshold}", alert.threshold}, {"{value}", alert.value}}};
    auto words = words_of(set.task_arguments);
    for (auto& word : words) {
        std::string text;
        for (std::string_view rest = word; !rest.empty();) {
            const auto* const part =
                std::ranges::find_if(parts, [rest](const auto& one) { return rest.starts_with(one.first); });
            text.append(part == parts.end() ? rest.substr(0, 1) : std::string_view(part->second));
            rest.remove_prefix(part == parts.end() ? 1 : part->first.size());
        }
        word = std::move(text);
    }
    return words;
}

// Adds the counters of all thresholds. @return the threshold of each counter
std::vector<Threshold> add_counters(const std::vector<Threshold>& thresholds, command::Query& query) {
    std::vector<Threshold> of_counters;
    for (const auto& threshold : thresholds) {
        const auto status = query.add(command::complete_path(threshold.path, {}), PDH_NOEXPANDINSTANCES);
        if (status != ERROR_SUCCESS) {
            throw command::status_error("The counter \"" + threshold.path + "\" cannot be watched", status);
        }
        of_counters.resize(query.column_count(), threshold);
    }
    if (!query.refused().empty()) {
        const auto& [path, status] = query.refused().front();
        throw command::status_error("The counter \"" + path + "\" cannot be watched", status);
    }
    return of_counters;
}

std::string path_of(const command::Column& column) {
    std::string path = column.machine.empty() ? "" : "\\\\" + column.machine;
    path.append("\\").append(column.object);
    if (!column.instance.empty()) {
        path.append("(").append(command::instance_text(column)).append(")");
    }
    return path.append("\\").append(column.counter);
}

/// Watches the counters of an alert, also of instances that appear later, and reports each crossing of a
/// threshold once.
class AlertSource {
  public:
    using Report = std::function<void(const Threshold& threshold, const std::string& path, double value)>;

    /// @param query without counters; outlives this
    /// @throws terminal::ProgramError a counter does not exist
    AlertSource(const std::vector<Threshold>& thresholds, command::Query& query, Report report)
        : thresholds_(add_counters(thresholds, query)), report_(std::move(report)), reader_(query, false) {}

    /// Takes a sample. @return false if there are no more
    /// @throws terminal::ProgramError
    [[nodiscard]] bool collect() {
        if (!reader_.collect(sample_)) {
            return false;
        }
        Crossings present; // instances that are gone are forgotten
        for (const auto& reading : sample_.readings) {
            const auto counter = reader_.counter_of(reading.column);
            auto path = path_of(reader_.columns()[reading.column]);
            auto known = crossings_.extract({counter, path});
            auto& [instance, crossing] =
                known ? *present.insert(std::move(known)).position
                      : *present.try_emplace({counter, std::move(path)}, thresholds_[counter]).first;
            if (reading.has_value() && crossing.is_crossed(reading.value)) {
                report_(crossing.threshold(), instance.second, reading.value);
            }
        }
        crossings_ = std::move(present);
        return true;
    }

  private:
    /// By the number of a counter of the query, and the path of an instance.
    using Crossings = std::map<std::pair<std::size_t, std::string>, Crossing>;

    std::vector<Threshold> thresholds_; // of each counter of the query
    Report report_;
    command::InstanceReader reader_;
    command::Sample sample_;
    Crossings crossings_;
};

/// A run of a set, from its begin to its end.
class SetRun {
  public:
    SetRun(const CollectorSet& set, const SetStore& store, const RunnerHost& host)
        : set_(set), files_(logs_of(set)), store_(store), host_(host) {
        // The last run may have left a file: it is known until another one is open.
        const auto last = store.state(set.name);
        state_.file = last.file;
        state_.is_open = last.is_open;
        state_.last_alert = last.last_alert;
        state_.process = own_process();
        // Later, another version of this program may have been installed in its place.
        logman_ = set.started_set.empty() ? std::string() : own_executable();
    }

    ExitStatus run() {
        host_.clocks.platform.reopen_on_hangup();
        try {
            run_periods();
        } catch (const terminal::ProgramError& error) {
            state_.reason = error.what();
            end_run();
            throw;
        }
        end_run();
        return exit_;
    }

  private:
    void run_periods() {
        std::int64_t last_end = 0;
        bool goes_on = true;
        while (goes_on) {
            const RunPeriod period = period_of(set_, after(last_end));
            last_end = period.end.value_or(0);
            goes_on = wait_for(period.begin) && collect(period) && set_.is_daily;
        }
    }

    // Now, or the end of a period that ended early, because it had all samples. If that end is far away, the
    // clock was set back.
    [[nodiscard]] std::int64_t after(std::int64_t last_end) const {
        const auto now = host_.clocks.local_time();
        return last_end - now <= ticks_per_day ? std::max(now, last_end) : now;
    }

    void end_run() {
        end_sample();
        state_.status = RunStatus::stopped;
        state_.since = host_.clocks.local_time();
        state_.process.clear();
        save();
    }

    // A state that cannot be written, on a full disk, is written with the next change.
    void save() {
        try {
            store_.write_state(set_.name, state_);
            is_saved_ = true;
        } catch (const terminal::ProgramError& error) {
            if (std::exchange(is_saved_, false)) {
                host_.console.write_error_line(error.what());
            }
        }
    }

    // In steps, since the clock of the wall may be set. @return false if it was stopped
    bool wait_for(std::int64_t begin) {
        constexpr std::int64_t longest = 60 * ticks_per_second;
        auto& platform = host_.clocks.platform;
        for (auto now = host_.clocks.local_time(); now < begin; now = host_.clocks.local_time()) {
            if (state_.status != RunStatus::pending) {
                state_.status = RunStatus::pending;
                state_.since = now;
                save();
                become_ready();
            }
            const nanoseconds step(std::min(begin - now, longest) * 100);
            if (platform.wait_until(platform.now() + step, false) == WakeReason::stop_requested) {
                return false;
            }
        }
        return true;
    }

    void become_ready() {
        if (host_.ready && !std::exchange(is_ready_, true)) {
            host_.ready();
        }
    }

    void begin_run() {
        state_.status = RunStatus::running;
        state_.reason.clear();
        state_.since = host_.clocks.local_time();
        save();
        become_ready();
    }

    // @return false if it was stopped
    bool collect(const RunPeriod& period) {
        if (const auto missing = what_is_missing(set_); !missing.empty()) {
            throw terminal::ProgramError(missing);
        }
        std::optional<command::Query> watched;
        std::optional<AlertSource> alert;
        if (set_.kind == SetKind::alert) {
            alert.emplace(set_.thresholds, watched.emplace(),
                [this](const Threshold& threshold, const std::string& path, double value) {
                    act({host_.clocks.local_time(), threshold_text(threshold), path,
                        command::shortest_number(value)});
                });
        }
        if (set_.output.empty()) {
            begin_run();
            return take(
                period, [] {}, [&](bool /*is_first*/) { return alert->collect(); });
        }
        command::Query query;
        add_counters(query);
        command::RotatingLog log(files_, query, host_.clocks, log_events(),
            state_.is_open ? state_.file : std::string(), [&](const std::string& file, bool append) {
                return std::make_unique<formats::TextOutput>(
                    file, files_.format, formats::FormatOptions{}, query, append);
            });
        log.open();
        begin_run();
        bool has_room = true; // an alert goes on when the log is full
        std::uint64_t records = 0;
        const auto write = [&] {
            const bool goes_on = log.update();
            if (++records < most_records().value_or(UINT64_MAX)) {
                return goes_on;
            }
            end_full("The log \"" + set_.output + "\" has the records of -max, " +
                     std::to_string(*set_.megabytes) + ".");
            return false;
        };
        const bool is_whole = take(
            period, [&log] { log.reopen(); },
            [&](bool is_first) {
                has_room = has_room && (is_first ? query.collect() : write());
                return alert ? alert->collect() : has_room;
            });
        log.close();
        return is_whole;
    }

    // What an alert does at a crossing.
    void act(const LastAlert& alert) {
        state_.last_alert = alert;
        ++state_.alerts;
        is_news_ = true;
        if (set_.is_in_system_log || (set_.command.empty() && set_.task.empty())) {
            report(alert);
        }
        if (!set_.command.empty()) {
            run_program({set_.command, {alert.threshold, alert.path, alert.value}});
        }
        if (!set_.task.empty()) {
            run_program({set_.task, task_arguments(set_, alert)});
        }
        if (!set_.started_set.empty()) {
            std::vector<std::string> words{"start", "-background"};
            words.insert(words.end(), store_.is_for_all() ? 1 : 0, "-system");
            words.insert(words.end(), {"--", set_.started_set});
            run_program({logman_, words, true});
        }
    }

    // In the words of Windows' event log. A line of the system's log has a time already.
    void report(const LastAlert& alert) {
        const std::string text = "The alert " + set_.name + ": the counter " +
                                 command::listed_path(alert.path) + " has tripped its threshold " +
                                 alert.threshold + " with the value " + alert.value + ".";
        const auto reason = set_.is_in_system_log ? host_.write_to_system_log(text) : std::string();
        const auto shown = command::shown_time(alert.time) + ": " + text;
        if (!reason.empty()) {
            host_.console.write_error_line(shown + " It cannot be sent to the system's log: " + reason + ".");
        } else if (!set_.is_in_system_log) {
            host_.console.write_error_line(shown);
        }
    }

    // -max of a database.
    [[nodiscard]] std::optional<std::uint64_t> most_records() const {
        return set_.format == command::OutputFormat::sql ? set_.megabytes : std::nullopt;
    }

    bool take(const RunPeriod& period, std::function<void()> reopen,
        const std::function<bool(bool is_first)>& take_sample) {
        auto& platform = host_.clocks.platform;
        command::Schedule schedule{set_.interval, set_.samples, false};
        schedule.reopen = std::move(reopen);
        if (period.end) {
            schedule.time_left = [this, end = *period.end] {
                constexpr std::int64_t longest = 366 * ticks_per_day;
                const auto left = end - host_.clocks.local_time();
                return nanoseconds(std::clamp<std::int64_t>(left, -1, longest) * 100);
            };
        }
        return command::take_samples(platform, schedule, [&](bool is_first) {
            const bool goes_on = take_sample(is_first);
            if (goes_on && !is_first) {
                end_sample();
            }
            return goes_on;
        });
    }

    void add_counters(command::Query& query) {
        state_.missing.clear();
        command::MissingCounters missing(host_.console, command::MissingPolicy::report);
        // The log of an alert has what it watches, unless the user chose other counters.
        auto counters = set_.counters;
        if (counters.empty()) {
            for (const auto& threshold : set_.thresholds) { // one may have several
                if (std::ranges::find(counters, threshold.path) == counters.end()) {
                    counters.push_back(threshold.path);
                }
            }
        }
        for (const auto& counter : counters) {
            const auto status = query.add(command::complete_path(counter, {}), PDH_NOEXPANDINSTANCES);
            if (status != ERROR_SUCCESS) {
                missing.leave_out(counter, command::text_of(status));
                state_.missing.push_back(counter);
            }
        }
        for (const auto& [path, status] : query.refused()) {
            missing.refuse(path, command::text_of(status));
            state_.missing.push_back(path);
        }
        if (query.is_empty()) {
            throw terminal::ProgramError("No valid counters.");
        }
        exit_ = missing.status();
    }

    command::LogEvents log_events() {
        return {
            [this](const std::string& file) {
                state_.file = file;
                state_.is_open = true;
                save();
            },
            [this](const std::string& file) {
                state_.is_open = state_.is_open && file != state_.file; // the next one may be open
                if (!set_.command.empty() && set_.kind == SetKind::counter) {
                    run_program({set_.command, {file}});
                }
            },
            [this](const std::string& reason) { begin_failing(reason); },
            [this] { end_failing(); },
            [this](const std::string& file) {
                end_full("The log \"" + file + "\" has the size of -max, " + std::to_string(*set_.megabytes) +
                         " MB.");
            },
        };
    }

    void end_full(const std::string& reason) {
        state_.reason = reason;
        is_news_ = true; // an alert goes on
        host_.console.write_error_line(reason);
    }

    void begin_failing(const std::string& reason) {
        ++late_records_;
        if (!state_.failing_since || state_.reason != reason) {
            state_.failing_since = state_.failing_since.value_or(host_.clocks.local_time());
            state_.reason = reason;
            host_.console.write_error_line(reason);
            save();
        }
    }

    void end_failing() {
        if (state_.failing_since) {
            state_.past_failure = {
                *state_.failing_since, host_.clocks.local_time(), late_records_, state_.reason};
            state_.failing_since.reset();
            state_.reason.clear();
            late_records_ = 0;
            save();
        } else if (!is_saved_) {
            save();
        }
    }

    // Thousands may fail in one sample: of these the first is reported at once, and how many more.
    void run_program(const Program& program) {
        const auto outcome = host_.run_program(program);
        note_late(outcome);
        if (!outcome.reason.empty()) {
            ++state_.commands_not_run;
            if (++commands_not_run_ == 1) {
                failed_program_ = program.file;
                host_.console.write_error_line(
                    "The command " + program.file + " was not run: " + outcome.reason);
            }
        }
        // A program of now that was started says nothing of those that waited.
        const auto& reason =
            outcome.late > 0 && outcome.reason.empty() ? outcome.late_reason : outcome.reason;
        const bool is_new = std::exchange(state_.command_failure, reason) != reason;
        if (is_new && commands_not_run_ <= 1) {
            save();
        }
    }

    // Programs that waited and were not started: the process that starts them has written why, unless it was
    // ended itself.
    void note_late(const ProgramOutcome& outcome) {
        if (outcome.is_host_new) {
            host_.console.write_error_line(
                "The process that starts the programs had ended, and was started again." +
                (outcome.late > 0
                        ? " " + std::to_string(outcome.late) + " program(s) waited, and were not run."
                        : std::string()));
        }
        if (outcome.late > 0) {
            state_.commands_not_run += outcome.late;
            state_.command_failure = outcome.late_reason;
            is_news_ = true;
        }
    }

    void end_sample() {
        if (commands_not_run_ > 1) {
            host_.console.write_error_line("The command " + failed_program_ + " was not run " +
                                           std::to_string(commands_not_run_ - 1) + " more time(s).");
        }
        if (has_programs(set_)) {
            note_late(host_.late_programs());
        }
        const bool is_changed = std::exchange(is_news_, false);
        if (std::exchange(commands_not_run_, 0) > 0 || is_changed) {
            save();
        }
    }

    const CollectorSet& set_;
    const command::LogFiles files_;
    const SetStore& store_;
    const RunnerHost& host_;
    RunState state_;
    std::string logman_; // starts the set of -rdcs
    ExitStatus exit_ = ExitStatus::done;
    bool is_ready_ = false;
    bool is_saved_ = true;
    std::uint64_t late_records_ = 0;     // since it is failing
    std::uint64_t commands_not_run_ = 0; // in this sample
    std::string failed_program_;         // the first of them
    bool is_news_ = false;               // the state has changed in this sample, and is saved at its end
};

} // namespace

RunPeriod period_of(const CollectorSet& set, std::int64_t now) {
    RunPeriod period{set.begin.value_or(now), set.end};
    if (set.run_time) {
        period.end = period.begin + ticks_of(*set.run_time);
    }
    if (!period.end || *period.end > now) {
        return period;
    }
    if (!set.is_daily) {
        throw terminal::ProgramError(
            "The end of the set is past: " + command::shown_time(*period.end) + ".", ExitStatus::nothing);
    }
    const auto days = (now - *period.end) / ticks_per_day + 1;
    period.begin += days * ticks_per_day;
    *period.end += days * ticks_per_day;
    return period;
}

ExitStatus run_set(const CollectorSet& set, const SetStore& store, const RunnerHost& host) {
    return SetRun(set, store, host).run();
}

} // namespace pdh_shim::tools::logman
