// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::log::text {

/// Appends a local FILETIME as `MM/DD/YYYY HH:MM:SS.mmm`, whatever the locale; what is below the millisecond
/// is cut.
void append_time_stamp(std::string& out, std::int64_t local_time);

/// The order of the numbers of a date.
enum class DateOrder : std::uint8_t { month_first, day_first, year_first };

/// A time as it is written: Windows' own form, ISO 8601, or one in which spreadsheets save times. Which of
/// two numbers is the month is another question.
struct TimeParts {
    std::array<std::uint16_t, 3> date{};
    char mark = '/'; ///< between the numbers of the date
    bool is_year_first = false;
    std::uint16_t hour = 0; ///< of 24
    std::uint16_t minute = 0;
    std::uint16_t second = 0;
    std::uint16_t millisecond = 0;
    bool has_half_days = false;       ///< AM or PM
    bool is_padded = false;           ///< `NN/NN/NNNN NN:NN:NN`, perhaps with a fraction
    bool has_fraction = false;        ///< of a second
    std::optional<std::int32_t> bias; ///< minutes: UTC = time + bias
};

/// The fraction of a second may be missing or have any number of digits, and the seconds may be missing too.
[[nodiscard]] std::optional<TimeParts> read_time_parts(std::string_view text);

/// The time as a FILETIME, as it is written; none if there is no such day or no such time of day.
[[nodiscard]] std::optional<std::int64_t> file_time_of(const TimeParts& parts, DateOrder order) noexcept;

/// Reads times of the day that the last one had, in the form `MM/DD/YYYY hh:mm:ss.fff` or one with as many
/// characters: nearly all that a log has. What the date means has been found out before.
class TimesOfDay {
  public:
    /// None for a time of another day or form.
    [[nodiscard]] std::optional<std::int64_t> read(std::string_view text) const noexcept;
    /// Takes note of the day of a time.
    void keep(std::string_view text, std::int64_t time) noexcept;

  private:
    std::array<char, 11> day_{};           // with what stands behind it
    std::optional<std::int64_t> midnight_; // none before the first
};

} // namespace pdh_shim::log::text
