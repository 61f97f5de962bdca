// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/log.h"
#include "model/log_zone.h"

#include <cstdint>
#include <string_view>

namespace pdh_shim::recorded {

/// Sets the zone of logs that do not name one: `UTC`, minutes with which UTC = local time + minutes, `local`
/// for the zone of this process, or nothing for none.
/// @return whether it is one of these; else the zone stays as it was
bool set_assumed_zone(std::string_view setting);

/// The zone of a log: the one that the log names, or else that of set_assumed_zone().
/// @param local_time of one of its records
[[nodiscard]] model::LogZone zone_of(const model::LogReader& reader, std::int64_t local_time);

} // namespace pdh_shim::recorded
