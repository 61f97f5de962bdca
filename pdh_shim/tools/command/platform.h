// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace pdh_shim::tools::command {

/// Why a wait ended.
enum class WakeReason { time_reached, stop_requested, console_closed, reopen_requested };

/// The local time zone, as the header of a text log names it.
struct TimeZone {
    std::string name;
    int bias_minutes = 0; ///< UTC = local time + bias
};

/// The operating system as typeperf and relog use it: time, signals, the console and the time zone.
class Platform : boost::noncopyable {
  public:
    virtual ~Platform() = default;

    /// Time of a clock that never goes back, and goes on while the computer is suspended.
    [[nodiscard]] virtual std::chrono::nanoseconds now() = 0;

    /// Waits until the clock shows `deadline`, the user stops the program (Ctrl+C, SIGTERM) or, if
    /// `watch_console`, the reader of the console output is gone.
    [[nodiscard]] virtual WakeReason wait_until(std::chrono::nanoseconds deadline, bool watch_console) = 0;

    /// From now on SIGHUP ends a wait with `reopen_requested`: rotated logs are opened again. If it comes
    /// because the terminal of the program is gone, it is a stop. It stays ignored where it is (nohup).
    virtual void reopen_on_hangup() = 0;

    /// Writes bytes to the console as they are and at once.
    /// @return why they were not written; `std::errc::broken_pipe` if the reader is gone
    [[nodiscard]] virtual std::error_code write_console(std::string_view text) = 0;

    /// The line end of the system's own programs.
    [[nodiscard]] virtual std::string_view line_end() const = 0;

    [[nodiscard]] virtual bool console_is_terminal() const = 0;

    /// Whether standard error is a terminal. Programs that run this one expect nothing there.
    [[nodiscard]] virtual bool errors_are_terminal() const = 0;

    /// Writes bytes to standard error, if they can be written.
    virtual void write_error(std::string_view text) = 0;

    /// A line that the user types, without its end; none at the end of the input.
    [[nodiscard]] virtual std::optional<std::string> read_console_line() = 0;

    [[nodiscard]] virtual TimeZone time_zone() = 0;

    /// Says which zone is meant for logs that do not say theirs: minutes, `UTC` or, where the system knows
    /// them, the name of one (`Europe/Berlin`), which is then that of this process. Before the library is
    /// used.
    /// @return whether there is such a zone
    [[nodiscard]] virtual bool assume_log_zone(const std::string& zone) = 0;
};

/// Sets a variable of this program's own environment, from which the library reads its settings when it is
/// first used. Before the first thread.
void set_environment(const std::string& name, const std::string& value);

/// Whether the user stops the program, without waiting.
[[nodiscard]] inline bool is_stop_requested(Platform& platform) {
    return platform.wait_until(platform.now(), false) == WakeReason::stop_requested;
}

/// The platform of this program. From now on Ctrl+C and similar signals only end a wait. A second one ends
/// the program.
[[nodiscard]] std::unique_ptr<Platform> start_platform();

} // namespace pdh_shim::tools::command
