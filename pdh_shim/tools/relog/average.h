// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/command/query.h"
#include "tools/command/record_sink.h"
#include "tools/relog/input_logs.h"

#include <cstdint>
#include <functional>

namespace pdh_shim::tools::relog {

/// -average: writes one record for each interval, reduced by the types of the counters.
/// @param ticks   the length of an interval (100 ns)
/// @param goes_on called after each few records that are read; false stops it
/// @return the records that were written
/// @throws terminal::ProgramError
RecordRange write_averages(command::Query& query, command::RecordSink& sink, std::int64_t ticks,
    const std::function<bool()>& goes_on);

} // namespace pdh_shim::tools::relog
