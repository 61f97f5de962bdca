// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/arguments.h"
#include "tools/logman/collector_set.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::logman {

/// The options that change a set, on the command line and in its file, with their help.
[[nodiscard]] std::span<const command::OptionRow<CollectorSet>> set_options();

/// @throws terminal::UsageError
void apply_options(
    CollectorSet& set, const std::vector<command::GivenOption>& given, const command::ReadFile& read_file);

/// Leaves out what has no meaning beside the rest of a set, as a template or a script for Windows may have
/// it.
/// @return a sentence for each
[[nodiscard]] std::vector<std::string> leave_out_meaningless(CollectorSet& set);

/// Refuses what does not go together.
/// @throws terminal::UsageError
void check_set(const CollectorSet& set);

/// What a set needs before it can be started, a sentence; empty = nothing.
[[nodiscard]] std::string what_is_missing(const CollectorSet& set);

/// Whether a set writes files, not into a database or nothing at all.
[[nodiscard]] bool has_files(const CollectorSet& set);

/// Whether a set runs programs.
[[nodiscard]] bool has_programs(const CollectorSet& set);

/// The words of -targ: blanks separate them, and double quotes keep blanks together.
/// @throws terminal::UsageError a quote has no end
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);

/// The logs that a set writes: those without -v have numbers, unless a log that exists is appended to or
/// replaced, or the log is circular or in a database. As on Windows, each start begins another file. What a
/// database has in place of a size is not in them: see CollectorSet::megabytes.
[[nodiscard]] command::LogFiles logs_of(const CollectorSet& set);

/// A name is a part of the names of files: it has no slash, begins without a point, and has 1 to 200
/// bytes, none of which is a control character.
/// @throws terminal::UsageError
void check_set_name(const std::string& name);
[[nodiscard]] bool is_set_name(const std::string& name);

/// A threshold, `PATH>N` or `PATH<N`.
/// @throws terminal::UsageError
[[nodiscard]] Threshold parse_threshold(const std::string& text);
[[nodiscard]] std::string threshold_text(const Threshold& threshold);

} // namespace pdh_shim::tools::logman
