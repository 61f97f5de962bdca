// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/command/output_file.h"
#include "tools/command/output_format.h"
#include "tools/command/platform.h"
#include "tools/command/record_sink.h"

#include <string>
#include <vector>

namespace pdh_shim::tools::typeperf {

/// Formats samples as lines without line ends: for the console, or for a log file.
class RowFormat {
  public:
    /// Console: no zone in the header, numbers with six decimals.
    [[nodiscard]] static RowFormat console(command::OutputFormat format);
    /// Log file: zone and bias in the header, all digits of a number.
    [[nodiscard]] static RowFormat log(command::OutputFormat format, const command::TimeZone& zone);

    /// The header: format, then the paths of the counters.
    [[nodiscard]] std::string header(const std::vector<std::string>& paths) const;
    [[nodiscard]] std::string row(const command::Sample& sample) const;

  private:
    using NumberText = std::string (*)(double value);

    RowFormat(char separator, std::string first_cell, NumberText number_text);

    char separator_;
    std::string first_cell_;
    NumberText number_text_;
};

/// The header, then a row for each sample, on the console.
class ConsoleRows : public command::RecordSink {
  public:
    /// @param console outlives this
    /// @throws terminal::OutputError
    ConsoleRows(command::Console& console, RowFormat format, const std::vector<std::string>& paths);

    void add(const command::Sample& sample) override;
    void flush() override {}
    void close() override {}

  private:
    command::Console& console_;
    RowFormat format_;
};

/// The same in a file, at once.
class FileRows : public command::RecordSink {
  public:
    /// @param file outlives this
    /// @throws terminal::OutputError
    FileRows(command::OutputFile& file, RowFormat format, const std::vector<std::string>& paths);

    void add(const command::Sample& sample) override;
    void flush() override { file_.flush(); }
    void close() override { file_.close(); }

  private:
    command::OutputFile& file_;
    RowFormat format_;
};

} // namespace pdh_shim::tools::typeperf
