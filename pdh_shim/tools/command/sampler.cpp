// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/sampler.h"

#include "tools/terminal/program_error.h"

#include <algorithm>

namespace pdh_shim::tools::command {

namespace {

using std::chrono::nanoseconds;

// The first time of the grid after `last` that is not in the past.
nanoseconds next_deadline(nanoseconds last, nanoseconds interval, nanoseconds now) {
    const auto steps = (now - last + interval - nanoseconds(1)) / interval; // rounded up
    return last + interval * std::max<std::int64_t>(steps, 1);
}

// Waits for the time of the next sample.
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

} // namespace

bool take_samples(SampleSource& source, Platform& platform, const Schedule& schedule,
    const std::function<void(const Sample&)>& write) {
    Sample sample;
    auto deadline = platform.now();
    bool goes_on = source.collect(sample);
    for (std::uint64_t taken = 0; goes_on && (!schedule.samples || taken < *schedule.samples); ++taken) {
        deadline = next_deadline(deadline, schedule.interval, platform.now());
        const bool is_over = schedule.end && deadline > *schedule.end;
        if (!is_reached(is_over ? *schedule.end : deadline, platform, schedule)) {
            return !schedule.samples && !schedule.end;
        }
        if (is_over) {
            return true;
        }
        goes_on = source.collect(sample);
        if (goes_on) {
            write(sample);
        }
    }
    return true;
}

} // namespace pdh_shim::tools::command
