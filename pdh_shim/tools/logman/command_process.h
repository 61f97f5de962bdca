// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pdh_shim::tools::logman {

/// Starts a program without a shell, and does not wait for it. It reads nothing, and writes to standard
/// error. Root starts only what nobody else can change.
/// @param program   absolute path
/// @param arguments behind the name of the program
/// @param user      whose rights it gets, with all groups of that user; empty = those of this process
/// @return why it was not started; empty if it was
[[nodiscard]] std::string start_program(
    const std::string& program, const std::vector<std::string>& arguments, const std::string& user);

/// Forgets the programs that have ended.
void reap_programs();

} // namespace pdh_shim::tools::logman
