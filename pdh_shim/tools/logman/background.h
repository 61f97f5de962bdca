// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pdh_shim::tools::logman {

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

/// Of the program that was started: from now on a file gets its messages.
void enter_background(const std::string& messages_file);

} // namespace pdh_shim::tools::logman
