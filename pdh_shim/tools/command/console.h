// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "platform.h"

#include <string>
#include <string_view>
#include <vector>

namespace command {

/// Writes lines to the console. Control characters are escaped for a terminal.
class Console {
  public:
    /// @param program  the name of the program, for messages on standard error
    /// @param line_end what its lines end with
    Console(Platform& platform, std::string_view program, std::string_view line_end)
        : platform_(platform), program_(program), line_end_(line_end),
          is_terminal_(platform.console_is_terminal()) {}

    /// @throws OutputClosed
    /// @throws WriteFailure
    void write_line(std::string_view line);
    void write_lines(const std::vector<std::string>& lines);

    /// Warns of a counter that is left out, if standard error is a terminal. Windows' program does not warn,
    /// and programs take output on standard error for a crash.
    void warn(std::string_view message);

    /// Writes the line `program: message` to standard error.
    void write_error_line(std::string_view message);

    /// On a terminal, shows a line that the next text replaces; elsewhere nothing.
    void show_for_now(std::string_view line);

    /// Asks whether an existing file may be overwritten.
    [[nodiscard]] bool may_overwrite(const std::string& name);

  private:
    [[nodiscard]] std::string shown(std::string_view text) const;
    void write(std::string_view text);

    Platform& platform_;
    std::string program_;
    std::string line_end_;
    bool is_terminal_;
    std::size_t shown_for_now_ = 0; // columns
};

} // namespace command
