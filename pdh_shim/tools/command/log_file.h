// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "formats.h"

#include <pdh.h>

#include <boost/noncopyable.hpp>

#include <string>

namespace command {

/// A log that is written.
class LogFile : boost::noncopyable {
  public:
    /// Creates the log, or empties an existing one; a log in a database is added to.
    /// @param name   the file, or `SQL:dsn!set`, of Format::sql also `dsn!set`
    /// @param query  its counters are those that it has now; outlives this
    /// @param append appends to an existing log
    /// @throws Failure
    LogFile(const std::string& name, Format format, PDH_HQUERY query, bool append = false);
    ~LogFile();

    /// Collects the query, and appends a record.
    /// @return false if there is no more data
    /// @throws Failure
    [[nodiscard]] bool update();

    /// Whether the log that the query reads has, up to its end, parts that could not be read.
    [[nodiscard]] bool has_loss() const { return has_loss_; }

    /// Writes what is not in the file yet. Call it last.
    /// @throws Failure
    void close();

  private:
    std::string name_;
    PDH_HLOG log_ = nullptr;
    bool has_loss_ = false;
};

} // namespace command
