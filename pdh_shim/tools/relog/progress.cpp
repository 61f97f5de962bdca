// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/progress.h"

#include "tools/terminal/program_error.h"

#include <algorithm>

namespace pdh_shim::tools::relog {

namespace {

constexpr std::chrono::milliseconds interval(100);
constexpr std::size_t bar_width = 40;

double fraction_of(std::int64_t time, std::int64_t begin, std::int64_t end) {
    if (end <= begin) {
        return 0;
    }
    return std::clamp(static_cast<double>(time - begin) / static_cast<double>(end - begin), 0.0, 1.0);
}

} // namespace

void end_if_stopped(command::Platform& platform) {
    if (command::is_stop_requested(platform)) {
        throw terminal::ProgramError(
            "It was stopped before anything was written.", terminal::ExitStatus::interrupted);
    }
}

std::string percentage(double fraction) {
    const auto hundredths = static_cast<int>(fraction * 10'000);
    const auto decimals = std::to_string(hundredths % 100);
    return std::to_string(hundredths / 100) + '.' + std::string(2 - decimals.size(), '0') + decimals + '%';
}

std::string bar(double fraction) {
    const auto full = static_cast<std::size_t>(fraction * static_cast<double>(bar_width));
    return '[' + std::string(full, '#') + std::string(bar_width - full, ' ') + "] " + percentage(fraction);
}

void Progress::show(std::int64_t time) {
    next_ = platform_.now() + interval;
    console_.show_for_now(bar(fraction_of(time, begin_, end_)));
}

void Progress::finish() {
    console_.write_line(percentage(1));
}

} // namespace pdh_shim::tools::relog
