// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

namespace pdh_shim::tools::command {

/// A log that takes records of a query. It keeps some in memory that its file has no room for. Each function
/// throws terminal::ProgramError.
class RecordLog : boost::noncopyable {
  public:
    virtual ~RecordLog() = default;

    /// Collects the query, and appends a record.
    /// @return false if there is no more data
    [[nodiscard]] virtual bool update() = 0;

    /// Opens the file of its name again, which may be another one by now, and appends to it.
    virtual void reopen() = 0;

    /// Writes what is not in the file yet. Call it last.
    virtual void close() = 0;
};

} // namespace pdh_shim::tools::command
