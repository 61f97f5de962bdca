#pragma once

#include "console.h"

#include <fstream>
#include <string>
#include <string_view>

namespace typeperf {

/// The file of -o.
class OutputFile {
  public:
    /// Creates the file, or empties an existing one after asking the user, unless he said yes to all
    /// questions.
    /// @throws Failure
    OutputFile(const std::string& name, bool yes_to_all, Console& console);

    /// Appends text at once.
    /// @throws Failure
    void write(std::string_view text);

  private:
    std::string name_;
    std::ofstream stream_;
};

} // namespace typeperf
