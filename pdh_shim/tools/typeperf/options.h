// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/arguments.h"
#include "tools/command/console.h"
#include "tools/command/output_file.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::tools::typeperf {

enum class Mode { sample, list_counters, list_instances, help, version };

/// The options of the user.
struct Options {
    Mode mode = Mode::sample;
    std::vector<std::string> counters; ///< as typed, or as they are in the file of -cf
    bool browse = false;               ///< -b: counters are chosen in a dialog too
    std::string object;                ///< of -q and -qx; empty = all
    command::OutputFormat format = command::OutputFormat::csv; ///< -f
    std::chrono::milliseconds interval{1000};                  ///< -si
    std::optional<std::uint64_t> samples;                      ///< -sc; none = until stopped
    std::string output;                                        ///< -o; empty = the console
    std::optional<std::uint64_t> megabytes;                    ///< -max; none = no limit
    std::optional<std::chrono::seconds> segment;               ///< -cnf; the same
    std::string capture;                                       ///< -capture; empty = none
    std::string computer;    ///< -s, without leading backslashes; empty = this one
    bool yes_to_all = false; ///< -y
    command::MissingPolicy missing = command::MissingPolicy::report;
    bool verbose = false;          ///< -v: names all counters that are left out
    bool with_raw = false;         ///< -raw
    bool epoch = false;            ///< -epoch
    bool for_spreadsheets = false; ///< -spreadsheet
};

/// Counters need no option.
/// @throws terminal::ProgramError
[[nodiscard]] Options parse_options(
    const std::vector<std::string>& arguments, const command::ReadFile& read_file);

/// The lines that --help shows.
[[nodiscard]] std::vector<std::string> help_lines();

} // namespace pdh_shim::tools::typeperf
