// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_file.h"
#include "tools/command/output_log.h"
#include "tools/command/query.h"
#include "tools/command/sampler.h"

namespace pdh_shim::tools::typeperf {

/// The running computer as a source of samples.
class LiveSource : public command::SampleSource {
  public:
    /// @param query   outlives this, as do the capture and the reader
    /// @param capture the file that gets the raw values of each sample too; NULL = none
    /// @param reader  reads the samples as readings; NULL = as values
    LiveSource(command::Query& query, command::OutputFile* capture, command::InstanceReader* reader = nullptr)
        : query_(query), capture_(capture), reader_(reader) {}

    /// @throws terminal::ProgramError
    [[nodiscard]] bool collect(command::Sample& sample) override;

  private:
    void capture_sample();

    command::Query& query_;
    command::OutputFile* capture_;
    command::InstanceReader* reader_;
    bool is_captured_ = false; // at least one sample
};

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
