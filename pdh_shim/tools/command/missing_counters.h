// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/terminal/program_end.h"

#include <cstddef>
#include <string>
#include <vector>

namespace pdh_shim::tools::command {

/// The value of -missing: whether counters that do not exist are reported.
enum class MissingPolicy { report, ignore };

/// The value of -missing.
/// @throws terminal::UsageError
[[nodiscard]] MissingPolicy parse_missing_policy(const std::string& word);

/// A counter that does not exist.
struct MissingCounter {
    std::string path; ///< as the user wrote it
    std::string why;
};

/// The counters that a program was asked for, and that its output does not have.
class MissingCounters {
  public:
    /// @param says_all false: only the first ten are said, and say_number_of_others() says how many others
    /// there are
    MissingCounters(Console& console, MissingPolicy missing, bool says_all = true)
        : console_(console), missing_(missing), says_all_(says_all) {}

    /// Whether leave_out() says the next counter, and so needs to know why it is left out.
    [[nodiscard]] bool says_next() const { return says_all_ || all_.size() < most_said; }

    /// Says that a counter is left out, and why.
    void leave_out(const std::string& counter, const std::string& why);

    /// The same for one that exists, see Query::refused(): also if missing ones are not reported.
    void refuse(const std::string& counter, const std::string& why);

    [[nodiscard]] const std::vector<MissingCounter>& all() const { return all_; }

    /// Says something else of a counter whose values are missing.
    void say(const std::string& text);

    /// Call it after the last counter.
    void say_number_of_others();

    /// ExitStatus::losses if a counter was left out; for Audience::windows always ExitStatus::done, because
    /// Windows' programs do not report it.
    [[nodiscard]] terminal::ExitStatus status() const;

  private:
    static constexpr std::size_t most_said = 10;

    Console& console_;
    MissingPolicy missing_;
    bool says_all_;
    std::vector<MissingCounter> all_;
    bool has_refused_ = false;
};

} // namespace pdh_shim::tools::command
