// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/column.h"

#include <utility>

namespace pdh_shim::query {
namespace {

std::optional<std::int64_t> find_time_base(const machine::ResolvedCounter& counter) {
    const model::CounterDef& definition = counter.definition();
    const calc::TypeInfo& type = *calc::find_type(definition.type);
    if (definition.time_base != 0 && type.time_base != calc::TimeBase::none) {
        return definition.time_base;
    }
    return calc::time_base_of(
        type, counter.active_source().catalogue->perf_freq, counter.object_definition().object_freq);
}

} // namespace

Column::Column(machine::ResolvedCounter found, std::uint32_t part, std::shared_ptr<Samples> samples,
    QueryContext context)
    : definition(found.definition()), sequence(samples->sequence()), context(std::move(context)),
      samples(std::move(samples)), part(part), type(*calc::find_type(definition.type)),
      time_base(find_time_base(found)), found(std::move(found)) {}

} // namespace pdh_shim::query
