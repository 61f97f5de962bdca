// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/platform.h"
#include "tools/terminal/program_end.h"

#include <cstddef>
#include <functional>
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

/// Runs a program: makes the console that its audience expects, calls `execute`, and reports what that
/// throws, as terminal::run_to_the_end() does.
/// @param own_name   its name on this system; programs for Windows start it by another one
/// @param started_as the name by which it was started, with or without a folder
/// @param execute    throws the errors of program_end.h
/// @return its exit status
[[nodiscard]] int run_program(std::string_view own_name, std::string_view started_as, Platform& platform,
    const std::function<terminal::ExitStatus(Console& console)>& execute);

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
