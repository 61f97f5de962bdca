// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::tools::command {

/// With zeros before it, so that it has at least so many digits.
[[nodiscard]] std::string padded(std::uint64_t number, std::size_t digits);

/// As C's `%.6f`, whatever the locale.
[[nodiscard]] std::string console_number(double value);

/// As C's `%.20g`, whatever the locale, with at least three digits of exponent as Windows' logs have them.
[[nodiscard]] std::string log_number(double value);

/// Appends the shortest decimal number that is read back as the same double.
void append_shortest(std::string& text, double value);
[[nodiscard]] std::string shortest_number(double value);

/// Appends a cell of CSV in quotes: a quote in it is doubled.
void append_quoted(std::string& line, std::string_view text);

/// `MM/DD/YYYY HH:MM:SS.mmm` of a FILETIME (100 ns since 1601).
[[nodiscard]] std::string timestamp(std::int64_t file_time);

/// Whether a spreadsheet takes a text for a formula.
[[nodiscard]] bool is_formula(std::string_view text);

/// `M/D/YYYY H:MM:SS` of a FILETIME (100 ns since 1601), as Windows' program shows it.
[[nodiscard]] std::string shown_time(std::int64_t file_time);

/// `UTC-08:00` of minutes with which UTC = local time + minutes.
[[nodiscard]] std::string shown_zone(int bias_minutes);

/// `YYYY-MM-DDTHH:MM:SS.mmm` with the distance from UTC, as ISO 8601 has it: `-08:00`; without it if the zone
/// is not known.
[[nodiscard]] std::string iso_time(std::int64_t file_time, std::optional<int> bias_minutes);

/// A FILETIME of `M/D/YYYY [H:MM[:SS]] [AM|PM]`; none for any other text. Without AM or PM, the
/// hours are from 0 to 23.
[[nodiscard]] std::optional<std::int64_t> parse_time(std::string_view text);

/// A local time, as a FILETIME, and the zone that its text has.
struct ZonedTime {
    std::int64_t time = 0;
    std::optional<int> bias_minutes; ///< UTC = local time + bias; none = the text does not say it
    std::int64_t last = 0; ///< the last moment of the second or, with a fraction, of the millisecond
};

/// The same, or what iso_time() writes, in which the fraction and the zone may be missing, and `Z` is UTC.
[[nodiscard]] std::optional<ZonedTime> parse_zoned_time(std::string_view text);

/// The milliseconds of `[[hh:]mm:]ss`, whose seconds may have a fraction of one to three digits: `0.5`; none
/// for any other text.
[[nodiscard]] std::optional<std::uint64_t> parse_milliseconds(std::string_view text);

/// The seconds of `[[hh:]mm:]ss`; none for any other text. The first part may be any number; minutes and
/// seconds after it are below 60.
[[nodiscard]] std::optional<std::uint64_t> parse_seconds(std::string_view text);

} // namespace pdh_shim::tools::command
