// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "core/performance_block.h"

#include "base/trace.h"
#include "calc/counter_type.h"

#include <utility>

namespace pdh_shim::core {
namespace {

std::vector<block::ObjectToWrite> objects_of(const Machine& machine,
    const std::vector<model::ObjectDef>& definitions, const PartPlan& part, const model::Snapshot& snapshot) {
    std::vector<block::ObjectToWrite> objects;
    for (std::size_t i = 0; i < part.requests.size(); ++i) {
        const model::ObjectRequest& request = part.requests[i];
        auto& object = objects.emplace_back(object_to_write(machine, definitions[request.object]));
        object.snapshot = &snapshot.objects[i];
        object.columns = request.columns;
    }
    return objects;
}

} // namespace

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

Result<std::vector<std::byte>> write_capture(
    const Machine& machine, const Collected& collected, bool titles) {
    const block::BlockFormat format{.lossless = true, .titles = titles};
    std::vector<std::byte> bytes;
    std::int64_t perf_freq = 0; // of the first block
    for (std::size_t i = 0; i < collected.parts.size(); ++i) {
        const PartPlan& part = collected.plan->parts[i];
        const model::Snapshot& snapshot = collected.parts[i].snapshot;
        if (part.requests.empty()) {
            continue;
        }
        const auto catalogue = part.source->catalogue();
        if (perf_freq != 0 && perf_freq != catalogue->perf_freq) {
            trace::write(trace::Level::warning,
                part.source->name() + " is left out of a capture: its clock has another frequency");
            continue;
        }
        perf_freq = catalogue->perf_freq;
        const block::BlockClocks clocks{.perf_time = snapshot.perf_time,
            .perf_freq = perf_freq,
            .time_100ns = snapshot.time_100ns,
            .system_time = snapshot.system_time};
        const auto objects = objects_of(machine, catalogue->objects, part, snapshot);
        PDH_SHIM_CHECK(write_block(objects, clocks, machine.name(), format, bytes));
    }
    return bytes;
}

} // namespace pdh_shim::core
