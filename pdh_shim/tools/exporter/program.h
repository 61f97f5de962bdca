// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/exporter/server.h"
#include "tools/terminal/program_end.h"

#include <functional>
#include <string>
#include <vector>

namespace pdh_shim::tools::exporter {

enum class Mode { serve, check, list, textfile, help, version };

struct Options {
    Mode mode = Mode::serve;
    ListenOptions listen = {};
    std::string config = {};   ///< a file; empty = none
    std::string web = {};      ///< a file; empty = none
    std::string textfile = {}; ///< `-` = standard output
};

/// `--name VALUE` and `--name=VALUE`. @throws terminal::UsageError
[[nodiscard]] Options parse_options(const std::vector<std::string>& arguments);

/// The text of `--help`.
[[nodiscard]] std::string help();

/// Runs the program.
/// @param write  writes to standard output
/// @param log    writes a line to standard error, from any thread
/// @throws terminal::ProgramError
[[nodiscard]] terminal::ExitStatus run(const Options& options,
    const std::function<void(const std::string& text)>& write, const Worker::Log& log);

} // namespace pdh_shim::tools::exporter
