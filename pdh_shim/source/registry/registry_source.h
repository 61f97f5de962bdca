// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "model/source.h"
#include "source/registry/performance_key.h"

#include <cstdint>
#include <memory>
#include <string>

namespace pdh_shim::source::registry {

// A source of the counters in HKEY_PERFORMANCE_DATA of Windows' registry.
//
// Objects are found as block::KeySearch says: the costly ones cost nothing until a counter of theirs is
// added. A collect queries only the needed objects. Names are the English ones; indexes without a name appear
// as `#index`. DefaultScale is reported, but not applied. PerfTime is that of the block, whatever its
// frequency.
//
// An object that is malformed has no valid data; others in the block have theirs. A query that fails, or a
// block that cannot be parsed, leaves all objects of the collect without data. The log says it once, and
// again only after the object was well in between.
//
// The key is closed when the last session has ended, so that performance DLLs can be let go.

/// What the registry contains.
enum class Contents : std::uint8_t {
    nothing, ///< that could be read
    others,  ///< objects of performance DLLs at most, as under Wine
    machine, ///< the objects of the machine
};

/// Asks the registry for the object of the processors.
[[nodiscard]] Contents look_at(PerformanceKey& key);

/// Makes a source of the registry.
/// @param clock outlives it
/// @retval invalid_datasource the key cannot be queried, or does not return a performance data block
[[nodiscard]] Result<std::unique_ptr<model::Source>, Failure> make_registry_source(
    std::unique_ptr<PerformanceKey> key, Clock& clock);

} // namespace pdh_shim::source::registry
