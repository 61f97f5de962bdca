// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/platform.h"

#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::command {

/// Who reads what a program writes: this system's users and programs, or a program for Windows, which started
/// it by the name that it has there. Such a program expects CR LF at the end of a line and everything on
/// standard output, and takes a line on standard error for a crash.
enum class Audience { system, windows };

/// The standard output and standard error of a program: results go to the first, messages about the program
/// itself to the second. Control characters are escaped for a terminal.
class Console {
  public:
    /// @param program  the name of the program, for messages on standard error
    Console(Platform& platform, std::string_view program, Audience audience)
        : platform_(platform), program_(program), audience_(audience),
          line_end_(audience == Audience::windows ? "\r\n" : platform.line_end()),
          is_terminal_(platform.console_is_terminal()) {}

    /// @throws terminal::OutputClosed
    /// @throws terminal::OutputError
    void write_line(std::string_view line);
    void write_lines(const std::vector<std::string>& lines);

    /// From now on standard output has only what write_data() writes, and everything else goes to standard
    /// error.
    void reserve_output_for_data() { is_output_data_ = true; }

    /// Writes bytes to standard output, as they are unless it is a terminal.
    /// @throws terminal::OutputClosed
    /// @throws terminal::OutputError
    void write_data(std::string_view bytes);

    /// The lines that end a run, on standard error; for Audience::windows on standard output.
    void write_end(const std::vector<std::string>& lines);

    /// Says why the program fails, as write_end() does.
    /// @param status_text what Audience::windows reads in place of the message, if it is a status
    void write_failure(std::string_view message, std::string_view status_text = {});

    /// Says what is missing in the output, on standard error. For Audience::windows only if that is a
    /// terminal: Windows' program says nothing.
    void warn(std::string_view message);

    /// Writes the line `program: message` to standard error.
    void write_error_line(std::string_view message);

    /// On a terminal, shows a line that the next text replaces; elsewhere nothing.
    void show_for_now(std::string_view line);

    /// Asks whether an existing file may be overwritten, as write_end() writes.
    [[nodiscard]] bool may_overwrite(const std::string& name);

    [[nodiscard]] Audience audience() const noexcept { return audience_; }

  private:
    [[nodiscard]] std::string shown(std::string_view text) const;
    void write(std::string_view text);

    Platform& platform_;
    std::string program_;
    Audience audience_;
    std::string line_end_;
    bool is_terminal_;
    std::size_t shown_for_now_ = 0; // columns
    bool is_output_data_ = false;
};

} // namespace pdh_shim::tools::command
