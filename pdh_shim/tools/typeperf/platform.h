#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace typeperf {

/// Why a wait is over.
enum class Wake { time_reached, stop_requested, console_closed };

/// The local time zone as log files name it.
struct TimeZone {
    std::string name;
    int bias_minutes = 0; ///< UTC = local time + bias
};

/// What the program needs of the operating system.
class Platform {
  public:
    Platform() = default;
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;
    Platform(Platform&&) = delete;
    Platform& operator=(Platform&&) = delete;
    virtual ~Platform() = default;

    /// Reading of a clock that only goes forward.
    [[nodiscard]] virtual std::chrono::nanoseconds now() = 0;

    /// Waits until the clock shows `deadline`, the user stops the program (Ctrl+C, SIGTERM) or, if
    /// `watch_console`, nobody reads the console output any more.
    [[nodiscard]] virtual Wake wait_until(std::chrono::nanoseconds deadline, bool watch_console) = 0;

    /// Writes bytes to the console as they are and at once.
    /// @return why they were not written; `std::errc::broken_pipe` when nobody reads them any more
    [[nodiscard]] virtual std::error_code write_console(std::string_view text) = 0;

    /// What ends a line of the system's own programs.
    [[nodiscard]] virtual std::string_view line_end() const = 0;

    [[nodiscard]] virtual bool console_is_terminal() const = 0;

    /// Whether standard error, on which programs that run this one expect nothing, is read by a person.
    [[nodiscard]] virtual bool errors_are_terminal() const = 0;

    /// Writes bytes to standard error, if they can be written.
    virtual void write_error(std::string_view text) = 0;

    /// A line that the user types, without its end; none at the end of the input.
    [[nodiscard]] virtual std::optional<std::string> read_console_line() = 0;

    [[nodiscard]] virtual TimeZone time_zone() = 0;
};

/// The platform this program runs on; from here on Ctrl+C and its like only end a wait. A second one ends the
/// program.
[[nodiscard]] std::unique_ptr<Platform> start_platform();

} // namespace typeperf
