// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

// The time zone of a log. The times of logs are local ones; a log keeps the zone that they are in, whatever
// the zone of the computer is that reads or converts it. A bias is a number of minutes, as in Windows: UTC =
// local time + bias.

namespace pdh_shim::model {

struct LogEntry;
struct LogRecord;

/// A TIME_ZONE_INFORMATION of Windows: a zone with the rules of its summer time.
struct ZoneRules {
    using Name = std::array<char16_t, 32>;       ///< up to a NUL, if it has one
    using Change = std::array<std::uint16_t, 8>; ///< a SYSTEMTIME; see the page of TIME_ZONE_INFORMATION

    std::int32_t bias = 0;
    Name standard_name{};
    Change standard_date{};         ///< where summer time ends; a month of 0: there is none
    std::int32_t standard_bias = 0; ///< in addition to `bias`
    Name daylight_name{};
    Change daylight_date{}; ///< where it begins
    std::int32_t daylight_bias = 0;

    /// Bytes that it has in a file.
    static constexpr std::size_t size = 172;

    friend bool operator==(const ZoneRules&, const ZoneRules&) = default;
};

/// @param bytes ZoneRules::size of them, in little-endian order
[[nodiscard]] ZoneRules read_zone_rules(std::span<const std::byte> bytes);
[[nodiscard]] std::array<std::byte, ZoneRules::size> zone_bytes(const ZoneRules& rules);

/// @param name in UTF-8; what is too long is cut
[[nodiscard]] ZoneRules::Name zone_name(const std::string& name);

/// The zone of a log, as far as it is known.
class LogZone {
  public:
    /// An unknown zone.
    LogZone() = default;
    /// Unknown if a bias is more than a day.
    explicit LogZone(const ZoneRules& rules);
    /// A zone without summer time. @param name in UTF-8
    [[nodiscard]] static LogZone fixed(std::int32_t bias, const std::string& name = {});

    [[nodiscard]] bool is_known() const noexcept { return rules_.has_value(); }

    /// None if the zone is not known. If the local time occurs twice, the bias of the first one.
    [[nodiscard]] std::optional<std::int32_t> bias_at_local(std::int64_t local_time) const;
    [[nodiscard]] std::optional<std::int32_t> bias_at_utc(std::int64_t utc) const;
    /// Whether local times may have this bias then: there are two where they come twice.
    [[nodiscard]] bool allows(std::int64_t local_time, std::int32_t bias) const;

    /// The name of the season that has a bias, in UTF-8; empty if there is none.
    [[nodiscard]] std::string name_of(std::int32_t bias) const;

    [[nodiscard]] const std::optional<ZoneRules>& rules() const noexcept { return rules_; }

    friend bool operator==(const LogZone&, const LogZone&) = default;

  private:
    [[nodiscard]] bool has_seasons() const noexcept;

    std::optional<ZoneRules> rules_;
};

/// A zone, and its bias at some time; none if the zone is not known.
struct ZoneAt {
    LogZone zone;
    std::optional<std::int32_t> bias;
};

/// The zone of this process, with the rules that its summer time has in the year of a time.
[[nodiscard]] LogZone process_zone(std::int64_t utc);

/// A time and a bias in minutes to the other kind of time.
[[nodiscard]] std::int64_t to_utc(std::int64_t local_time, std::int32_t bias) noexcept;
[[nodiscard]] std::int64_t to_local(std::int64_t utc, std::int32_t bias) noexcept;

/// The bias of two times of the same moment; none if no zone can have it. Zones differ by quarters of an
/// hour; clocks that are read one after the other, by less.
[[nodiscard]] std::optional<std::int32_t> bias_between(std::int64_t utc, std::int64_t local_time) noexcept;

/// Finds the bias of a record from its samples: a sample of a counter with a clock of 100 ns units has the
/// time in UTC besides the local time.
class RecordClock {
  public:
    RecordClock() = default;
    explicit RecordClock(std::span<const LogEntry> entries);

    /// None if the record has no such sample.
    [[nodiscard]] std::optional<std::int32_t> bias_of(const LogRecord& record) const;

  private:
    std::vector<std::size_t> entries_; // of which samples have both times
};

/// The bias of one record after the other: its own, or else that of the zone. A record with a bias of its own
/// corrects the zone for later records without one.
class RecordZone {
  public:
    RecordZone() = default;
    explicit RecordZone(LogZone zone) : zone_(zone) {}

    [[nodiscard]] std::optional<std::int32_t> bias_of(const LogRecord& record);
    [[nodiscard]] const LogZone& zone() const noexcept { return zone_; }

  private:
    LogZone zone_;
};

} // namespace pdh_shim::model
