// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/arguments.h"
#include "tools/logman/collector_set.h"

#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::logman {

enum class Verb { create, update, remove, start, stop, query, import_set, export_set, run, help, version };

/// A command line of logman.
struct CommandLine {
    Verb verb = Verb::query;
    SetKind kind = SetKind::counter;           ///< of `create`
    std::string name;                          ///< of the set; empty = all of them, for `query`
    std::vector<command::GivenOption> changes; ///< of the set
    std::vector<std::string> negated;          ///< options with a second `-`
    std::string xml;                           ///< the file of -xml
    bool is_system = false;                    ///< --system: a set of the system
    bool yes_to_all = false;                   ///< -y
    bool is_background = false;                ///< of `run`: nobody sees its messages
};

/// @throws terminal::UsageError
[[nodiscard]] CommandLine parse_arguments(
    const std::vector<std::string>& arguments, const command::ReadFile& read_file);

/// The lines that --help shows.
[[nodiscard]] std::vector<std::string> help_lines();

/// The changes that a command line made, as the program says them: a sentence each.
struct ChangeNotes {
    std::vector<std::string> left_out; ///< what was asked for, and has no meaning in this set
    std::vector<std::string> remarks;
};

/// Makes the changes of a command line.
/// @param usual_output where the set writes a log if the user does not say it
/// @throws terminal::UsageError
[[nodiscard]] ChangeNotes change_set(CollectorSet& set, const CommandLine& line,
    const command::ReadFile& read_file, const std::string& usual_output);

/// Whether an option of the command line is given.
[[nodiscard]] bool is_given(const CommandLine& line, std::string_view option);

} // namespace pdh_shim::tools::logman
