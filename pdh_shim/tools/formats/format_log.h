// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_file.h"
#include "tools/command/query.h"
#include "tools/command/sample.h"
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

/// Writes the readings of samples in a format that has a line for each value.
class FormatSink : public command::RecordSink {
  public:
    /// @param file    outlives this
    /// @param columns the columns of the readings; outlives this
    /// @throws terminal::OutputError
    FormatSink(command::OutputFile& file, std::unique_ptr<RecordFormat> format, const Columns& columns);

    void add(const command::Sample& sample) override;
    void flush() override;
    void close() override;

    /// Opens the file again, which may have been moved: a moved file gets the format's tail.
    /// @throws terminal::ProgramError
    /// @throws terminal::OutputError
    void reopen();

    /// How many samples had no place in the format.
    [[nodiscard]] std::uint64_t left_out() const { return format_->left_out(); }

  private:
    void write_text();

    command::OutputFile& file_;
    std::unique_ptr<RecordFormat> format_;
    const Columns& columns_;
    std::uint64_t columns_version_ = 0; // Sample::columns_version of the newest sample
    std::string text_;                  // that is not written yet
};

} // namespace pdh_shim::tools::formats
