// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/assumed_zone.h"

#include "base/clock.h"

#include <atomic>
#include <charconv>
#include <limits>
#include <optional>
#include <system_error>

namespace pdh_shim::recorded {
namespace {

constexpr std::int32_t no_zone = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t zone_of_process = std::numeric_limits<std::int32_t>::max();

std::atomic<std::int32_t> assumed{no_zone}; // minutes, or one of these

std::optional<std::int32_t> parse_zone(std::string_view setting) {
    constexpr std::int32_t most = 24 * 60;
    if (setting.empty()) {
        return no_zone;
    }
    if (setting == "local") {
        return zone_of_process;
    }
    if (setting == "UTC") {
        return 0;
    }
    std::int32_t minutes = 0;
    const char* const end = setting.data() + setting.size();
    const auto [stop, error] = std::from_chars(setting.data(), end, minutes);
    const bool is_number = error == std::errc() && stop == end && minutes >= -most && minutes <= most;
    return is_number ? std::optional(minutes) : std::nullopt;
}

} // namespace

bool set_assumed_zone(std::string_view setting) {
    const auto zone = parse_zone(setting);
    assumed = zone.value_or(assumed);
    return zone.has_value();
}

model::LogZone zone_of(const model::LogReader& reader, std::int64_t local_time) {
    model::LogZone zone = reader.zone();
    const std::int32_t minutes = assumed;
    if (zone.is_known() || minutes == no_zone) {
        return zone;
    }
    return minutes == zone_of_process ? model::process_zone(local_time) : model::LogZone::fixed(minutes);
}

} // namespace pdh_shim::recorded
