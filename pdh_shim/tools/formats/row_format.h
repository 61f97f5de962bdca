// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/formats/record_format.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::formats {

/// CSV and TSV with a column for each counter, for the console or for a log file. Lines end with CR and LF:
/// programs on Windows read these files too.
class RowFormat : public RecordFormat {
  public:
    using Paths = std::vector<std::string>;

    /// Console: no zone in the header, numbers with six decimals.
    /// @param audience reads -1 where there is no value if it is for Windows, else a blank
    [[nodiscard]] static std::unique_ptr<RowFormat> console(
        command::OutputFormat format, command::Audience audience, const Paths& paths);
    /// Log file: zone and bias in the header, all digits of a number.
    [[nodiscard]] static std::unique_ptr<RowFormat> log(
        command::OutputFormat format, const command::TimeZone& zone, const Paths& paths);
    /// Log file of values that were computed of a log: its zone if that is known, the shortest digits that
    /// are read back as the same number.
    [[nodiscard]] static std::unique_ptr<RowFormat> computed(
        command::OutputFormat format, const std::optional<command::TimeZone>& zone, const Paths& paths);

    [[nodiscard]] bool takes_readings() const override { return false; }
    [[nodiscard]] std::string head() override;
    void append(std::string& text, const command::Sample& sample, const Columns& columns,
        const TakePart& take_part) override;

  private:
    using NumberText = std::string (*)(double value);

    RowFormat(command::OutputFormat format, const std::optional<command::TimeZone>& zone, const Paths& paths,
        NumberText number_text, std::string_view no_value = " ");

    char separator_;
    std::string head_; // until it is asked for
    NumberText number_text_;
    std::string_view no_value_;
};

} // namespace pdh_shim::tools::formats
