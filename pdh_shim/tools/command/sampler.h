// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/platform.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace pdh_shim::tools::command {

struct Schedule {
    std::chrono::nanoseconds interval;
    std::optional<std::uint64_t> samples; ///< none = until stopped
    bool stops_with_console = true;       ///< the rows go to the console
    std::function<void()> reopen = {}; ///< opens the output again, if Platform::reopen_on_hangup() was called
    /// The time that is left for samples, which may follow a clock that is set; NULL = no end.
    std::function<std::chrono::nanoseconds()> time_left = nullptr;
};

/// Takes samples at start + interval, start + 2 * interval and so on; a time that passes while the program is
/// busy or suspended is left out. One more sample is taken at the start, for counters that are computed from
/// two. Ends after the given number, at the given time, at the end of the source, or when stopped.
/// @param take takes a sample, and has it written unless it is the first; false = there are no more
/// @return whether it has what was asked for: false if it was stopped before the given number or time
/// @throws terminal::OutputClosed the console is closed
[[nodiscard]] bool take_samples(
    Platform& platform, const Schedule& schedule, const std::function<bool(bool is_first)>& take);

} // namespace pdh_shim::tools::command
