// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace pdh_shim::tools::terminal {

/// The exit statuses of every program. TOOLS.md has the table, exit_statuses() the same for `--help`.
enum class ExitStatus {
    done = 0,
    cannot = 1,
    usage = 2,        ///< the command line is wrong
    losses = 3,       ///< done, but something that was asked for is missing in the output
    nothing = 4,      ///< there is nothing to do
    interrupted = 130 ///< stopped by the user before the end; what a shell says of Ctrl+C
};

/// Lines for `--help`: a heading after an empty line, and the statuses that a program uses.
[[nodiscard]] std::vector<std::string> exit_statuses(const std::vector<ExitStatus>& used);

class ProgramError;

/// Runs a program, reports what it throws, and returns its exit status. Every program ends through this
/// function.
/// @param execute     throws the errors of this header
/// @param say         writes why it failed, where errors are expected
/// @param say_on_stderr the same on standard error, for output that cannot be written
/// @return the exit status
[[nodiscard]] int run_to_the_end(const std::function<ExitStatus()>& execute,
    const std::function<void(const ProgramError& error)>& say,
    const std::function<void(const std::string& text)>& say_on_stderr);

/// What Windows' own program says and ends with in place of an error of ours, where that is known.
struct WindowsError {
    std::string_view text = {}; ///< of a status, for the line after `Error:`; a literal
    std::uint32_t status = 0;   ///< the exit status; 0 = that of the error
};

/// Ends the program with this text and an exit status.
class ProgramError : public std::runtime_error {
  public:
    explicit ProgramError(
        const std::string& text, ExitStatus status = ExitStatus::cannot, WindowsError on_windows = {})
        : std::runtime_error(text), status_(status), on_windows_(on_windows) {}

    [[nodiscard]] ExitStatus status() const noexcept { return status_; }
    [[nodiscard]] const WindowsError& on_windows() const noexcept { return on_windows_; }

  private:
    ExitStatus status_;
    WindowsError on_windows_;
};

/// The command line or a settings file is wrong.
class UsageError : public ProgramError {
  public:
    explicit UsageError(const std::string& text) : ProgramError(text, ExitStatus::usage) {}
};

/// A file or standard output cannot be written: ends the program with this text on standard error.
class OutputError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The reader of the output is gone: ends the program without a message. This is not an error, so it is not a
/// std::exception.
class OutputClosed {};

/// What a write to standard output returned. @throws OutputClosed @throws OutputError
inline void check_output(const std::error_code& error) {
    if (error == std::errc::broken_pipe) {
        throw OutputClosed();
    }
    if (error) {
        throw OutputError("Standard output cannot be written: " + error.message() + ".");
    }
}

/// Call this first: it gives closed standard streams a file that can be neither read nor
/// written, so that no file opened later gets their numbers.
void reserve_standard_descriptors();

/// Writes all of a text at once.
/// @return why it was not written; `std::errc::broken_pipe` if the reader is gone
[[nodiscard]] std::error_code write_all(int descriptor, std::string_view text);

/// What a program answers to `--version`, without the end of the line.
[[nodiscard]] std::string version_line(std::string_view program);

} // namespace pdh_shim::tools::terminal
