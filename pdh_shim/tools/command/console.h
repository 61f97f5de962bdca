// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/platform.h"

#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::command {

/// For whom a program writes. Programs for Windows start it by the name that it has there: their lines end
/// with CR LF, and they expect everything on standard output, and take a line on standard error for a crash.
enum class Reader { system, windows };

/// Writes what was asked for to standard output, and what the program says of itself to standard error.
/// Control characters are escaped for a terminal.
class Console {
  public:
    /// @param program  the name of the program, for messages on standard error
    Console(Platform& platform, std::string_view program, Reader reader)
        : platform_(platform), program_(program), reader_(reader),
          line_end_(reader == Reader::windows ? "\r\n" : platform.line_end()),
          is_terminal_(platform.console_is_terminal()) {}

    /// @throws terminal::OutputClosed
    /// @throws terminal::OutputError
    void write_line(std::string_view line);
    void write_lines(const std::vector<std::string>& lines);

    /// The lines that end a run, on standard error; for Reader::windows on standard output.
    void write_end(const std::vector<std::string>& lines);

    /// Says why the program fails, as write_end() does.
    void write_failure(std::string_view message);

    /// Says what is missing in the output, on standard error. For Reader::windows only if that is a terminal:
    /// Windows' program says nothing.
    void warn(std::string_view message);

    /// Writes the line `program: message` to standard error.
    void write_error_line(std::string_view message);

    /// On a terminal, shows a line that the next text replaces; elsewhere nothing.
    void show_for_now(std::string_view line);

    /// Asks whether an existing file may be overwritten, as write_end() writes.
    [[nodiscard]] bool may_overwrite(const std::string& name);

    [[nodiscard]] Reader reader() const noexcept { return reader_; }

  private:
    [[nodiscard]] std::string shown(std::string_view text) const;
    void write(std::string_view text);

    Platform& platform_;
    std::string program_;
    Reader reader_;
    std::string line_end_;
    bool is_terminal_;
    std::size_t shown_for_now_ = 0; // columns
};

} // namespace pdh_shim::tools::command
