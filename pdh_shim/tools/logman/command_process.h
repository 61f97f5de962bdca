// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pdh_shim::tools::logman {

/// Starts a program without a shell, and does not wait for it. It reads nothing, writes to standard error,
/// and gets no other file that is open here. Root starts only what nobody else can change.
/// @param program   absolute path
/// @param arguments behind the name of the program
/// @param user      whose rights it gets, with all groups of that user and an environment that has nothing of
///                  this process; empty = those of this process
/// @return why it was not started; empty if it was
[[nodiscard]] std::string start_program(
    const std::string& program, const std::vector<std::string>& arguments, const std::string& user);

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

/// Keeps the files that are open from a program that this process becomes by exec(), but for the standard
/// ones. Safe after fork().
void close_files_at_exec();

/// Forgets the programs that have ended.
void reap_programs();

} // namespace pdh_shim::tools::logman
