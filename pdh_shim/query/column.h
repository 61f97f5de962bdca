// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/counter_type.h"
#include "machine/resolve.h"
#include "path/counter_path.h"
#include "query/collected.h"
#include "query/counter_commons.h"
#include "query/samples.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace pdh_shim::query {

class Plan;

/// What all counters of a query share.
struct QueryShare {
    CounterCommons& commons;    ///< lives longer
    std::shared_ptr<Plan> plan; ///< lists them
    std::uintptr_t user_data = 0;
};

/// What counters share that differ only in their instances: a counter in the catalogue, what takes several
/// look-ups to reach from there, and where their samples are. Immutable.
struct Column {
    Column(machine::FoundCounter found, const CellAddress& address, std::shared_ptr<Samples> samples,
        QueryShare share);

    const model::CounterDef& definition;
    const std::atomic<std::uint64_t>& sequence; ///< of the samples
    const QueryShare share;
    const std::shared_ptr<Samples> samples;
    const CellAddress address; ///< of counters that are collected
    const calc::TypeInfo& type;
    const std::optional<std::int64_t> time_base; ///< see Counter::time_base()
    const machine::FoundCounter found;
};

/// What a counter reads of its column.
struct WantedCells {
    std::shared_ptr<const Column> column;
    std::shared_ptr<const path::InstanceName> instance; ///< see Counter::instance()
    bool is_wildcard = false;
};

} // namespace pdh_shim::query
