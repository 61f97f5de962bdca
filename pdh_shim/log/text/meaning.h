// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "log/text/number.h"
#include "log/text/time_stamp.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::log::text {

/// How to read text logs whose encoding, decimal sign or order of dates is not clear from the file.
struct TextOptions {
    std::string encoding;               ///< of names that are not UTF-8; empty = Windows-1252
    std::optional<DecimalSign> decimal; ///< none = found out from the cells
    std::optional<DateOrder> dates;     ///< none = found out from the times
    bool has_apostrophes = false;       ///< written before texts that a spreadsheet would take for formulas
};

/// The options for all text logs that this process reads.
[[nodiscard]] const TextOptions& text_options();
/// Before the first log is read.
void set_text_options(TextOptions options);

} // namespace pdh_shim::log::text

// Finds out what the dates and the commas of a text log mean. Spreadsheets save a log in the form of their
// locale, so one cell often has two meanings; all cells together mostly have one. This is done once for each
// file.

namespace pdh_shim::log::text {

/// The meaning of a file's times: all of them are written in one form.
class TimeMeaning {
  public:
    explicit TimeMeaning(std::optional<DateOrder> chosen) noexcept : chosen_(chosen) {}

    /// A text that can be read as a time.
    struct TimeCell {
        TimeParts parts;
        std::string_view text;
        bool is_quoted = false;
        std::uint64_t place = 0; ///< of its line in the file
    };

    /// Takes a time of the first rows into account. Times that do not exist are ignored.
    /// @retval unknown_log_format its form is another one than that of the times before it
    [[nodiscard]] Result<void, Failure> see(const TimeCell& time);

    [[nodiscard]] bool has_seen() const noexcept { return form_.has_value(); }

    /// Whether only one meaning is left.
    [[nodiscard]] bool is_decided() const noexcept { return can_be_month_first_ != can_be_day_first_; }
    /// Whether the times are in the form of Windows' own logs, which puts the month first.
    [[nodiscard]] bool is_windows_form() const noexcept { return is_windows_form_; }

    /// Decides, when the first rows have been seen.
    /// @retval unknown_log_format two meanings are left
    [[nodiscard]] Result<void, Failure> conclude();
    /// Where the line is that has two meanings.
    [[nodiscard]] std::uint64_t place() const noexcept { return place_; }

    /// A time as the file means it; none if there is no such time.
    /// @retval unknown_log_format it contradicts the times before it
    [[nodiscard]] Result<std::optional<std::int64_t>, Failure> read(const TimeCell& time) const;

  private:
    void begin(const TimeCell& time);
    [[nodiscard]] Result<void, Failure> narrow(const TimeCell& time, bool is_month_first, bool is_day_first);
    [[nodiscard]] bool has_this_form(const TimeParts& parts) const noexcept;
    [[nodiscard]] DateOrder order() const noexcept;

    std::optional<DateOrder> chosen_;
    std::optional<TimeParts> form_; // the first time
    bool can_be_month_first_ = true;
    bool can_be_day_first_ = true;
    bool is_windows_form_ = false;
    std::string ambiguous_;   // a time with two meanings
    std::uint64_t place_ = 0; // of its line
};

/// The meaning of a file's commas and points.
class NumberMeaning {
  public:
    NumberMeaning(char separator, std::optional<DecimalSign> chosen) noexcept
        : separator_(separator), sign_(chosen) {}

    /// Takes a cell of the first rows into account, without blanks around it.
    /// @param place of its line in the file
    void see(std::string_view text, std::uint64_t place);

    /// None while no cell has said it.
    [[nodiscard]] std::optional<DecimalSign> sign() const noexcept { return sign_; }

    /// Decides, when the first rows have been seen.
    /// @retval unknown_log_format two meanings are left
    [[nodiscard]] Result<void, Failure> conclude();
    /// Where the line is that has two meanings.
    [[nodiscard]] std::uint64_t place() const noexcept { return place_; }

    /// Reads a text without blanks around it; none if it is not a number.
    /// @retval unknown_log_format it has two meanings, or contradicts the cells before it
    [[nodiscard]] Result<std::optional<ParsedNumber>, Failure> read(std::string_view text);

  private:
    char separator_;
    std::optional<DecimalSign> sign_;
    std::string ambiguous_comma_; // a number with two meanings
    std::string ambiguous_point_;
    std::uint64_t place_ = 0; // of its line
};

} // namespace pdh_shim::log::text
