// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/arguments.h"
#include "tools/logman/collector_set.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::logman {

/// What an option does to a set, and what it does if a second `-` negates it.
struct SetOption {
    command::OptionSpec spec;
    void (*apply)(
        CollectorSet& set, const std::vector<std::string>& values, const command::ReadFile& read_file);
    void (*negate)(CollectorSet& set) = nullptr; ///< NULL: it cannot be negated
};

/// The options that change a set, on the command line and in its file.
[[nodiscard]] std::span<const SetOption> set_options();

/// @throws terminal::UsageError
void apply_options(
    CollectorSet& set, const std::vector<command::GivenOption>& given, const command::ReadFile& read_file);

/// Refuses what does not go together.
/// @throws terminal::UsageError
void check_set(const CollectorSet& set);

/// The logs that a set writes: those without -v have numbers, unless a log that exists is appended to or
/// replaced, or the log is circular or in a database. As on Windows, each start begins another file.
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
