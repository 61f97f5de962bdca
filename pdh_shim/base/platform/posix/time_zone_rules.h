// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The C library reads the file of the zone at its first conversion, under a lock of its own, and needs that
// lock for each one: a child of fork() may find it locked for ever, also by a thread of the program. So the
// library has its own rules.

namespace pdh_shim::platform {

/// What the clocks of a zone show.
struct LocalTimeType {
    std::int32_t offset = 0; ///< seconds east of UTC
    bool is_summer = false;
    std::string name = "UTC"; ///< the abbreviation

    friend bool operator==(const LocalTimeType&, const LocalTimeType&) = default;
};

/// A zone whose clocks change on the same days of each year, or never.
struct YearlyRules {
    /// A day of each year, and a time on it.
    struct Day {
        enum class Form : std::uint8_t {
            of_year,          ///< `n`: from 0, with February 29
            without_leap_day, ///< `Jn`: from 1, as if there were no February 29
            of_week           ///< `Mm.w.d`
        };
        Form form = Form::of_week;
        std::int32_t month = 0;
        std::int32_t week = 0;    ///< 5 = the last one
        std::int32_t day = 0;     ///< of the week, 0 = Sunday; else of the year
        std::int32_t seconds = 0; ///< after midnight; may be negative, or more than a day
    };

    LocalTimeType standard;
    std::optional<LocalTimeType> summer;
    Day begin; ///< of summer time, in standard time
    Day end;   ///< in summer time

    /// @param time seconds since 1970
    [[nodiscard]] const LocalTimeType& at(std::int64_t time) const;
};

/// The rules in the form of POSIX's TZ, as in `CET-1CEST,M3.5.0,M10.5.0/3`. None: they are ill-formed.
[[nodiscard]] std::optional<YearlyRules> parse_yearly_rules(std::string_view text);

/// The rules of a time zone; UTC by default.
class TimeZoneRules {
  public:
    TimeZoneRules() = default;
    explicit TimeZoneRules(YearlyRules rules) : later_(std::move(rules)) {}

    /// Reads a file of the zone database (tzfile(5), RFC 8536), of any version. None: it is damaged.
    [[nodiscard]] static std::optional<TimeZoneRules> parse(std::span<const std::byte> file);

    /// @param time seconds since 1970
    [[nodiscard]] const LocalTimeType& at(std::int64_t time) const;

  private:
    struct Change {
        std::int64_t time;
        std::size_t type;
    };

    std::vector<LocalTimeType> types_;
    std::size_t first_ = 0;                            // the type before the first change
    std::vector<Change> changes_;                      // by time
    std::optional<YearlyRules> later_ = YearlyRules(); // after the last change
};

/// The rules that a value of TZ means, none = it is not set. Only regular files are read; what cannot be read
/// is UTC, as in the C library.
/// @param folders where the zone database may be
[[nodiscard]] TimeZoneRules load_time_zone(
    const std::optional<std::string>& name, const std::vector<std::string>& folders);

} // namespace pdh_shim::platform
