// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "console.h"
#include "file_to_write.h"

#include <string>
#include <string_view>
#include <vector>

namespace command {

/// Asks the user whether an existing file may be overwritten, unless -y answers all questions with yes.
/// @throws Failure it may not
void confirm_overwrite(const std::string& name, bool yes_to_all, Console& console);

/// The file of -o.
class OutputFile {
  public:
    /// Creates the file, or empties an existing one after confirm_overwrite().
    /// @throws Failure also when somebody else is writing the file
    OutputFile(const std::string& name, bool yes_to_all, Console& console);

    /// Appends bytes at once.
    /// @throws WriteFailure
    void write(std::string_view bytes);

    /// Appends a line, or several, that end with CR and LF: programs on Windows read these files too.
    /// @throws WriteFailure
    void write_line(std::string line);
    void write_lines(const std::vector<std::string>& lines);

    /// Writes the line that the file begins with. If somebody empties the file, as logrotate does with
    /// `copytruncate`, the line is written again before what comes next.
    /// @throws WriteFailure
    void write_head(std::string line);

  private:
    std::string name_;
    FileToWrite file_;
    std::string head_;
};

} // namespace command
