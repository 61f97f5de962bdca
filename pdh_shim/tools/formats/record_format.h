// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_format.h"
#include "tools/command/sample.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::formats {

using Columns = std::vector<command::Column>;
using TakePart = std::function<void()>;

/// What the user chooses of the formats that have a line for each value.
struct FormatOptions {
    bool with_raw = false; ///< -raw: raw values too, of JSON and LONG
    bool epoch = false;    ///< -epoch: times as milliseconds since 1970, of LONG
    /// -spreadsheet: an apostrophe before names that would be formulas in a spreadsheet, of LONG
    bool for_spreadsheets = false;
};

/// Makes lines of the readings of samples. They end with LF in all of these formats, and are valid UTF-8:
/// what is not in a name becomes U+FFFD.
class RecordFormat : boost::noncopyable {
  public:
    virtual ~RecordFormat() = default;

    /// The lines that the output begins with.
    [[nodiscard]] virtual std::string head() const { return {}; }

    /// What all its files begin with, at least: head(), or the begin of the first line.
    [[nodiscard]] virtual std::string begin() const { return head(); }

    /// Appends the lines of a sample.
    /// @param columns the columns of its readings and of earlier samples: there may be more than in the call
    /// before, but no others without forget_columns()
    /// @param take_part takes the text, and empties it, where it ends with a line and is long: a sample of
    /// 30,000 columns has several megabytes. Null = all of them stay in the text
    /// @throws terminal::ProgramError the format needs UTC, and the zone of the sample is not known
    virtual void append(std::string& text, const command::Sample& sample, const Columns& columns,
        const TakePart& take_part) = 0;

    /// Forgets what it has made of columns: the next sample may have others.
    virtual void forget_columns() {}

    /// The lines that the output ends with.
    [[nodiscard]] virtual std::string_view tail() const { return {}; }

    /// How many samples had no place in the format.
    [[nodiscard]] virtual std::uint64_t left_out() const { return 0; }

  protected:
    static void end_line(const std::string& text, const TakePart& take_part) {
        constexpr std::size_t long_text = std::size_t{64} << 10U;
        if (text.size() >= long_text && take_part != nullptr) {
            take_part();
        }
    }
};

/// Says that samples had no place in a format.
[[nodiscard]] std::string left_out_text(command::OutputFormat format, std::uint64_t samples);

/// Whether the format has times in UTC, which need the zone of the log.
[[nodiscard]] bool needs_utc(command::OutputFormat format, const FormatOptions& options) noexcept;

/// @param format one of command::has_line_for_each_value()
[[nodiscard]] std::unique_ptr<RecordFormat> make_record_format(
    command::OutputFormat format, const FormatOptions& options);

} // namespace pdh_shim::tools::formats
