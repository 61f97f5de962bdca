// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_file.h"
#include "tools/command/record_sink.h"

#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::tools::relog {

/// A text log of values that were computed here: CSV or TSV.
class ValueLog : public command::RecordSink {
  public:
    /// @param file outlives this
    /// @param bias minutes: UTC = local time + bias; none if the zone is not known
    /// @throws terminal::OutputError
    ValueLog(command::OutputFile& file, char separator, const std::vector<std::string>& paths,
        std::optional<int> bias);

    void add(const command::Sample& sample) override;
    void flush() override;
    void close() override;

  private:
    void append(const std::string& cell);

    command::OutputFile& file_;
    char separator_;
    std::string rows_; // that are not written yet
};

} // namespace pdh_shim::tools::relog
