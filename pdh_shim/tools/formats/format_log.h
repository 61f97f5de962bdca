// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/file_to_write.h"
#include "tools/command/instance_reader.h"
#include "tools/command/record_log.h"
#include "tools/formats/record_format.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace pdh_shim::tools::formats {

/// A log in a format that has a line for each value.
class FormatLog : public command::RecordLog {
  public:
    /// Creates the file, or empties an existing one.
    /// @param query    has all its counters; outlives this
    /// @param append   keeps the lines of a file that exists, but not what the format ends with
    /// @throws terminal::ProgramError also if `append` and the file is in another format
    FormatLog(std::string name, command::OutputFormat format, const FormatOptions& options,
        command::Query& query, bool append);

    [[nodiscard]] bool update() override;
    void reopen() override;
    void close() override;

  private:
    void open(command::FileToWrite::ExistingFile existing);
    void write();
    void add_sample();
    void store_in_time();

    std::string name_;
    std::unique_ptr<RecordFormat> format_;
    command::InstanceReader reader_;
    std::optional<command::FileToWrite> file_;
    command::Sample sample_;
    std::uint64_t columns_version_ = 0; // Sample::columns_version of the newest sample
    std::string text_;                  // that is not written yet
    std::int64_t stored_ = 0;           // the time of the sample after which the system stored the file last
};

} // namespace pdh_shim::tools::formats
