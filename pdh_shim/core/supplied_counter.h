#pragma once

#include "base/result.h"
#include "core/counter.h"
#include "path/counter_path.h"

#include <cstdint>
#include <memory>
#include <string>

namespace pdh_shim::core {

/// What the caller says of a counter whose samples he supplies.
struct SuppliedDefinition {
    std::uint32_t type = 0;         ///< a PERF_* counter type
    std::int32_t default_scale = 0; ///< only reported
    std::int64_t time_base = 0;     ///< ticks per second of the counter's clock
};

/// A counter that no source knows and no query collects: its samples come through Counter::supply().
/// @param local_machine this computer's name, for a path that names none
/// @retval function_not_found there is no calculation for the type (bases, texts)
[[nodiscard]] Result<std::shared_ptr<Counter>> make_supplied_counter(const std::u16string& local_machine,
    const path::CounterPath& path, const SuppliedDefinition& definition, std::uintptr_t query_user_data);

} // namespace pdh_shim::core
