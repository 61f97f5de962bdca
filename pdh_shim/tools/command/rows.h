// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/command/output_file.h"
#include "tools/command/platform.h"
#include "tools/command/sample.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::command {

/// Formats samples as lines without line ends: for the console, or for a log file.
class RowFormat {
  public:
    /// Console: no zone in the header, numbers with six decimals.
    /// @param audience reads -1 where there is no value if it is for Windows, else a blank
    [[nodiscard]] static RowFormat console(OutputFormat format, Audience audience);
    /// Log file: zone and bias in the header, all digits of a number.
    [[nodiscard]] static RowFormat log(OutputFormat format, const TimeZone& zone);
    /// Log file of values that were computed of a log: its zone if that is known, the shortest digits that
    /// are read back as the same number.
    [[nodiscard]] static RowFormat computed(OutputFormat format, const std::optional<TimeZone>& zone);

    /// The header: format, then the paths of the counters.
    [[nodiscard]] std::string header(const std::vector<std::string>& paths) const;
    [[nodiscard]] std::string row(const Sample& sample) const;

  private:
    using NumberText = std::string (*)(double value);

    RowFormat(char separator, std::string first_cell, NumberText number_text);

    char separator_;
    std::string first_cell_;
    NumberText number_text_;
    std::string_view no_value_ = " ";
};

/// The header, then a row for each sample, on the console.
class ConsoleRows : public RecordSink {
  public:
    /// @param console outlives this
    /// @throws terminal::OutputError
    ConsoleRows(Console& console, RowFormat format, const std::vector<std::string>& paths);

    void add(const Sample& sample) override;
    void flush() override {}
    void close() override {}

    /// Whether the last row has columns, and none of them a value.
    [[nodiscard]] bool is_last_empty() const { return is_last_empty_; }

  private:
    Console& console_;
    RowFormat format_;
    bool is_last_empty_ = false;
};

/// The same in a file, at once.
class FileRows : public RecordSink {
  public:
    /// @param file outlives this
    /// @throws terminal::OutputError
    FileRows(OutputFile& file, RowFormat format, const std::vector<std::string>& paths);

    void add(const Sample& sample) override;
    void flush() override { file_.flush(); }
    void close() override { file_.close(); }

  private:
    OutputFile& file_;
    RowFormat format_;
};

} // namespace pdh_shim::tools::command
