// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/performance_block.h"

#include "calc/counter_type.h"

#include <utility>

namespace pdh_shim::machine {

block::ObjectToWrite object_to_write(const Machine& machine, const model::ObjectDef& definition) {
    const auto index_of = [&machine](std::uint32_t given, const std::u16string& name) {
        return given != 0 ? given : machine.title_index(name).value_or(0);
    };
    block::ObjectToWrite object;
    object.definition = &definition;
    object.title_index = index_of(definition.title_index, definition.name);
    object.counter_titles.reserve(definition.counters.size());
    for (const model::CounterDef& counter : definition.counters) {
        const bool has_counters_title =
            counter.title_index == 0 && !object.counter_titles.empty() && calc::is_base_type(counter.type);
        object.counter_titles.push_back(
            has_counters_title ? object.counter_titles.back() : index_of(counter.title_index, counter.name));
    }
    return object;
}

} // namespace pdh_shim::machine
