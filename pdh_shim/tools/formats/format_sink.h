// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_file.h"
#include "tools/command/record_sink.h"
#include "tools/formats/record_format.h"

#include <cstdint>
#include <memory>
#include <string>

namespace pdh_shim::tools::formats {

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

    /// Opens the file again, which may have been moved: one that was ends as the format says.
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
