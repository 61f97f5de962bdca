// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/log.h"
#include "model/log_zone.h"

#include <cstdint>
#include <string_view>

namespace pdh_shim::recorded {

/// Says which zone is meant where a log does not say its own: `UTC`, minutes with which UTC = local time +
/// minutes, `local` for the zone of this process, or nothing for none.
/// @return whether it is one of these; else the zone stays as it was
bool set_assumed_zone(std::string_view setting);

/// The zone of a log: what the log says, or else what set_assumed_zone() has said.
/// @param local_time of one of its records
[[nodiscard]] model::LogZone zone_of(const model::LogReader& reader, std::int64_t local_time);

} // namespace pdh_shim::recorded
