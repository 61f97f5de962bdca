// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/runner.h"

#include "tools/command/missing_counters.h"
#include "tools/command/number_format.h"
#include "tools/command/paths.h"
#include "tools/command/status_text.h"
#include "tools/command/times.h"
#include "tools/formats/format_log.h"
#include "tools/logman/alert_source.h"
#include "tools/logman/runner_process.h"
#include "tools/logman/set_options.h"
#include "tools/terminal/program_error.h"

#include <pdh.h>

#include <algorithm>
#include <memory>
#include <utility>

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

/// A run of a set, from its begin to its end.
class SetRun {
  public:
    SetRun(const CollectorSet& set, const SetStore& store, const RunnerHost& host)
        : set_(set), files_(logs_of(set)), store_(store), host_(host) {
        // The last run may have left a file: it is known until another one is open.
        const auto last = store.state(set.name);
        state_.file = last.file;
        state_.is_open = last.is_open;
        state_.process = own_process();
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
        command::Query query;
        return set_.kind == SetKind::alert ? watch(query, period) : write_logs(query, period);
    }

    bool write_logs(command::Query& query, const RunPeriod& period) {
        add_counters(query);
        command::RotatingLog log(files_, query, host_.clocks, log_events(),
            state_.is_open ? state_.file : std::string(), [&](const std::string& file, bool append) {
                return std::make_unique<formats::FormatLog>(
                    file, files_.format, formats::FormatOptions{}, query, append);
            });
        log.open();
        begin_run();
        const bool is_whole = take(log, period, [&] { log.reopen(); });
        log.close();
        return is_whole;
    }

    bool watch(command::Query& query, const RunPeriod& period) {
        AlertSource alert(set_.thresholds, query,
            [this](const Threshold& threshold, const std::string& path, double value) {
                run_command({threshold_text(threshold), path, command::shortest_number(value)});
            });
        begin_run();
        return take(alert, period, [] {});
    }

    bool take(command::SampleSource& source, const RunPeriod& period, std::function<void()> reopen) {
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
        return take_samples(source, platform, schedule, [this](const command::Sample&) { end_sample(); });
    }

    void add_counters(command::Query& query) {
        state_.missing.clear();
        command::MissingCounters missing(host_.console, command::MissingPolicy::report);
        for (const auto& counter : set_.counters) {
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
                if (!set_.command.empty()) {
                    run_command({file});
                }
            },
            [this](const std::string& reason) { begin_failing(reason); },
            [this] { end_failing(); },
            [this](const std::string& file) {
                state_.reason = "The log \"" + file + "\" has the size of -max, " +
                                std::to_string(*set_.megabytes) + " MB.";
                host_.console.write_error_line(state_.reason);
            },
        };
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
    void run_command(const std::vector<std::string>& arguments) {
        const auto reason = host_.run_command(arguments);
        if (!reason.empty()) {
            ++state_.commands_not_run;
            if (++commands_not_run_ == 1) {
                host_.console.write_error_line("The command " + set_.command + " was not run: " + reason);
            }
        }
        const bool is_new = std::exchange(state_.command_failure, reason) != reason;
        if (is_new && commands_not_run_ <= 1) {
            save();
        }
    }

    void end_sample() {
        if (commands_not_run_ > 1) {
            host_.console.write_error_line("The command " + set_.command + " was not run " +
                                           std::to_string(commands_not_run_ - 1) + " more time(s).");
        }
        if (std::exchange(commands_not_run_, 0) > 0) {
            save();
        }
    }

    const CollectorSet& set_;
    const command::LogFiles files_;
    const SetStore& store_;
    const RunnerHost& host_;
    RunState state_;
    ExitStatus exit_ = ExitStatus::done;
    bool is_ready_ = false;
    bool is_saved_ = true;
    std::uint64_t late_records_ = 0;     // since it is failing
    std::uint64_t commands_not_run_ = 0; // in this sample
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
