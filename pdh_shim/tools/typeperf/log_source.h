// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/log_file.h"
#include "tools/command/query.h"
#include "tools/typeperf/sampler.h"

namespace pdh_shim::tools::typeperf {

/// A source whose samples are written to a log, and are not read: all but the first one, which has nothing to
/// compute a value from.
class LogSource : public SampleSource {
  public:
    /// @param query that of the log; both outlive this
    LogSource(command::Query& query, command::LogFile& log) : query_(query), log_(log) {}

    /// @throws terminal::ProgramError
    [[nodiscard]] bool collect(command::Sample& sample) override;

  private:
    command::Query& query_;
    command::LogFile& log_;
    bool is_started_ = false;
};

} // namespace pdh_shim::tools::typeperf
