// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/sampler.h"

#include "tools/terminal/program_end.h"

#include <algorithm>

namespace pdh_shim::tools::command {

namespace {

using std::chrono::nanoseconds;

// The first time of the grid after `last` that is not in the past.
nanoseconds next_deadline(nanoseconds last, nanoseconds interval, nanoseconds now) {
    const auto steps = (now - last + interval - nanoseconds(1)) / interval; // rounded up
    return last + interval * std::max<std::int64_t>(steps, 1);
}

// Waits, and meets requests to open the output again. @return false if it was stopped
bool is_reached(nanoseconds deadline, Platform& platform, const Schedule& schedule) {
    auto wake = platform.wait_until(deadline, schedule.stops_with_console);
    while (wake == WakeReason::reopen_requested) {
        schedule.reopen();
        wake = platform.wait_until(deadline, schedule.stops_with_console);
    }
    if (wake == WakeReason::console_closed) {
        throw terminal::OutputClosed();
    }
    return wake == WakeReason::time_reached;
}

enum class Wait { sample, end, stop };

// Waits for the time of the next sample, or for the end, which is asked for anew after each step.
Wait wait_for_sample(nanoseconds deadline, Platform& platform, const Schedule& schedule) {
    bool is_due = false;
    while (!is_due) {
        const auto until_sample = deadline - platform.now();
        const auto left = schedule.time_left ? schedule.time_left() : until_sample;
        if (left < until_sample && left <= nanoseconds(0)) {
            return Wait::end;
        }
        is_due = left >= until_sample;
        if (!is_reached(is_due ? deadline : platform.now() + left, platform, schedule)) {
            return Wait::stop;
        }
    }
    return schedule.time_left && schedule.time_left() < nanoseconds(0) ? Wait::end : Wait::sample;
}

// Waits for the next time of the grid. If the computer was suspended until long after it, the one after that
// is waited for: only once, so that a computer that is too slow has samples too.
Wait wait_for_grid(nanoseconds& deadline, Platform& platform, const Schedule& schedule) {
    const auto wait_for_next = [&] {
        deadline = next_deadline(deadline, schedule.interval, platform.now());
        return wait_for_sample(deadline, platform, schedule);
    };
    const auto wait = wait_for_next();
    const bool is_missed = wait == Wait::sample && platform.now() - deadline >= schedule.interval;
    return is_missed ? wait_for_next() : wait;
}

} // namespace

bool take_samples(
    Platform& platform, const Schedule& schedule, const std::function<bool(bool is_first)>& take) {
    auto deadline = platform.now();
    bool goes_on = take(true);
    for (std::uint64_t taken = 0; goes_on && (!schedule.samples || taken < *schedule.samples); ++taken) {
        const auto wait = wait_for_grid(deadline, platform, schedule);
        if (wait != Wait::sample) {
            return wait == Wait::end || (!schedule.samples && !schedule.time_left);
        }
        goes_on = take(false);
    }
    return true;
}

} // namespace pdh_shim::tools::command
