// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/logman/collector_set.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pdh_shim::tools::logman {

/// How the files of a set are told apart: as the set says, or by numbers if it writes several.
[[nodiscard]] Versioning versioning_of(const CollectorSet& set);

/// The names of the files that a set writes, one after the other. None of them is that of a file that exists,
/// unless the set has only one.
class FileNames {
  public:
    using Exists = std::function<bool(const std::string& name)>;

    /// @param folder the names of the files in the folder of the output: numbers go on behind them
    FileNames(const CollectorSet& set, const std::vector<std::string>& folder);

    /// The name of the file that begins now.
    /// @param local_time a FILETIME
    [[nodiscard]] std::string next(std::int64_t local_time, const Exists& exists);

  private:
    Versioning versioning_;
    std::string stem_;
    std::string extension_;
    std::uint64_t number_ = 0; // of the last file
};

} // namespace pdh_shim::tools::logman
