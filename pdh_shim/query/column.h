// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/counter_type.h"
#include "machine/resolve.h"
#include "path/counter_path.h"
#include "query/sample_set.h"
#include "query/samples.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace pdh_shim::query {

/// Whether a counter's DefaultScale is applied while no other factor was set.
enum class ScalePolicy : std::uint8_t {
    by_source, ///< where the source publishes it as a factor (see Catalogue::default_scale_applies)
    apply,
    ignore
};

/// What all counters of a process need.
struct CounterContext {
    std::atomic<ScalePolicy> scale_policy{ScalePolicy::by_source};
};

class Plan;

/// What the counters of a query need of it.
struct QueryContext {
    CounterContext& counter_context; ///< lives longer
    std::shared_ptr<Plan> plan;      ///< lists them
    std::uintptr_t user_data = 0;
};

/// A counter in the catalogue, shared by the counters of a query that differ only in their instances: its
/// definition, and where its samples are. Immutable.
struct Column {
    Column(machine::ResolvedCounter found, std::uint32_t part, std::shared_ptr<Samples> samples,
        QueryContext context);

    /// The data of its object in a collect; see SampleSet::object().
    [[nodiscard]] const model::ObjectSnapshot* object_in(const SampleSet& collected) const noexcept {
        return collected.object(part, found.object.object, found.column);
    }

    const model::CounterDef& definition;
    const std::atomic<std::uint64_t>& sequence; ///< of the samples
    const QueryContext context;
    const std::shared_ptr<Samples> samples;
    const std::uint32_t part; ///< of a collect: that of its source; 0 if it is not collected
    const calc::TypeInfo& type;
    const std::optional<std::int64_t> time_base; ///< see Counter::time_base()
    const machine::ResolvedCounter found;
};

/// The rows of a column that a counter reads.
struct WantedCells {
    std::shared_ptr<const Column> column;
    std::shared_ptr<const path::InstanceName> instance; ///< see Counter::instance()
    bool is_wildcard = false;
};

} // namespace pdh_shim::query
