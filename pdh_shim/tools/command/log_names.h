// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/log_files.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pdh_shim::tools::command {

/// The extension of a log's name, with its dot; empty for databases.
[[nodiscard]] std::string extension_of(OutputFormat format);

/// How the logs of a program are told apart: as they say, or by numbers if there are several.
[[nodiscard]] Versioning versioning_of(const LogFiles& files);

/// The names of the logs that a program writes, one after the other. None of them is that of a file that
/// exists, unless there is only one.
class LogNames {
  public:
    using Exists = std::function<bool(const std::string& name)>;

    /// @param folder the names of the files in the folder of the output: numbers go on behind them
    LogNames(const LogFiles& files, const std::vector<std::string>& folder);

    /// The name of the file that begins now.
    /// @param local_time a FILETIME
    [[nodiscard]] std::string next(std::int64_t local_time, const Exists& exists);

    /// From now on the names have numbers.
    void number() { versioning_ = Versioning::number; }

    /// Whether the name is one of theirs, or one with a number.
    [[nodiscard]] bool has(const std::string& name) const;

  private:
    Versioning versioning_;
    std::string stem_;
    std::string extension_;
    std::uint64_t number_ = 0; // of the last file
};

} // namespace pdh_shim::tools::command
