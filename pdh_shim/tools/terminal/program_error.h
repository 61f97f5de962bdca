// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/terminal/program_end.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace pdh_shim::tools::terminal {

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

} // namespace pdh_shim::tools::terminal
