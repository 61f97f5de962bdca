// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_log.h"
#include "tools/command/query.h"
#include "tools/command/sampler.h"

namespace pdh_shim::tools::typeperf {

/// Takes samples and has each written to a log, without reading it itself. The first sample is only taken: a
/// rate needs two.
class LoggingSource : public command::SampleSource {
  public:
    /// @param query that of the log; both outlive this
    LoggingSource(command::Query& query, command::OutputLog& log) : query_(query), log_(log) {}

    /// @throws terminal::ProgramError
    [[nodiscard]] bool collect(command::Sample& sample) override;

  private:
    command::Query& query_;
    command::OutputLog& log_;
    bool is_started_ = false;
};

} // namespace pdh_shim::tools::typeperf
