// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_file.h"
#include "tools/command/query.h"
#include "tools/command/sample.h"
#include "tools/formats/record_format.h"

#include <cstdint>
#include <memory>
#include <string>

namespace pdh_shim::tools::formats {

/// Writes records in a format to a file: to one that -o names, or to a log of several.
class TextOutput : public command::Output {
  public:
    /// When a record is in the file.
    enum class Writing { at_once, when_many };

    /// Of the records of a query.
    /// @param query has all its counters; outlives this
    /// @throws terminal::OutputError
    TextOutput(std::unique_ptr<command::OutputFile> file, std::unique_ptr<RecordFormat> format,
        command::Query& query, Writing writing, bool with_raw = false);

    /// Of samples that are added.
    /// @param columns the columns of their readings; outlives this
    /// @throws terminal::OutputError
    TextOutput(std::unique_ptr<command::OutputFile> file, std::unique_ptr<RecordFormat> format,
        const Columns& columns = no_columns);

    /// A log of the records of a query, in a format that has a line for each value. A record that cannot be
    /// written is kept for the next one.
    /// @param append keeps the lines of a file that exists, but not what the format ends with
    /// @throws terminal::ProgramError also if `append` and the file is in another format
    TextOutput(const std::string& name, command::OutputFormat format, const FormatOptions& options,
        command::Query& query, bool append);

    [[nodiscard]] bool update() override;
    void reopen() override;
    void close() override;
    [[nodiscard]] std::uint64_t left_out() const override { return format_->left_out(); }

    /// Adds a sample. It is in the output after flush(), or when others have filled the buffer.
    /// @throws terminal::OutputError
    void add(const command::Sample& sample);

    /// Writes the samples that were added: the output ends with a whole line.
    /// @throws terminal::OutputError
    void flush();

    /// Whether the newest record has columns, and none of them a value.
    [[nodiscard]] bool is_last_empty() const;

  private:
    static inline const Columns no_columns;

    void begin();
    void add_to_log();
    void write_text();

    std::unique_ptr<command::OutputFile> file_;
    std::unique_ptr<RecordFormat> format_;
    command::Query* query_ = nullptr;
    std::unique_ptr<command::InstanceReader> reader_; // null = the format takes values
    const Columns* columns_ = &no_columns;
    Writing writing_ = Writing::when_many;
    command::Sample sample_;            // the newest of the query
    std::uint64_t columns_version_ = 0; // Sample::columns_version of the newest sample
    std::string text_;                  // that is not written yet
    std::int64_t stored_ = 0;           // the time of the record after which the system stored a log last
};

} // namespace pdh_shim::tools::formats
