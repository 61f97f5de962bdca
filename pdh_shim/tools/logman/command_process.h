// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
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

} // namespace pdh_shim::tools::logman
