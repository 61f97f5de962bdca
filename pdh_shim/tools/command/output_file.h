#pragma once

#include "console.h"

#include <fstream>
#include <initializer_list>
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
    /// @throws Failure
    OutputFile(const std::string& name, bool yes_to_all, Console& console);

    /// Appends bytes at once.
    /// @throws WriteFailure
    void write(std::string_view bytes);

    /// Appends a line, or several, that end with CR and LF: programs on Windows read these files too.
    /// @throws WriteFailure
    void write_line(std::string_view line);
    void write_lines(const std::vector<std::string>& lines);

  private:
    void write_parts(std::initializer_list<std::string_view> parts);

    std::string name_;
    std::ofstream stream_;
};

} // namespace command
