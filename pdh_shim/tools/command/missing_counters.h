// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/terminal/program_end.h"

#include <string>

namespace pdh_shim::tools::command {

/// What -missing says of counters that do not exist.
enum class Missing { report, ignore };

/// The value of -missing.
/// @throws terminal::UsageError
[[nodiscard]] Missing parse_missing(const std::string& word);

/// The counters that a program was asked for, and that its output does not have.
class MissingCounters {
  public:
    MissingCounters(Console& console, Missing missing) : console_(console), missing_(missing) {}

    /// Says that a counter is left out, and why.
    void leave_out(const std::string& counter, const std::string& why);

    /// Says something else of a counter whose values are missing.
    void say(const std::string& text);

    /// Exit::losses if a counter was left out, and this matters to the reader: Windows' programs take no
    /// notice of it.
    [[nodiscard]] terminal::Exit status() const;

  private:
    Console& console_;
    Missing missing_;
    bool has_any_ = false;
};

} // namespace pdh_shim::tools::command
