// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace pdh_shim::tools::logman {

/// A program that has ended.
struct FinishedProgram {
    int status = 127;   ///< 127: it was not found; 128 and more: a signal ended it
    std::string output; ///< standard output and standard error
};

/// Runs a program that PATH finds, without a shell, to its end.
/// @param words its name and its arguments
[[nodiscard]] FinishedProgram finish_program(const std::vector<std::string>& words);

/// The addresses of words as exec() takes them; valid as long as the words are not changed.
[[nodiscard]] std::vector<char*> exec_arguments(std::vector<std::string>& words);

[[nodiscard]] bool user_exists(const std::string& user);

/// Whether this process has the rights of a user already.
[[nodiscard]] bool is_own_user(const std::string& user);

/// When files are closed: now, or when this process becomes another program.
enum class ClosingTime { now, at_exec };

/// Closes all descriptors from a number on. Safe after fork().
void close_files(int first, ClosingTime time);

/// Identifies this process, also when a later one has the same number.
[[nodiscard]] std::string own_process();

/// The process of such a text; none if it is gone.
[[nodiscard]] std::optional<pid_t> living_process(std::string_view text);

/// Whether the process of such a text ran before this computer was started the last time.
[[nodiscard]] bool is_of_another_boot(std::string_view text);

/// Sends SIGTERM to the runner of a set if it is this user's logman.
/// @param is_runner whether it still is the runner, asked when its number cannot become that of another
/// process
/// @return why it was not asked; empty if it was, or is gone
[[nodiscard]] std::string terminate_runner(pid_t process, const std::function<bool()>& is_runner);

/// The file of this program.
/// @throws terminal::ProgramError the system does not say it
[[nodiscard]] std::string own_executable();

/// Starts a program in a session of its own, without a terminal, that goes on when this one ends.
/// @return what it wrote to standard error until it called enter_background() or ended
/// @throws terminal::ProgramError
[[nodiscard]] std::string start_in_background(
    const std::string& executable, const std::vector<std::string>& arguments);

/// The file of the messages of a run, to append to; /dev/null if it cannot be opened. @return a descriptor
[[nodiscard]] int open_messages(const std::string& messages_file);

/// Of the program that was started: until enter_background() no process that it starts gets its standard
/// error, for the end of which start_in_background() waits.
void keep_messages();

/// Of the program that was started: from now on a file gets its messages.
void enter_background(const std::string& messages_file);

} // namespace pdh_shim::tools::logman
